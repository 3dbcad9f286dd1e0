// Lists what operators did.
import {
  type AdminAction,
  messageOf,
  type RefusalData,
  refusalOfWord,
  refusalText,
} from '@tradeium/contracts';
import type { Stored } from '@tradeium/event-store';
import { type Handler, handler } from '@tradeium/service-kit';
import { sentenceOf } from '../../domain/action-sentences.ts';
import type { AuditDocument } from '../../projections/audit.ts';
import type { Filter } from '../../projections/list-page.ts';
import { personsOf } from '../../projections/people.ts';
import { userNamed } from '../../projections/people-search.ts';
import type { Dependencies } from '../dependencies.ts';
import { listAnswer } from '../lists/list-answer.ts';
import { reasonsOf } from './action-words.ts';

type Filters = {
  readonly actor_id?: string | undefined;
  readonly user_id?: string | undefined;
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
};

/** An id also once its account is erased; an address or a name while somebody has it. */
const idOf = async (people: Dependencies['models']['people'], text: string): Promise<string> =>
  (await userNamed(people, text)) ?? text;

const filterOf = async (
  people: Dependencies['models']['people'],
  { actor_id, user_id, kind, state }: Filters,
): Promise<Filter> => ({
  ...(user_id !== undefined && { subjectId: await idOf(people, user_id) }),
  ...(actor_id !== undefined && { actorId: await idOf(people, actor_id) }),
  ...(kind !== undefined && { kind }),
  ...(state !== undefined && { state }),
});

const refusalWords = (refused: string | null, data: RefusalData | null): string | null =>
  refused === null ? null : refusalText(refusalOfWord(refused, data ?? undefined, 'OPERATION_REFUSED'));

/** Actions as rows, with the names of operator and account as far as these still exist. */
const rowsOf = async (
  parts: Pick<Dependencies, 'models' | 'actions' | 'sealing'>,
  found: readonly Stored<AuditDocument>[],
): Promise<AdminAction[]> => {
  const ids = found.flatMap(({ actorId, subjectId }) => [actorId, subjectId ?? actorId]);
  const [persons, reasons] = await Promise.all([
    personsOf(parts.models.people, ids),
    reasonsOf(
      parts,
      found.map(({ _id }) => _id),
    ),
  ]);
  return found.map(({ _id: id, actorId, subjectId, kind, state, ...action }) => ({
    id,
    kind,
    state,
    actor_id: actorId,
    user_id: subjectId,
    actor: persons.get(actorId)?.username ?? '',
    username: (subjectId !== null && persons.get(subjectId)?.username) || '',
    text: sentenceOf({ kind, state, details: action.details, changed: action.changed }),
    reason: reasons.get(id) ?? '',
    ordered_at: action.orderedAt,
    completed_at: action.completedAt,
    changed: action.changed,
    refusal: refusalWords(action.refused, action.refusalData),
  }));
};

export const listAudit = (parts: Pick<Dependencies, 'models' | 'actions' | 'sealing'>): Handler =>
  handler(messageOf('listAudit'), async ({ limit, offset, cursor, direction = 'desc', ...filters }) =>
    listAnswer({
      model: parts.models.audit,
      filter: await filterOf(parts.models.people, filters),
      field: 'orderedAt',
      direction,
      page: { limit, offset, cursor },
      rowsOf: (found) => rowsOf(parts, found),
    }),
  );
