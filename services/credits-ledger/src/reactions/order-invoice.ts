// Requests an order's invoice from the payment provider, and records the outcome.
import { type PaymentEvent, type Refusal, VUT_PER_USD } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { idsCausedBy } from '@tradeium/event-store';
import type { Log } from '@tradeium/service-kit';
import { changePayment, type Payments } from '../commands/change-payment.ts';
import { awaitsInvoice, type Order } from '../domain/payment-state.ts';
import type { InvoiceOrder, PaymentProvider } from '../provider/payment-provider.ts';

/** After this the buyer is gone, and asks again if necessary. */
const BUYER_WAITS_MS = 10 * 60_000;

type Dependencies = {
  readonly payments: Payments;
  readonly provider: Pick<PaymentProvider, 'createInvoice'>;
  /** The product's address in browsers. */
  readonly publicUrl: string;
  readonly log: Log;
  readonly now: () => Date;
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
export const orderInvoice =
  ({ payments, provider, publicUrl, log, now }: Dependencies) =>
  async ({ event, meta, sequence }: StoredEvent<PaymentEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'InvoiceRequested' && event.type !== 'InvoiceRetried') return;
    const { paymentId, requestedAt } = event.data;
    if (now().getTime() - Date.parse(requestedAt) > BUYER_WAITS_MS) return;
    const { state } = await payments.load(paymentId);
    if (state.order === null || !awaitsInvoice(state)) return;
    const invoice = await provider
      .createInvoice(invoiceOrder(paymentId, state.order, publicUrl))
      .catch((err: unknown) => {
        log.warn(
          { err, paymentId, correlationId: meta.correlationId },
          'the payment provider made no invoice',
        );
        return null;
      });
    const outcome = await changePayment(
      payments,
      invoice ? { type: 'RecordInvoice', paymentId, ...invoice } : { type: 'FailInvoice', paymentId },
      { commandId: `invoice:${sequence}`, ...idsCausedBy(meta) },
    );
    return outcome.ok ? undefined : outcome.refusal;
  };
