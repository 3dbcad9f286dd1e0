// The facts of a purchase of credits, from the order to the credits. A payment's id is the order id at the provider.
import { z } from 'zod';
import { PAYMENT_STATUSES } from '../constants.ts';
import { microVut } from '../money-schema.ts';
import { eventOf } from './event.ts';

const paymentId = z.string();
/** The provider's id of one transfer; an order may see several. */
const providerPaymentId = z.string().min(1).max(64);
const status = z.enum(PAYMENT_STATUSES);
/** A decimal number as the provider wrote it. */
const decimal = z.string().max(64);

export const paymentEvents = z.discriminatedUnion('type', [
  eventOf('InvoiceRequested', {
    paymentId,
    accountId: z.string(),
    amountUsdCents: z.int().positive(),
    credits: microVut,
    requestedAt: z.iso.datetime(),
  }),
  eventOf('InvoiceCreated', {
    paymentId,
    providerInvoiceId: z.string().max(64),
    paymentUrl: z.url().max(2_000),
  }),
  /** The provider made no invoice; the buyer may ask again. */
  eventOf('InvoiceFailed', { paymentId }),
  /** The buyer asked again for the invoice of an order that has none. */
  eventOf('InvoiceRetried', { paymentId, requestedAt: z.iso.datetime() }),
  /** No payment arrived in time. */
  eventOf('InvoiceExpired', { paymentId }),
  /** A signed notice arrived. It is only a reason to ask the provider about this transfer. */
  eventOf('PaymentNoticed', { paymentId, providerPaymentId, status }),
  /** The provider's answer. */
  eventOf('PaymentStatusChanged', {
    paymentId,
    providerPaymentId,
    from: status,
    to: status,
    payCurrency: z.string().max(32).nullable(),
    actuallyPaid: decimal.nullable(),
    payAmount: decimal.nullable(),
  }),
  /** The provider has the money, and order, currency and amount match: the user gets the credits. */
  eventOf('PaymentSettled', {
    paymentId,
    accountId: z.string(),
    providerPaymentId,
    amountUsdCents: z.int().positive(),
    credits: microVut,
  }),
  /** The provider reports it finished, but something does not match: an operator decides, nothing is credited. */
  eventOf('PaymentHeld', {
    paymentId,
    providerPaymentId,
    reason: z.enum(['order', 'currency', 'amount', 'second-transfer', 'account-closed']),
  }),
  /** Settled money went back: the credits are taken back as far as they are available. */
  eventOf('PaymentRefunded', { paymentId, accountId: z.string(), providerPaymentId, credits: microVut }),
]);

export type PaymentEvent = z.infer<typeof paymentEvents>;
