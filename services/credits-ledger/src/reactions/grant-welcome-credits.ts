// Gives the welcome credits to the first account of every mailbox, once its address is proven.
import {
  fromVut,
  isRefusal,
  type MailboxEvent,
  type Refusal,
  WELCOME_CREDITS_VUT,
} from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import { changeAccount } from '../commands/change-account.ts';

const REASON = 'welcome bonus';

/** A mailbox is claimed once and permanently, and the account accepts the operation once: so a mailbox has one bonus. */
export const grantWelcomeCredits =
  (accounts: Pick<Stores['accounts'], 'change'>) =>
  async ({ event, meta }: StoredEvent<MailboxEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'MailboxClaimed') return;
    const { userId: accountId } = event.data;
    const operationId = `verified-bonus:${accountId}`;
    const amount = fromVut(WELCOME_CREDITS_VUT);
    const result = await changeAccount(
      accounts,
      { type: 'GrantCredits', accountId, operationId, amount, reason: REASON },
      { commandId: operationId, userId: accountId, ...idsCausedBy(meta) },
    );
    // The user has deleted the account since.
    return isRefusal(result) && result.refused !== 'ACCOUNT_CLOSED' ? result : undefined;
  };
