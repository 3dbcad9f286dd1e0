// Reads the words of actions from their events: they are sealed there, and nowhere else.
import type { Actions } from '../commands/change-action.ts';

const AT_ONCE_MAX = 16;

/** The reasons by action; empty once the account is erased. */
export const reasonsOf = async (
  actions: Pick<Actions, 'load'>,
  actionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const reasons = new Map<string, string>();
  for (let first = 0; first < actionIds.length; first += AT_ONCE_MAX) {
    const some = actionIds.slice(first, first + AT_ONCE_MAX);
    const loaded = await Promise.all(some.map((id) => actions.load(id)));
    some.forEach((id, index) => {
      const state = loaded[index]?.state;
      reasons.set(id, state === undefined || state.status === 'unknown' ? '' : state.reason);
    });
  }
  return reasons;
};
