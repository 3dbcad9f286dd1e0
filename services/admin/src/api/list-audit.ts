// Lists what operators did.
import { messageOf, type RefusalData, refusalOfWord, refusalText, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { sentenceOf } from '../domain/action-sentences.ts';
import { actionsOf } from '../projections/audit.ts';
import { countUpTo, type Filter } from '../projections/list-page.ts';
import { personsOf } from '../projections/people.ts';
import { reasonsOf } from './action-words.ts';
import type { Dependencies } from './dependencies.ts';

type Filters = {
  readonly actor_id?: string | undefined;
  readonly user_id?: string | undefined;
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
};

const filterOf = ({ actor_id, user_id, kind, state }: Filters): Filter => ({
  ...(user_id !== undefined && { subjectId: user_id }),
  ...(actor_id !== undefined && { actorId: actor_id }),
  ...(kind !== undefined && { kind }),
  ...(state !== undefined && { state }),
});

const refusalWords = (refused: string | null, data: RefusalData | null): string | null =>
  refused === null ? null : refusalText(refusalOfWord(refused, data ?? undefined, 'OPERATION_REFUSED'));

export const listAudit = (parts: Pick<Dependencies, 'models' | 'actions' | 'sealing'>): Handler =>
  handler(messageOf('listAudit'), async ({ limit, offset, cursor, direction = 'desc', ...filters }) => {
    const { models } = parts;
    const filter = filterOf(filters);
    const page = await actionsOf(models.audit, filter, direction, { limit, offset, cursor });
    if (page === null) return refuse('LIST_PLACE_INVALID');
    const { items: found, nextCursor } = page;
    const ids = found.flatMap(({ actorId, subjectId }) => [actorId, subjectId ?? actorId]);
    const [persons, reasons] = await Promise.all([
      personsOf(models.people, [...new Set(ids)]),
      reasonsOf(
        parts,
        found.map(({ _id }) => _id),
      ),
    ]);
    const items = found.map(({ _id: id, actorId, subjectId, kind, state, ...action }) => ({
      ...{ id, kind, state, actor_id: actorId, user_id: subjectId },
      actor: persons.get(actorId)?.username ?? '',
      username: (subjectId !== null && persons.get(subjectId)?.username) || '',
      text: sentenceOf({ kind, state, details: action.details, changed: action.changed }),
      reason: reasons.get(id) ?? '',
      ordered_at: action.orderedAt,
      completed_at: action.completedAt,
      changed: action.changed,
      refusal: refusalWords(action.refused, action.refusalData),
    }));
    if (cursor === undefined) return answer(items);
    return answer({ items, next_cursor: nextCursor, total: await countUpTo(models.audit, filter) });
  });
