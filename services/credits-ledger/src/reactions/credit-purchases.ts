// Adds the credits of a purchase once its money arrives, and takes them back when the money is refunded.
import type { PaymentEvent, Refusal } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { type CreditCommand, type Crediting, creditPurchase } from '../commands/credit-purchase.ts';
import { grantOfPurchase, refundOfPurchase } from '../domain/purchase-operations.ts';

/** The effect on the account. */
const commandOf = (event: PaymentEvent): CreditCommand | null => {
  if (event.type === 'PaymentSettled') {
    const { accountId, paymentId, credits: amount } = event.data;
    const operationId = grantOfPurchase(paymentId);
    return { type: 'GrantCredits', accountId, operationId, amount, source: 'payments', reason: 'purchase' };
  }
  if (event.type === 'PaymentRefunded') {
    const { accountId, paymentId } = event.data;
    const operationId = refundOfPurchase(paymentId);
    const grant = grantOfPurchase(paymentId);
    return { type: 'ReverseGrant', accountId, operationId, grant, reason: 'refund' };
  }
  return null;
};

export const creditPurchases =
  (dependencies: Crediting) =>
  async ({ event, meta }: StoredEvent<PaymentEvent>): Promise<Refusal | undefined> => {
    const command = commandOf(event);
    if (command === null) return undefined;
    return creditPurchase(dependencies, event.data.paymentId, command, idsCausedBy(meta));
  };
