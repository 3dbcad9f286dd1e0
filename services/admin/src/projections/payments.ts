// Purchases of credits as operators read them: what was ordered, what came of it, and when.
import {
  creditsEvents,
  isUnderWay,
  isUnpaid,
  mostTelling,
  type PaymentEvent,
  type PaymentStatus,
} from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import type { HeldReason } from '../domain/held-words.ts';
import { readsOf } from '../domain/reads.ts';

/** Money on its way to the provider; an order may see several. */
type Transfer = {
  id: string;
  status: PaymentStatus;
  payCurrency: string | null;
  /** In that currency, as the provider writes it: what has arrived, and what was to. */
  paid: string | null;
  due: string | null;
  held: HeldReason | null;
};

/** Its id is the order's. */
export type PaymentDocument = {
  userId: string;
  amountCents: number;
  /** 10⁻⁶ VUT that it is for. */
  credits: number;
  createdAt: string;
  /** Of a settled purchase always `finished`, also once it is refunded. */
  status: PaymentStatus;
  /** It may still be paid or settled. */
  isPending: boolean;
  payCurrency: string | null;
  /** Of the most telling transfer, in that currency. */
  paid: string | null;
  due: string | null;
  /** The provider's, as its own pages show it. */
  invoiceId: string | null;
  confirmedAt: string | null;
  refundedAt: string | null;
  isRefunded: boolean;
  /** When a purchase was settled that is refunded by now; null for every other one. */
  lostRevenueAt: string | null;
  held: HeldReason | null;
  transfers: Transfer[];
  settledBy: string | null;
  isExpired: boolean;
};

const schema = new Schema<PaymentDocument>({
  userId: String,
  amountCents: Number,
  credits: Number,
  createdAt: String,
  status: String,
  isPending: Boolean,
  payCurrency: String,
  confirmedAt: String,
  refundedAt: String,
  isRefunded: Boolean,
  lostRevenueAt: String,
  held: String,
  transfers: [Schema.Types.Mixed],
  settledBy: String,
  isExpired: Boolean,
  paid: String,
  due: String,
  invoiceId: String,
});
for (const field of ['createdAt', 'amountCents', 'confirmedAt']) {
  schema.index({ [field]: 1, _id: 1 });
  schema.index({ userId: 1, [field]: 1, _id: 1 });
  schema.index({ status: 1, [field]: 1, _id: 1 });
}
schema.index({ isPending: 1 });
schema.index({ invoiceId: 1 });
schema.index({ isRefunded: 1, createdAt: 1, _id: 1 });
schema.index({ lostRevenueAt: 1 });

const TRANSFERS_MAX = 50;

const ordered = ({
  accountId: userId,
  amountUsdCents: amountCents,
  credits,
  requestedAt: createdAt,
}: Extract<PaymentEvent, { type: 'InvoiceRequested' }>['data']): PaymentDocument => ({
  userId,
  amountCents,
  credits,
  createdAt,
  status: 'pending',
  isPending: true,
  payCurrency: null,
  confirmedAt: null,
  refundedAt: null,
  isRefunded: false,
  lostRevenueAt: null,
  held: null,
  transfers: [],
  settledBy: null,
  isExpired: false,
  paid: null,
  due: null,
  invoiceId: null,
});

const withTransfer = (
  payment: PaymentDocument,
  id: string,
  change: Partial<Transfer>,
): Pick<PaymentDocument, 'transfers'> => {
  const known = payment.transfers.find((transfer) => transfer.id === id);
  const unknown = { status: 'pending' as const, payCurrency: null, paid: null, due: null, held: null };
  const changed = { id, ...unknown, ...known, ...change };
  const others = payment.transfers.filter((transfer) => transfer.id !== id);
  return { transfers: [...others, changed].slice(-TRANSFERS_MAX) };
};

