// Orders an invoice from the payment provider, and records the outcome.
import { isRefusal, type Refusal, VUT_PER_USD } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import type { Log } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { awaitsInvoice, type Order } from '../domain/payment-state.ts';
import type { InvoiceOrder, PaymentProvider } from '../provider/payment-provider.ts';

export type Ordering = {
  readonly payments: Stores['payments'];
  readonly provider: Pick<PaymentProvider, 'createInvoice'>;
  /** The product's address in browsers. */
  readonly publicUrl: string;
  readonly log: Log;
};

const invoiceOrder = (orderId: string, { amountUsdCents }: Order, publicUrl: string): InvoiceOrder => {
  const url = (path: string): string => new URL(path, publicUrl).href;
  return {
    orderId,
    amountUsdCents,
    description: `${((amountUsdCents * VUT_PER_USD) / 100).toLocaleString('en-US')} VUT for Tradeium`,
    noticeUrl: url('/api/payments/webhook'),
    successUrl: url('/credits?success=true'),
    cancelUrl: url('/credits?canceled=true'),
  };
};

/** After a crash the provider may make two invoices for one order; the first recorded one counts. */
export const orderInvoice = async (
  { payments, provider, publicUrl, log }: Ordering,
  paymentId: string,
  ids: CommandIds,
): Promise<Refusal | undefined> => {
  const { state } = await payments.load(paymentId);
  if (state.order === null || !awaitsInvoice(state)) return undefined;
  const invoice = await provider
    .createInvoice(invoiceOrder(paymentId, state.order, publicUrl))
    .catch((err: unknown) => {
      const { correlationId } = ids;
      log.warn({ err, paymentId, correlationId }, 'the payment provider made no invoice');
      return null;
    });
  const change = await payments.change(
    paymentId,
    invoice ? { type: 'RecordInvoice', paymentId, ...invoice } : { type: 'FailInvoice', paymentId },
    ids,
  );
  return isRefusal(change) ? change : undefined;
};
