// Forgets the list of a deleted user's calls of tools.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import type { ChangeOf } from '@tradeium/event-store';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';

/** Handles one event of an account. */
export const forgetSpending =
  (dependencies: Pick<Stores, 'spendings'>) =>
  async ({
    event: { type, data },
    meta,
  }: StoredEvent<UserEvent>): Promise<ChangeOf<Stores['spendings']> | Refusal | undefined> => {
    if (type !== 'UserDeleted') return undefined;
    const { userId } = data;
    const ids = { commandId: `forget:${userId}`, ...idsCausedBy(meta) };
    return dependencies.spendings.change(userId, { type: 'ForgetSpending', userId }, ids);
  };
