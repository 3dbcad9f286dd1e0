// Gives every user the welcome credits once the e-mail address is verified; told twice, it gives them once.
import {
  type AccountEvent,
  fromVut,
  isRefusal,
  type Refusal,
  type UserEvent,
  WELCOME_CREDITS_VUT,
} from '@tradeium/contracts';
import type { Aggregates, StoredEvent } from '@tradeium/event-store';
import { changeAccount } from '../api/change-account.ts';
import type { Account } from '../domain/account.ts';

const REASON = 'welcome bonus';

export const grantWelcomeCredits =
  (accounts: Aggregates<Account, AccountEvent>) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'EmailVerified') return;
    const { userId: accountId } = event.data;
    const operationId = `verified-bonus:${accountId}`;
    const { commandId: causationId, correlationId = causationId } = meta;
    const result = await changeAccount(
      { accounts },
      {
        type: 'GrantCredits',
        accountId,
        operationId,
        amount: fromVut(WELCOME_CREDITS_VUT),
        reason: REASON,
      },
      { commandId: operationId, userId: accountId, correlationId, causationId },
    );
    // Whoever has deleted the account meanwhile needs none.
    return isRefusal(result) && result.refused !== 'ACCOUNT_CLOSED' ? result : undefined;
  };
