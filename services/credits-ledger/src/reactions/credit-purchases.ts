// Adds the credits of a purchase once its money has come, and takes them back when the money went back.
import { type AccountEvent, isRefusal, type PaymentEvent, type Refusal } from '@tradeium/contracts';
import type { Aggregates, StoredEvent } from '@tradeium/event-store';
import { type AccountCommand, decideAccount } from '../domain/account.ts';
import { answerOf } from '../domain/account-operations.ts';
import type { Account } from '../domain/account-state.ts';
import { decidePayment, type Payment } from '../domain/payment.ts';

type Dependencies = {
  readonly accounts: Pick<Aggregates<Account, AccountEvent>, 'execute'>;
  readonly payments: Pick<Aggregates<Payment, PaymentEvent>, 'execute'>;
};

/** What follows for the account; each has an id that the payment determines, so that told twice it happens once. */
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
    const { operationId: commandId, accountId } = command;
    const { correlationId, commandId: causationId } = meta;
    const outcome = await accounts.execute(
      accountId,
      { commandId, input: command, userId: accountId, correlationId, causationId },
      (account, now) => decideAccount(command, account, now),
    );
    const told = outcome.ok ? answerOf(command, outcome.events, outcome.state) : outcome.refusal;
    const refusal = isRefusal(told) ? told : undefined;
    if (refusal?.refused !== 'ACCOUNT_CLOSED') return refusal;
    // Its user is gone, the money is here: somebody has to give it back.
    const { paymentId } = event.data;
    const hold = { type: 'HoldSettledPayment', paymentId, reason: 'account-closed' } as const;
    const held = await payments.execute(
      paymentId,
      { commandId: `hold:${paymentId}`, correlationId },
      (state, now) => decidePayment(hold, state, now),
    );
    return held.ok ? undefined : held.refusal;
  };
