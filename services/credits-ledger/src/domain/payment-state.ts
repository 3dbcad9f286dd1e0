// The state of a purchase: its order, invoice and transfers, and its status.
import {
  isUnderWay,
  isUnpaid,
  mayBecome,
  mostTelling,
  type PaymentEvent,
  type PaymentStatus,
} from '@tradeium/contracts';

export type DataOf<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { type: Type }>['data'];

export type Order = Omit<DataOf<'InvoiceRequested'>, 'paymentId'>;
export type Invoice = Omit<DataOf<'InvoiceCreated'>, 'paymentId'>;

/** Money on its way to the provider; an order may see several, in one coin or another. */
export type Transfer = Pick<DataOf<'PaymentStatusChanged'>, 'payCurrency' | 'payAmount' | 'actuallyPaid'> & {
  readonly id: string;
  readonly status: PaymentStatus;
  /** Statuses from notices that the provider has not confirmed yet. */
  readonly noticed: readonly PaymentStatus[];
  readonly held: DataOf<'PaymentHeld'>['reason'] | null;
};

/** A transfer of an order. */
export type TransferReference = { readonly paymentId: string; readonly providerPaymentId: string };

export type Payment = {
  readonly order: Order | null;
  /** When the invoice was last requested, and whether the provider refused it. */
  readonly invoiceRequest: { readonly at: string; readonly failed: boolean } | null;
  readonly invoice: Invoice | null;
  readonly transfers: readonly Transfer[];
  /** The transfer that paid for the credits. */
  readonly settledBy: string | null;
  /** It was not paid in time. */
  readonly isExpired: boolean;
};

export const unknownPayment: Payment = {
  order: null,
  invoiceRequest: null,
  invoice: null,
  transfers: [],
  settledBy: null,
  isExpired: false,
};

/** How long an invoice can be paid. */
export const INVOICE_DAYS = 7;
const DAY_MS = 86_400_000;
export const transferOf = ({ transfers }: Payment, id: string): Transfer | undefined =>
  transfers.find((transfer) => transfer.id === id);

const withTransfer = (
  payment: Payment,
  id: string,
  change: (transfer: Transfer) => Partial<Transfer>,
): Payment => {
  const known = transferOf(payment, id);
  const nothing = { payCurrency: null, payAmount: null, actuallyPaid: null, noticed: [], held: null };
  const transfer: Transfer = known ?? { id, status: 'pending', ...nothing };
  const changed = { ...transfer, ...change(transfer) };
  const transfers = known
    ? payment.transfers.map((one) => (one.id === id ? changed : one))
    : [...payment.transfers, changed];
  return { ...payment, transfers };
};

/** Folds one event into the payment. */
export const evolvePayment = (payment: Payment, { type, data }: PaymentEvent): Payment => {
  switch (type) {
    case 'InvoiceRequested': {
      const { paymentId: _, ...order } = data;
      return { ...payment, order, invoiceRequest: { at: order.requestedAt, failed: false } };
    }
    case 'InvoiceRetried':
      return { ...payment, invoiceRequest: { at: data.requestedAt, failed: false } };
    case 'InvoiceFailed':
      return {
        ...payment,
        invoiceRequest: payment.invoiceRequest && { ...payment.invoiceRequest, failed: true },
      };
    case 'InvoiceCreated': {
      const { paymentId: _, ...invoice } = data;
      return { ...payment, invoice };
    }
    case 'InvoiceExpired':
      return { ...payment, isExpired: true };
    case 'PaymentNoticed':
      return withTransfer(payment, data.providerPaymentId, ({ noticed }) => ({
        noticed: [...noticed, data.status],
      }));
    case 'PaymentStatusChanged': {
      const { to: status, payCurrency, payAmount, actuallyPaid } = data;
      return withTransfer(payment, data.providerPaymentId, ({ noticed }) => ({
        status,
        payCurrency,
        payAmount,
        actuallyPaid,
        noticed: noticed.filter((noticedStatus) => mayBecome(status, noticedStatus)),
      }));
    }
    case 'PaymentSettled':
      return { ...payment, settledBy: data.providerPaymentId };
    case 'PaymentHeld':
      // Another order's transfer is not checked again.
      return withTransfer(payment, data.providerPaymentId, ({ noticed }) => ({
        held: data.reason,
        noticed: data.reason === 'order' ? [] : noticed,
      }));
    case 'PaymentRefunded':
      return payment;
  }
};

/** A request for an invoice without an outcome for this long is lost. */
const INVOICE_REQUEST_MS = 60_000;

/** True if an invoice still has to be requested. */
export const awaitsInvoice = ({ invoice, invoiceRequest }: Payment): boolean =>
  invoice === null && invoiceRequest?.failed === false;

/** True if a new request may bring an invoice: the last one failed or was lost. */
export const mayRetryInvoice = (payment: Payment, now: string): boolean => {
  const { invoice, invoiceRequest } = payment;
  if (invoice !== null || invoiceRequest === null) return false;
  return invoiceRequest.failed || Date.parse(now) - Date.parse(invoiceRequest.at) >= INVOICE_REQUEST_MS;
};

/** The order's status: that of the transfer that settled it, else the most significant one. */
export const statusOf = (payment: Payment): PaymentStatus => {
  const settling = payment.settledBy === null ? undefined : transferOf(payment, payment.settledBy);
  const status = settling?.status ?? mostTelling(payment.transfers.map((transfer) => transfer.status));
  return payment.isExpired && isUnpaid(status) ? 'expired' : status;
};

/** True if asking the provider may bring news of the order. */
export const isOpen = (payment: Payment): boolean =>
  isUnderWay(statusOf(payment)) || payment.transfers.some(({ noticed }) => noticed.length > 0);

/** True if asking the provider may bring news of a transfer: not when it is final, or belongs to another order. */
export const mayTellMore = ({ status, noticed, held }: Transfer): boolean =>
  held !== 'order' && (noticed.length > 0 || mayBecome(status, 'finished'));

/** An operator has to check: money was neither credited nor refunded. */
export const needsReview = ({ transfers }: Payment): boolean =>
  transfers.some(({ held, status }) => held !== null && status !== 'refunded');

/** When an order can no longer be paid. */
export const expiryOf = ({ requestedAt }: Pick<Order, 'requestedAt'>): string =>
  new Date(Date.parse(requestedAt) + INVOICE_DAYS * DAY_MS).toISOString();

/** True if a notice says something new, unknown from the provider and from other notices. */
export const tellsMore = (payment: Payment, providerPaymentId: string, status: PaymentStatus): boolean => {
  const { status: known = 'pending', noticed = [], held } = transferOf(payment, providerPaymentId) ?? {};
  return held !== 'order' && mayBecome(known, status) && !noticed.includes(status);
};
