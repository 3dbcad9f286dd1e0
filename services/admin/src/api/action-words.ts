// The words of actions: what was done or ordered, and the reasons, which are sealed in their events and nowhere else.
import type { DataKeys } from '@tradeium/service-kit';
import type { Actions } from '../commands/change-action.ts';
import { sentenceOf } from '../domain/action-rules.ts';
import { orderWords } from '../domain/operator-events.ts';
import type { AuditDocument } from '../projections/audit.ts';

const AT_ONCE_MAX = 16;

/** In the past only where something was done; what was ordered, refused or had nothing to do says what it was about. */
export const textOf = ({
  kind,
  state,
  details,
  changed,
}: Pick<AuditDocument, 'kind' | 'state' | 'details' | 'changed'>): string =>
  state === 'completed' && changed !== false
    ? sentenceOf({ kind, details })
    : `To ${orderWords(kind, details.amount, details.role)}`;

type Words = {
  readonly actions: Pick<Actions, 'load'>;
  readonly sealing: Pick<DataKeys, 'find'>;
};

/**
 * The reasons by action; empty once the account is erased. The key is looked up for each: an action that was read before the
 * erasure is still in memory with its words.
 */
export const reasonsOf = async (
  { actions, sealing }: Words,
  actionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const reasons = new Map<string, string>();
  for (let first = 0; first < actionIds.length; first += AT_ONCE_MAX) {
    const some = actionIds.slice(first, first + AT_ONCE_MAX);
    const read = some.map(async (id) => {
      const { state } = await actions.load(id);
      const isReadable = state.status !== 'unknown' && (await sealing.find(state.userId));
      reasons.set(id, isReadable ? state.reason : '');
    });
    await Promise.all(read);
  }
  return reasons;
};
