// Asks the payment provider for a transfer's status and records its answer, which alone counts.
import { isRefusal, isUnderWay, type Refusal } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import type { ProviderAnswer } from '../domain/payment.ts';
import { mayTellMore, type Payment, type TransferReference, transferOf } from '../domain/payment-state.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';

type Confirmation = {
  readonly payments: Stores['payments'];
  readonly provider: Pick<PaymentProvider, 'transfer'>;
};

type Reconciliation = {
  readonly payments: Pick<Stores['payments'], 'change'>;
  readonly provider: Pick<PaymentProvider, 'transfer' | 'transfersOf'>;
};

/** Records one answer; the same answer again changes nothing. */
const applyAnswer = async (
  payments: Pick<Stores['payments'], 'change'>,
  paymentId: string,
  answer: ProviderAnswer,
  causedBy?: Omit<CommandIds, 'commandId'>,
): Promise<Refusal | undefined> => {
  // A transfer reaches each status once, so its status makes it one command.
  const commandId = `answer:${answer.providerPaymentId}:${answer.status}`;
  const command = { type: 'ApplyProviderAnswer', paymentId, answer } as const;
  const change = await payments.change(paymentId, command, { ...causedBy, commandId });
  return isRefusal(change) ? change : undefined;
};

/** True if a notice says something about a transfer that the provider has not confirmed yet. */
export const isUnconfirmed = async (
  payments: Pick<Stores['payments'], 'load'>,
  { paymentId, providerPaymentId }: TransferReference,
): Promise<boolean> => {
  const { state } = await payments.load(paymentId);
  return (transferOf(state, providerPaymentId)?.noticed.length ?? 0) > 0;
};

/**
 * Asks about one transfer. Resolves to whether all its notices are confirmed, or to a refusal; rejects while the provider
 * is down.
 */
export const confirmTransfer = async (
  { payments, provider }: Confirmation,
  transfer: TransferReference,
  causedBy?: Omit<CommandIds, 'commandId'>,
): Promise<boolean | Refusal> => {
  const answer = await provider.transfer(transfer.providerPaymentId);
  const refusal = answer && (await applyAnswer(payments, transfer.paymentId, answer, causedBy));
  return refusal ?? !(await isUnconfirmed(payments, transfer));
};

/**
 * Asks about the transfers of a purchase: those that the provider lists for its invoice, where it does, and those that
 * notices named and that are not final. `onTransfer` is called before each and stops everything by throwing. Rejects
 * while the provider is down, and when an answer is refused.
 */
export const reconcilePayment = async (
  { payments, provider }: Reconciliation,
  paymentId: string,
  { invoice, transfers }: Pick<Payment, 'invoice' | 'transfers'>,
  onTransfer: () => void,
): Promise<void> => {
  const apply = async (answer: ProviderAnswer): Promise<void> => {
    const refusal = await applyAnswer(payments, paymentId, answer);
    if (isRefusal(refusal)) throw new Error(`refused: ${refusal.refused}`);
  };
  const listed = (invoice && (await provider.transfersOf(invoice.providerInvoiceId))) ?? [];
  for (const answer of listed) {
    onTransfer();
    await apply(answer);
  }
  const unlisted = transfers.filter(
    (transfer) =>
      mayTellMore(transfer) && listed.every(({ providerPaymentId }) => providerPaymentId !== transfer.id),
  );
  const underWay = unlisted.filter(({ status }) => isUnderWay(status));
  for (const { id } of [...underWay, ...unlisted.filter((transfer) => !underWay.includes(transfer))]) {
    onTransfer();
    const answer = await provider.transfer(id);
    if (answer) await apply(answer);
  }
};
