// Closes the account of a deleted user: nothing is granted or reserved any more, and the books stay as they are.
import { isRefusal, type Refusal, type UserEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { idsCausedBy } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import { changeAccount } from '../commands/change-account.ts';

export const closeAccount =
  (accounts: Pick<Stores['accounts'], 'change'>) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'UserDeleted') return;
    const { userId: accountId } = event.data;
    const ids = { commandId: `close:${accountId}`, userId: accountId, ...idsCausedBy(meta) };
    const result = await changeAccount(accounts, { type: 'CloseAccount', accountId }, ids);
    return isRefusal(result) ? result : undefined;
  };
