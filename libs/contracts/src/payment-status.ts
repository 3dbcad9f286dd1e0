// The statuses of a transfer and their order: a transfer never goes back to an earlier one.
import type { PaymentStatus } from './constants.ts';

/**
 * How far a transfer is. Failed and expired are not final: the provider may still find the money. A partly paid transfer
 * can be completed or refunded, a finished one only refunded, and a refund is the end.
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

/** True if a transfer may go from one status to another: only forward. */
export const mayBecome = (from: PaymentStatus, to: PaymentStatus): boolean => STAGES[to] > STAGES[from];

/** The first of these among an order's transfers is the order's status: open ones before final ones. */
const MOST_TELLING_FIRST: readonly PaymentStatus[] = [
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

/** The status of an order from those of its transfers; without any it is pending. */
export const mostTelling = (statuses: readonly PaymentStatus[]): PaymentStatus =>
  MOST_TELLING_FIRST.find((status) => statuses.includes(status)) ?? 'pending';

const UNDER_WAY: readonly PaymentStatus[] = [
  'pending',
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
];

/** True if the status may still change without us. */
export const isUnderWay = (status: PaymentStatus): boolean => UNDER_WAY.includes(status);

/** True if nothing was paid yet. */
export const isUnpaid = (status: PaymentStatus): boolean => status === 'pending' || status === 'waiting';
