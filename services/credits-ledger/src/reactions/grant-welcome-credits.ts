// Gives every user the welcome credits, once, when the e-mail address is verified.
import { fromVut, isRefusal, type Refusal, type UserEvent, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { type Accounts, changeAccount } from '../commands/change-account.ts';
import { idsCausedBy } from '../commands/command-ids.ts';

const REASON = 'welcome bonus';

export const grantWelcomeCredits =
  (accounts: Pick<Accounts, 'execute'>) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'EmailVerified') return;
    const { userId: accountId } = event.data;
    const operationId = `verified-bonus:${accountId}`;
    const amount = fromVut(WELCOME_CREDITS_VUT);
    const result = await changeAccount(
      accounts,
      { type: 'GrantCredits', accountId, operationId, amount, reason: REASON },
      { commandId: operationId, userId: accountId, ...idsCausedBy(meta) },
    );
    // A user who has since deleted the account needs none.
    return isRefusal(result) && result.refused !== 'ACCOUNT_CLOSED' ? result : undefined;
  };
