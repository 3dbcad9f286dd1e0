// What can become of a transfer of money, and in which order: a status is never left for an earlier one.
import type { PaymentStatus } from '@tradeium/contracts';

/**
 * How far a transfer is. Failed and expired are no last words: the provider may still find the money. Partly paid can
 * only be made good or be given back, what is finished can only be given back, and a refund is the end.
 */
const STAGES = {
  pending: 0,
  waiting: 1,
  confirming: 2,
  confirmed: 3,
  sending: 4,
  failed: 5,
  expired: 5,
  partially_paid: 6,
  finished: 7,
  refunded: 8,
} as const satisfies Record<PaymentStatus, number>;

/** Whether a transfer may go from one status to another; never to where it is, nor back. */
export const mayBecome = (from: PaymentStatus, to: PaymentStatus): boolean => STAGES[to] > STAGES[from];

/** Of an order's transfers, the first one found tells how the order is: what is under way before what is over. */
const TOLD_FIRST: readonly PaymentStatus[] = [
  'finished',
  'sending',
  'confirmed',
  'confirming',
  'partially_paid',
  'waiting',
  'refunded',
  'failed',
  'expired',
];

/** The status of an order whose transfers have these; an order without any is pending. */
export const mostTelling = (statuses: readonly PaymentStatus[]): PaymentStatus =>
  TOLD_FIRST.find((status) => statuses.includes(status)) ?? 'pending';

const UNDER_WAY: readonly PaymentStatus[] = [
  'pending',
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
];

/** Whether there is more to come without anybody doing anything new. */
export const isUnderWay = (status: PaymentStatus): boolean => UNDER_WAY.includes(status);

/** Whether nobody has paid anything yet. */
export const isUnpaid = (status: PaymentStatus): boolean => status === 'pending' || status === 'waiting';
