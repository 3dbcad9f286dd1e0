// A purchase of credits: what was ordered, what the payment provider says of its transfers, and whether it is settled.
import {
  creditsEvents,
  type PaymentEvent,
  type PaymentStatus,
  type Refusal,
  refuse,
} from '@tradeium/contracts';
import { isUnderWay, isUnpaid, mayBecome, mostTelling } from './payment-status.ts';

type DataOf<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { type: Type }>['data'];

export type Order = Omit<DataOf<'InvoiceRequested'>, 'paymentId'>;
export type Invoice = Omit<DataOf<'InvoiceCreated'>, 'paymentId'>;

/** Money on its way to the provider; an order may see several, in one coin or another. */
export type Transfer = Pick<DataOf<'PaymentStatusChanged'>, 'payCurrency' | 'payAmount' | 'actuallyPaid'> & {
  readonly id: string;
  readonly status: PaymentStatus;
  /** What a notice said and the provider has not confirmed yet. */
  readonly noticed: readonly PaymentStatus[];
  readonly held: DataOf<'PaymentHeld'>['reason'] | null;
};

export type Payment = {
  readonly order: Order | null;
  readonly invoice: Invoice | null;
  readonly transfers: readonly Transfer[];
  /** The one transfer that the credits were given for. */
  readonly settledBy: string | null;
  /** Nobody paid in time. */
  readonly isExpired: boolean;
};

export const unknownPayment: Payment = {
  order: null,
  invoice: null,
  transfers: [],
  settledBy: null,
  isExpired: false,
};

/** How long an invoice may be paid. */
export const INVOICE_DAYS = 7;
const DAY_MS = 86_400_000;
/** More than a person ever starts; beyond, notices are refused, and the provider tells its operator. */
const TRANSFERS_MAX = 200;

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
      return { ...payment, order };
    }
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
        noticed: noticed.filter((told) => mayBecome(status, told)),
      }));
    }
    case 'PaymentSettled':
      return { ...payment, settledBy: data.providerPaymentId };
    case 'PaymentHeld':
      // There is nothing to learn from the provider of another order's transfer.
      return withTransfer(payment, data.providerPaymentId, ({ noticed }) => ({
        held: data.reason,
        noticed: data.reason === 'order' ? [] : noticed,
      }));
    case 'PaymentRefunded':
      return payment;
  }
};

/** The payment as the event store keeps it. */
export const paymentAggregate = {
  ...creditsEvents.payment,
  stateVersion: 1,
  initial: unknownPayment,
  evolve: evolvePayment,
  snapshotEvery: 0,
} as const;

/** How the order is, told by its transfers; once settled, by the one that settled it. */
export const statusOf = (payment: Payment): PaymentStatus => {
  const settling = payment.settledBy === null ? undefined : transferOf(payment, payment.settledBy);
  const status = settling?.status ?? mostTelling(payment.transfers.map((transfer) => transfer.status));
  return payment.isExpired && isUnpaid(status) ? 'expired' : status;
};

/** Whether the provider has yet to be asked, or may say something else when it is asked again. */
export const isOpen = (payment: Payment): boolean =>
  isUnderWay(statusOf(payment)) || payment.transfers.some(({ noticed }) => noticed.length > 0);

/** Whether there is anything to learn of a transfer: not when it is over, or another order's. */
export const mayTellMore = ({ status, noticed, held }: Transfer): boolean =>
  held !== 'order' && (noticed.length > 0 || mayBecome(status, 'finished'));

/** Somebody has to look: there is money that was neither credited nor given back. */
export const needsReview = ({ transfers }: Payment): boolean =>
  transfers.some(({ held, status }) => held !== null && status !== 'refunded');

/** When an order can be paid no more. */
export const expiryOf = ({ requestedAt }: Pick<Order, 'requestedAt'>): string =>
  new Date(Date.parse(requestedAt) + INVOICE_DAYS * DAY_MS).toISOString();

/** Whether a notice tells what neither the provider nor another notice has told before. */
export const tellsMore = (payment: Payment, providerPaymentId: string, status: PaymentStatus): boolean => {
  const { status: known = 'pending', noticed = [], held } = transferOf(payment, providerPaymentId) ?? {};
  return held !== 'order' && mayBecome(known, status) && !noticed.includes(status);
};

/** What the provider says of one transfer. It is a stranger's word: what does not match the order is held. */
export type ProviderAnswer = Pick<Transfer, 'payCurrency' | 'payAmount' | 'actuallyPaid'> & {
  readonly providerPaymentId: string;
  readonly status: PaymentStatus;
  /** Null when it does not say. */
  readonly orderId: string | null;
  readonly priceCurrency: string;
  /** Null when it is no whole number of cents. */
  readonly priceCents: number | null;
};

export type PaymentCommand =
  | ({ readonly type: 'RequestInvoice' } & Omit<DataOf<'InvoiceRequested'>, 'requestedAt'>)
  | ({ readonly type: 'RecordInvoice' } & DataOf<'InvoiceCreated'>)
  | ({ readonly type: 'NoticePayment' } & DataOf<'PaymentNoticed'>)
  | { readonly type: 'ApplyProviderAnswer'; readonly paymentId: string; readonly answer: ProviderAnswer }
  | { readonly type: 'HoldSettledPayment'; readonly paymentId: string; readonly reason: 'account-closed' }
  | { readonly type: 'ExpireInvoice'; readonly paymentId: string };

type CommandOf<Type extends PaymentCommand['type']> = Extract<PaymentCommand, { type: Type }>;

/** Decides a command at a time (ISO 8601). What was done or told before is accepted again and changes nothing. */
export const decidePayment = (
  command: PaymentCommand,
  payment: Payment,
  now: string,
): PaymentEvent[] | Refusal => {
  if (command.type === 'RequestInvoice') return requestInvoice(command, payment, now);
  const { order } = payment;
  if (order === null) return refuse('PAYMENT_NOT_FOUND');
  switch (command.type) {
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

/** The status first, then what follows from it: money that has come is credited once or held, what went back is taken back. */
const applyAnswer = (
  { paymentId, answer }: CommandOf<'ApplyProviderAnswer'>,
  payment: Payment,
  order: Order,
): PaymentEvent[] => {
  const { providerPaymentId, status, payCurrency, payAmount, actuallyPaid } = answer;
  // Whose it is cannot be told yet: its notice stays unconfirmed, so it is asked about again.
  if (answer.orderId === null) return [];
  if (answer.orderId !== paymentId) return hold(paymentId, payment, providerPaymentId, 'order');
  const from = transferOf(payment, providerPaymentId)?.status ?? 'pending';
  if (!mayBecome(from, status)) return [];
  const changed: PaymentEvent = {
    type: 'PaymentStatusChanged',
    data: { paymentId, providerPaymentId, from, to: status, payCurrency, payAmount, actuallyPaid },
  };
  if (status === 'finished') return [changed, ...settle(paymentId, payment, order, answer)];
  // Of a closed account nothing was credited.
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
