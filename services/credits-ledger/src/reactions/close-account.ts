// Closes the account of a user who is gone: nothing is granted or reserved any more, and the books stay as they are.
import { type AccountEvent, isRefusal, type Refusal, type UserEvent } from '@tradeium/contracts';
import type { Aggregates, StoredEvent } from '@tradeium/event-store';
import { changeAccount } from '../api/change-account.ts';
import type { Account } from '../domain/account.ts';

export const closeAccount =
  (accounts: Aggregates<Account, AccountEvent>) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'UserDeleted') return;
    const { userId: accountId } = event.data;
    const { commandId: causationId, correlationId = causationId } = meta;
    const result = await changeAccount(
      { accounts },
      { type: 'CloseAccount', accountId },
      { commandId: `close:${accountId}`, userId: accountId, correlationId, causationId },
    );
    return isRefusal(result) ? result : undefined;
  };
