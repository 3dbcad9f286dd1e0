// Forgets the list of a deleted user's calls of tools.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { changeSpending, type SpendingChange, type Spendings } from '../commands/change-spending.ts';

/** Handles one event of an account. */
export const forgetSpending =
  (deps: { readonly spendings: Spendings }) =>
  async ({
    event: { type, data },
    meta,
  }: StoredEvent<UserEvent>): Promise<SpendingChange | Refusal | undefined> => {
    if (type !== 'UserDeleted') return undefined;
    const { userId } = data;
    const ids = { commandId: `forget:${userId}`, ...idsCausedBy(meta) };
    return changeSpending(deps, userId, { type: 'ForgetSpending', userId }, ids);
  };
