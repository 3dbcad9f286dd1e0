// Gives every user the welcome credits once the e-mail address is verified; told twice, it gives them once.
import {
  type AccountEvent,
  fromVut,
  type Refusal,
  type UserEvent,
  userEvents,
  WELCOME_CREDITS_VUT,
} from '@tradeium/contracts';
import type { Aggregates, StoredEvent } from '@tradeium/event-store';
import { type Account, decideAccount } from '../domain/account.ts';

/** The users of the auth context, as far as this service listens to them. */
export const usersOfAuth = { context: 'auth', name: 'user', events: userEvents } as const;

const REASON = 'welcome bonus';

export const grantWelcomeCredits =
  (accounts: Pick<Aggregates<Account, AccountEvent>, 'execute'>) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'EmailVerified') return;
    const { userId } = event.data;
    const operationId = `verified-bonus:${userId}`;
    const { correlationId, commandId: causationId } = meta;
    const command = {
      type: 'GrantCredits',
      accountId: userId,
      operationId,
      amount: fromVut(WELCOME_CREDITS_VUT),
      reason: REASON,
    } as const;
    const outcome = await accounts.execute(
      userId,
      { commandId: operationId, input: command, userId, correlationId, causationId },
      (account, now) => decideAccount(command, account, now),
    );
    return outcome.ok ? undefined : outcome.refusal;
  };
