// Forgets the list of a deleted user's calls of tools.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import type { SpendingChange, Spendings } from '../commands/stores.ts';

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
    return deps.spendings.change(userId, { type: 'ForgetSpending', userId }, ids);
  };
