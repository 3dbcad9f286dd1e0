// Shows a new notice about trading on whatever page its user is.
import type { NoticeKind, TradingNotice } from '@tradeium/contracts';
import { changesNamed } from '../../../core/connection-slice.ts';
import type { Listen } from '../../../core/store.ts';
import { showNotice } from '../../../ui/toast.ts';
import { noticesApi } from './api.ts';

/** Tests, and what the user did: its result stands on the page. */
const UNANNOUNCED: ReadonlySet<string> = new Set<NoticeKind>(['test', 'kill_switch']);

/** True if a notice says something that its user does not know already. */
const isNews = ({ kind }: Pick<TradingNotice, 'kind'>): boolean => !UNANNOUNCED.has(kind);

/** Older notices were announced before, or while the page was closed. */
const NEWS_WITHIN_MS = 60_000;

const announced = new Set<string>();

/** The notices that this page has not shown yet, oldest first. */
export const newsOf = (
  notices: readonly TradingNotice[],
  shown: ReadonlySet<string>,
  nowMs: number,
): TradingNotice[] =>
  notices
    .filter(
      (notice) => isNews(notice) && !shown.has(notice.id) && nowMs - Date.parse(notice.at) < NEWS_WITHIN_MS,
    )
    .reverse();

/** Asks for notices only once an update says that there are new ones. */
export const announceNotices = (listen: Listen) =>
  listen({
    actionCreator: changesNamed,
    effect: async ({ payload: { parts } }, { dispatch }) => {
      if (!parts.includes('Notices')) return;
      const asking = dispatch(
        noticesApi.endpoints.getNotices.initiate(undefined, { forceRefetch: true, subscribe: false }),
      );
      const { data } = await asking;
      for (const { id, title, text } of newsOf(data?.notices ?? [], announced, Date.now())) {
        announced.add(id);
        showNotice(title, text);
      }
    },
  });