const changeOf = (
  payment: PaymentDocument,
  { type, data }: PaymentEvent,
  at: string,
): Partial<PaymentDocument> => {
  switch (type) {
    case 'InvoiceCreated':
      return { invoiceId: data.providerInvoiceId };
    case 'InvoiceExpired':
      return { isExpired: true };
    case 'PaymentStatusChanged':
      return withTransfer(payment, data.providerPaymentId, {
        status: data.to,
        payCurrency: data.payCurrency,
        paid: data.actuallyPaid,
        due: data.payAmount,
      });
    case 'PaymentHeld':
      return withTransfer(payment, data.providerPaymentId, { held: data.reason });
    case 'PaymentSettled':
      return { settledBy: data.providerPaymentId, confirmedAt: at };
    case 'PaymentRefunded':
      return { refundedAt: at };
    default:
      return {};
  }
};

const statusOf = ({ settledBy, transfers, isExpired }: PaymentDocument): PaymentStatus => {
  if (settledBy !== null) return 'finished';
  const status = mostTelling(transfers.map((transfer) => transfer.status));
  return isExpired && isUnpaid(status) ? 'expired' : status;
};

/** With the fields that follow from the others; `at` is the time of what changed last. */
const derived = (payment: PaymentDocument, at: string): PaymentDocument => {
  const { transfers, settledBy, confirmedAt } = payment;
  const status = statusOf(payment);
  const refundedAt = payment.refundedAt ?? (status === 'refunded' ? at : null);
  const telling = transfers.findLast((transfer) => transfer.id === settledBy) ?? transfers.at(-1);
  const isLost = refundedAt !== null && confirmedAt !== null;
  return {
    ...payment,
    status,
    isPending: settledBy === null && isUnderWay(status),
    payCurrency: telling?.payCurrency ?? null,
    paid: telling?.paid ?? null,
    due: telling?.due ?? null,
    refundedAt,
    isRefunded: refundedAt !== null,
    lostRevenueAt: isLost ? confirmedAt : null,
    held:
      transfers.find((transfer) => transfer.held !== null && transfer.status !== 'refunded')?.held ?? null,
  };
};

const changes = ({ event, meta: { at } }: StoredEvent<PaymentEvent>): Change<PaymentDocument>[] => [
  {
    id: event.data.paymentId,
    apply: (known) => {
      const payment = event.type === 'InvoiceRequested' ? ordered(event.data) : known;
      if (!payment) return null;
      return derived({ ...payment, ...changeOf(payment, event, at) }, at);
    },
  },
];

export const paymentsProjection: Projection<PaymentEvent, PaymentDocument> = {
  name: 'payments',
  version: 3,
  reads: readsOf(creditsEvents.payment),
  schema,
  changes,
};

export type PaymentModel = ReadModel<PaymentDocument>;

/** The newest of all purchases. */
export const newestPayments = (model: PaymentModel, limit: number): Promise<Stored<PaymentDocument>[]> =>
  model().find({}).sort({ createdAt: -1, _id: -1 }).limit(limit).lean<Stored<PaymentDocument>[]>();

export const countPending = (model: PaymentModel): Promise<number> =>
  model().countDocuments({ isPending: true });

/** The revenue that refunds took back, each with the moment at which the purchase was settled, from then on and before. */
export const lostRevenue = (
  model: PaymentModel,
  from: string,
  before: string,
): Promise<{ lostRevenueAt: string | null; amountCents: number }[]> =>
  model()
    .find({ lostRevenueAt: { $gte: from, $lt: before } }, { _id: 0, lostRevenueAt: 1, amountCents: 1 })
    .lean<{ lostRevenueAt: string | null; amountCents: number }[]>();

const PAYMENTS_OF_USER_MAX = 1_000;

/** The sum that a user has paid and not got back, in cents. */
export const paidCentsOf = async (model: PaymentModel, userId: string): Promise<number> => {
  const newest = await model()
    .find({ userId }, { confirmedAt: 1, isRefunded: 1, amountCents: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(PAYMENTS_OF_USER_MAX)
    .lean<Pick<PaymentDocument, 'confirmedAt' | 'isRefunded' | 'amountCents'>[]>();
  return newest.reduce(
    (sum, { confirmedAt, isRefunded, amountCents }) =>
      confirmedAt !== null && !isRefunded ? sum + amountCents : sum,
    0,
  );
};
