// Adds the credits of a purchase once its money arrives, and takes them back when the money goes back.
import { isRefusal, type PaymentEvent, type Refusal } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { idsCausedBy } from '@tradeium/event-store';
import { type Accounts, changeAccount } from '../commands/change-account.ts';
import { changePayment, type Payments } from '../commands/change-payment.ts';
import type { AccountCommand } from '../domain/account-commands.ts';

type Dependencies = {
  readonly accounts: Pick<Accounts, 'execute'>;
  readonly payments: Pick<Payments, 'execute'>;
};

/** The effect on the account. The payment determines each operation's id, so that a repeated event counts once. */
const commandOf = (event: PaymentEvent): (AccountCommand & { operationId: string }) | null => {
  if (event.type === 'PaymentSettled') {
    const { accountId, paymentId, credits: amount } = event.data;
    const operationId = `payment:${paymentId}`;
    return { type: 'GrantCredits', accountId, operationId, amount, source: 'payments', reason: 'purchase' };
  }
  if (event.type === 'PaymentRefunded') {
    const { accountId, paymentId } = event.data;
    const operationId = `payment-refund:${paymentId}`;
    return { type: 'ReverseGrant', accountId, operationId, grant: `payment:${paymentId}`, reason: 'refund' };
  }
  return null;
};

export const creditPurchases =
  ({ accounts, payments }: Dependencies) =>
  async ({ event, meta }: StoredEvent<PaymentEvent>): Promise<Refusal | undefined> => {
    const command = commandOf(event);
    if (command === null) return;
    const { operationId: commandId, accountId: userId } = command;
    const result = await changeAccount(accounts, command, { commandId, userId, ...idsCausedBy(meta) });
    if (!isRefusal(result)) return;
    if (result.refused !== 'ACCOUNT_CLOSED') return result;
    // The user is gone but the money is here: an operator has to give it back.
    const { paymentId } = event.data;
    const hold = { type: 'HoldSettledPayment', paymentId, reason: 'account-closed' } as const;
    const held = await changePayment(payments, hold, {
      commandId: `hold:${paymentId}`,
      ...idsCausedBy(meta),
    });
    return held.ok ? undefined : held.refusal;
  };
