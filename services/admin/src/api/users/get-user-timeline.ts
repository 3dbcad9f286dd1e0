// Tells what happened to an account in all contexts, newest first.
import { messageOf, refuse, type TimelineEntry } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { describe } from '../../domain/describe.ts';
import type { Facts } from '../../domain/told.ts';
import { cursorAt, placeAt, type RowPlace, readPage } from '../../projections/list-page.ts';
import { paymentEntriesOf } from '../../projections/payment-histories.ts';
import { contextOf } from '../../projections/timeline.ts';
import type { Dependencies } from '../dependencies.ts';

type Entry = { readonly id: string; readonly at: string; readonly type: string; readonly facts: Facts };

/** Newest first; entries of one instant by their ids, the same way. */
const newestFirst = (a: Entry, b: Entry): number => {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
};

const isBehind = ({ at, id }: Entry, place: RowPlace): boolean =>
  at < String(place.value) || (at === place.value && id < place.id);

const entryOutput = ({ id, at, type, facts }: Entry): TimelineEntry => ({
  id,
  at,
  type,
  context: contextOf(id),
  ...describe(type, facts),
});

export const getUserTimeline = ({ models }: Pick<Dependencies, 'models'>): Handler =>
  handler(messageOf('getUserTimeline'), async ({ id: userId, limit, cursor }) => {
    const place = cursor === '' ? undefined : placeAt(cursor);
    if (place === null) return refuse('LIST_PLACE_INVALID');
    const order = { field: 'at', direction: 'desc' } as const;
    const [page, payments] = await Promise.all([
      readPage(models.timeline, { userId }, order, { limit, offset: 0, cursor }),
      paymentEntriesOf(models.paymentHistories, userId),
    ]);
    if (page === null) return refuse('LIST_PLACE_INVALID');
    const events = page.items.map(({ _id: id, at, type, facts }) => ({ id, at, type, facts }));
    const behind = payments.filter((entry) => place === undefined || isBehind(entry, place));
    const all = [...events, ...behind].sort(newestFirst);
    const items = all.slice(0, limit);
    const last = items.at(-1);
    const hasMore = all.length > limit || page.nextCursor !== null;
    return answer({
      items: items.map(entryOutput),
      next_cursor: hasMore && last ? cursorAt({ value: last.at, id: last.id }) : null,
    });
  });
