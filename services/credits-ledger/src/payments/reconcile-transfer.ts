// Brings what we know of a payment to what the provider says of it.
import { isRefusal, type PaymentEvent, type Refusal } from '@tradeium/contracts';
import type { Aggregates } from '@tradeium/event-store';
import { decidePayment, mayTellMore, type Payment, type ProviderAnswer } from '../domain/payment.ts';
import { isUnderWay } from '../domain/payment-status.ts';
import type { PaymentProvider } from './payment-provider.ts';

export type Payments = Aggregates<Payment, PaymentEvent>;

export type Reconciliation = {
  readonly payments: Pick<Payments, 'execute'>;
  readonly provider: Pick<PaymentProvider, 'transfer' | 'transfersOf'>;
};

type Cause = { readonly correlationId?: string | undefined; readonly commandId: string };

/** Applies one answer; the same answer again changes nothing. */
export const applyAnswer = async (
  { payments }: Pick<Reconciliation, 'payments'>,
  paymentId: string,
  answer: ProviderAnswer,
  causedBy?: Cause,
): Promise<Refusal | undefined> => {
  const command = { type: 'ApplyProviderAnswer', paymentId, answer } as const;
  const ids = { correlationId: causedBy?.correlationId, causationId: causedBy?.commandId };
  // The status decides, and a transfer reaches each but once: that makes it one command.
  const commandId = `answer:${answer.providerPaymentId}:${answer.status}`;
  const outcome = await payments.execute(paymentId, { commandId, ...ids }, (payment, now) =>
    decidePayment(command, payment, now),
  );
  return outcome.ok ? undefined : outcome.refusal;
};

/** Asks about one transfer and applies the answer; rejects while the provider is away. */
export const reconcileTransfer = async (
  dependencies: Reconciliation,
  {
    paymentId,
    providerPaymentId,
    causedBy,
  }: { paymentId: string; providerPaymentId: string; causedBy?: Cause },
): Promise<Refusal | undefined> => {
  const answer = await dependencies.provider.transfer(providerPaymentId);
  return answer === null ? undefined : applyAnswer(dependencies, paymentId, answer, causedBy);
};

/**
 * Asks about the transfers of a purchase: those that its invoice has, where the provider lists them, and of those that
 * notices told of, the ones that are not over. `onTransfer` is called before each of them and ends it all by throwing.
 * Rejects while the provider is away; a refusal is thrown too, for the caller to try again.
 */
export const reconcilePayment = async (
  dependencies: Reconciliation,
  paymentId: string,
  { invoice, transfers }: Pick<Payment, 'invoice' | 'transfers'>,
  onTransfer: () => void,
): Promise<void> => {
  const apply = async (answer: ProviderAnswer): Promise<void> => {
    const refusal = await applyAnswer(dependencies, paymentId, answer);
    if (isRefusal(refusal)) throw new Error(`refused: ${refusal.refused}`);
  };
  const { provider } = dependencies;
  const listed = (invoice && (await provider.transfersOf(invoice.providerInvoiceId))) ?? [];
  for (const answer of listed) {
    onTransfer();
    await apply(answer);
  }
  const told = transfers.filter(
    (transfer) =>
      mayTellMore(transfer) && listed.every(({ providerPaymentId }) => providerPaymentId !== transfer.id),
  );
  const hopeful = told.filter(({ status }) => isUnderWay(status));
  for (const { id } of [...hopeful, ...told.filter((transfer) => !hopeful.includes(transfer))]) {
    onTransfer();
    const answer = await provider.transfer(id);
    if (answer) await apply(answer);
  }
};
