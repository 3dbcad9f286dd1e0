// Purchases as their buyers see them, and those to check with the payment provider.
import { type PaymentEvent, type PaymentStatus, type Purchase, toVut } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { type Debt, owedForGrant } from '../domain/account-debts.ts';
import { paymentAggregate } from '../domain/payment.ts';
import {
  evolvePayment,
  expiryOf,
  isOpen,
  needsReview,
  type Payment,
  statusOf,
  unknownPayment,
} from '../domain/payment-state.ts';
import { grantOfPurchase } from '../domain/purchase-operations.ts';

/** The payment and the fields that queries search by; its id is the payment's. */
export type PurchaseDocument = {
  payment: Payment;
  accountId: string;
  status: PaymentStatus;
  /** Asking the provider may bring news. */
  isOpen: boolean;
  requestedAt: string;
  changedAt: string;
  settledAt: string | null;
};

const schema = new Schema<PurchaseDocument>(
  {
    payment: Schema.Types.Mixed,
    accountId: String,
    status: String,
    isOpen: Boolean,
    requestedAt: String,
    changedAt: String,
    settledAt: String,
  },
  // Without it empty lists and objects inside the payment would be lost.
  { minimize: false },
);
schema.index({ accountId: 1, requestedAt: -1 });
schema.index({ isOpen: 1, _id: 1 });

const documentOf = (
  payment: Payment,
  { event, meta }: StoredEvent<PaymentEvent>,
  before: PurchaseDocument | null,
): PurchaseDocument | null => {
  const { order } = payment;
  if (order === null) return null;
  return {
    payment,
    accountId: order.accountId,
    status: statusOf(payment),
    isOpen: isOpen(payment),
    requestedAt: order.requestedAt,
    changedAt: meta.at,
    settledAt: event.type === 'PaymentSettled' ? meta.at : (before?.settledAt ?? null),
  };
};

const changes = (stored: StoredEvent<PaymentEvent>): Change<PurchaseDocument>[] => [
  {
    id: stored.event.data.paymentId,
    apply: (document) =>
      documentOf(evolvePayment(document?.payment ?? unknownPayment, stored.event), stored, document),
  },
];

export const purchasesProjection: Projection<PaymentEvent, PurchaseDocument> = {
  name: 'purchases',
  version: 2,
  reads: [paymentAggregate],
  schema,
  changes,
};

export type PurchaseModel = ReadModel<PurchaseDocument>;

/** An account's purchases, newest first. */
export const purchasesOf = (
  model: PurchaseModel,
  accountId: string,
  limit: number,
): Promise<Stored<PurchaseDocument>[]> =>
  model()
    .find({ accountId })
    .sort({ requestedAt: -1, _id: 1 })
    .limit(limit)
    .lean<Stored<PurchaseDocument>[]>();

/** The accounts of the buyers, by payment. */
export const buyersOf = async (
  model: PurchaseModel,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = await model()
    .find({ _id: { $in: paymentIds } }, { accountId: 1 })
    .lean<Pick<Stored<PurchaseDocument>, '_id' | 'accountId'>[]>();
  return new Map(found.map(({ _id, accountId }) => [_id, accountId]));
};

const UNPAID: readonly PaymentStatus[] = ['pending', 'waiting'];

/** An account's unpaid purchases that can still be paid, up to a limit; and those with these ids, paid or not. */
export const unpaidPurchases = async (
  model: PurchaseModel,
  { accountId, ids, limit }: { accountId: string; ids: readonly string[]; limit: number },
): Promise<{ id: string; isUnpaid: boolean }[]> => {
  const found = await model()
    .find({ accountId, $or: [{ status: { $in: UNPAID } }, { _id: { $in: ids } }] }, { status: 1 })
    .limit(limit + ids.length)
    .lean<Pick<Stored<PurchaseDocument>, '_id' | 'status'>[]>();
  return found.map(({ _id: id, status }) => ({ id, isUnpaid: UNPAID.includes(status) }));
};

/**
 * The ids of purchases to ask the provider about, after `afterId`: requested before one time and changed after another,
 * and the unpaid ones that were requested before `expiredBefore`.
 */
export const openPurchases = (
  model: PurchaseModel,
  page: {
    requestedBefore: string;
    changedAfter: string;
    expiredBefore: string;
    afterId: string;
    limit: number;
  },
): Promise<Pick<Stored<PurchaseDocument>, '_id'>[]> =>
  model()
    .find(
      {
        isOpen: true,
        _id: { $gt: page.afterId },
        requestedAt: { $lt: page.requestedBefore },
        $or: [
          { changedAt: { $gt: page.changedAfter } },
          { status: { $in: UNPAID }, requestedAt: { $lt: page.expiredBefore } },
        ],
      },
      { _id: 1 },
    )
    .sort({ _id: 1 })
    .limit(page.limit)
    .lean<Pick<Stored<PurchaseDocument>, '_id'>[]>();

const PAYABLE: readonly PaymentStatus[] = ['pending', 'waiting', 'partially_paid'];

/**
 * A purchase as the API returns it at a time (ISO 8601); coin and amounts are those of the transfer that decides its status.
 * `debts`: what its buyer still has to pay back, of this purchase and others.
 */
export const purchaseOutput = (
  { _id, payment, status, settledAt }: Stored<PurchaseDocument>,
  now: string,
  debts: readonly Debt[],
): Purchase | null => {
  const { order, invoice, transfers, settledBy } = payment;
  if (order === null) return null;
  const transfer =
    transfers.find(({ id }) => id === settledBy) ?? transfers.findLast((one) => one.status === status);
  const owed = owedForGrant(debts, grantOfPurchase(_id));
  const isPayable = PAYABLE.includes(status) && now < expiryOf(order);
  return {
    id: _id,
    amount_usd: order.amountUsdCents / 100,
    credits: toVut(order.credits),
    status,
    pay_currency: transfer?.payCurrency ?? null,
    pay_amount: transfer?.payAmount ?? null,
    actually_paid: transfer?.actuallyPaid ?? null,
    needs_review: needsReview(payment) || owed > 0,
    ...(owed > 0 && { credits_owed: toVut(owed) }),
    created_at: order.requestedAt,
    confirmed_at: settledAt,
    payment_url: isPayable ? (invoice?.paymentUrl ?? null) : null,
  };
};
