// A purchase of credits as an aggregate: its commands and their events.
import {
  creditsEvents,
  isUnpaid,
  mayBecome,
  type PaymentEvent,
  type PaymentStatus,
  type Refusal,
  refuse,
} from '@tradeium/contracts';
import {
  awaitsInvoice,
  type DataOf,
  evolvePayment,
  expiryOf,
  mayRetryInvoice,
  type Order,
  type Payment,
  statusOf,
  type Transfer,
  tellsMore,
  transferOf,
  unknownPayment,
} from './payment-state.ts';

export type { Payment } from './payment-state.ts';

/** More than a person ever starts. Further notices are refused, and the provider reports that. */
const TRANSFERS_MAX = 200;

/** The provider's report on one transfer. It is not trusted: a mismatch with the order is held. */
export type ProviderAnswer = Pick<Transfer, 'payCurrency' | 'payAmount' | 'actuallyPaid'> & {
  readonly providerPaymentId: string;
  readonly status: PaymentStatus;
  /** Null when the provider omits it. */
  readonly orderId: string | null;
  readonly priceCurrency: string;
  /** Null when it is not a whole number of cents. */
  readonly priceCents: number | null;
};

export type PaymentCommand =
  | ({ readonly type: 'RequestInvoice' } & Omit<DataOf<'InvoiceRequested'>, 'requestedAt'>)
  | { readonly type: 'RetryInvoice' | 'FailInvoice'; readonly paymentId: string }
  | ({ readonly type: 'RecordInvoice' } & DataOf<'InvoiceCreated'>)
  | ({ readonly type: 'NoticePayment' } & DataOf<'PaymentNoticed'>)
  | { readonly type: 'ApplyProviderAnswer'; readonly paymentId: string; readonly answer: ProviderAnswer }
  | { readonly type: 'HoldSettledPayment'; readonly paymentId: string; readonly reason: 'account-closed' }
  | { readonly type: 'ExpireInvoice'; readonly paymentId: string };

export type CommandOf<Type extends PaymentCommand['type']> = Extract<PaymentCommand, { type: Type }>;

/** Decides a command at a time (ISO 8601). A repeated command is accepted and changes nothing. */
export const decidePayment = (
  command: PaymentCommand,
  payment: Payment,
  now: string,
): PaymentEvent[] | Refusal => {
  if (command.type === 'RequestInvoice') return requestInvoice(command, payment, now);
  const { order } = payment;
  if (order === null) return refuse('PAYMENT_NOT_FOUND');
  switch (command.type) {
    case 'RetryInvoice':
      return mayRetryInvoice(payment, now)
        ? [{ type: 'InvoiceRetried', data: { paymentId: command.paymentId, requestedAt: now } }]
        : [];
    case 'FailInvoice':
      return awaitsInvoice(payment)
        ? [{ type: 'InvoiceFailed', data: { paymentId: command.paymentId } }]
        : [];
    case 'RecordInvoice': {
      const { type: _, ...data } = command;
      return payment.invoice === null ? [{ type: 'InvoiceCreated', data }] : [];
    }
    case 'NoticePayment':
      return noticePayment(command, payment);
    case 'ApplyProviderAnswer':
      return applyAnswer(command, payment, order);
    case 'HoldSettledPayment':
      return payment.settledBy === null
        ? []
        : hold(command.paymentId, payment, payment.settledBy, command.reason);
    case 'ExpireInvoice':
      return isUnpaid(statusOf(payment)) && now >= expiryOf(order)
        ? [{ type: 'InvoiceExpired', data: { paymentId: command.paymentId } }]
        : [];
  }
};

/** The payment's aggregate. */
export const paymentAggregate = {
  ...creditsEvents.payment,
  stateVersion: 2,
  initial: unknownPayment,
  evolve: evolvePayment,
  decide: decidePayment,
  snapshotEvery: 0,
} as const;

const requestInvoice = (
  { type: _, ...ordered }: CommandOf<'RequestInvoice'>,
  { order }: Payment,
  now: string,
): PaymentEvent[] | Refusal => {
  if (order === null) return [{ type: 'InvoiceRequested', data: { ...ordered, requestedAt: now } }];
  const isSame =
    order.accountId === ordered.accountId &&
    order.amountUsdCents === ordered.amountUsdCents &&
    order.credits === ordered.credits;
  return isSame ? [] : refuse('COMMAND_ID_REUSED');
};

const noticePayment = (
  { type: _, ...data }: CommandOf<'NoticePayment'>,
  payment: Payment,
): PaymentEvent[] | Refusal => {
  if (!tellsMore(payment, data.providerPaymentId, data.status)) return [];
  const isNew = transferOf(payment, data.providerPaymentId) === undefined;
  if (isNew && payment.transfers.length >= TRANSFERS_MAX) return refuse('TOO_MANY_REQUESTS');
  return [{ type: 'PaymentNoticed', data }];
};

const hold = (
  paymentId: string,
  payment: Payment,
  providerPaymentId: string,
  reason: DataOf<'PaymentHeld'>['reason'],
): PaymentEvent[] =>
  transferOf(payment, providerPaymentId)?.held
    ? []
    : [{ type: 'PaymentHeld', data: { paymentId, providerPaymentId, reason } }];

/** The status first, then its effects: arrived money is credited once or held, a refund takes the credits back. */
const applyAnswer = (
  { paymentId, answer }: CommandOf<'ApplyProviderAnswer'>,
  payment: Payment,
  order: Order,
): PaymentEvent[] => {
  const { providerPaymentId, status, payCurrency, payAmount, actuallyPaid } = answer;
  // The order is unknown so far; the notice stays unconfirmed, so the provider is asked again.
  if (answer.orderId === null) return [];
  if (answer.orderId !== paymentId) return hold(paymentId, payment, providerPaymentId, 'order');
  const from = transferOf(payment, providerPaymentId)?.status ?? 'pending';
  if (!mayBecome(from, status)) return [];
  const changed: PaymentEvent = {
    type: 'PaymentStatusChanged',
    data: { paymentId, providerPaymentId, from, to: status, payCurrency, payAmount, actuallyPaid },
  };
  if (status === 'finished') return [changed, ...settle(paymentId, payment, order, answer)];
  // A closed account got no credits.
  const isCredited = payment.settledBy === providerPaymentId && !transferOf(payment, providerPaymentId)?.held;
  if (status === 'refunded' && isCredited) {
    const { accountId, credits } = order;
    return [changed, { type: 'PaymentRefunded', data: { paymentId, accountId, providerPaymentId, credits } }];
  }
  return [changed];
};

const settle = (
  paymentId: string,
  payment: Payment,
  { accountId, amountUsdCents, credits }: Order,
  { providerPaymentId, priceCurrency, priceCents }: ProviderAnswer,
): PaymentEvent[] => {
  if (payment.settledBy !== null) return hold(paymentId, payment, providerPaymentId, 'second-transfer');
  if (priceCurrency !== 'usd') return hold(paymentId, payment, providerPaymentId, 'currency');
  if (priceCents !== amountUsdCents) return hold(paymentId, payment, providerPaymentId, 'amount');
  const data = { paymentId, accountId, providerPaymentId, amountUsdCents, credits };
  return [{ type: 'PaymentSettled', data }];
};
