// Reads the words of actions from their events: they are sealed there, and nowhere else.
import type { DataKeys } from '@tradeium/service-kit';
import type { Stores } from '../../aggregates.ts';

const AT_ONCE_MAX = 16;

type Words = {
  readonly actions: Pick<Stores['actions'], 'load'>;
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
