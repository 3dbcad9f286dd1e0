// The contract of this service's workflows with their activities and callers: names, ids and shapes.
import type { WorkflowContract } from '@tradeium/service-kit/workflow-contract';
import type { TransferReference } from '../domain/payment-state.ts';

/** The schedules, their workflow types, and how the ids of their runs begin. */
export const RECONCILE_PAYMENTS = {
  scheduleId: 'reconcile-payments',
  workflowType: 'reconcilePayments',
} as const;
export const EXPIRE_RESERVATIONS = {
  scheduleId: 'expire-reservations',
  workflowType: 'expireReservations',
} as const;

/** One workflow for each transfer, however many notices name it. */
export const CONFIRM_TRANSFER: WorkflowContract<
  [transfer: TransferReference],
  [transfer: TransferReference]
> = {
  service: 'credits-ledger',
  workflowType: 'confirmTransfer',
  workflowIdOf: ({ paymentId, providerPaymentId }) => `confirm-transfer-${paymentId}-${providerPaymentId}`,
};
/** The signal that another notice has named the transfer. */
export const NOTICED_SIGNAL = 'noticed';

/** The rest of one round through all open purchases. Times are ISO 8601. */
export type Round = {
  readonly startedAt: string;
  /** Includes those unchanged for a day, which are checked once an hour. */
  readonly includesQuiet: boolean;
  /** The id of the last checked purchase. */
  readonly after: string;
};

export type Reconciled = {
  /** The number of checked purchases, and of those that could not be brought up to date. */
  readonly asked: number;
  readonly failed: number;
  readonly startedAt: string;
  /** Where the next run continues; null when the round is done. */
  readonly rest: Round | null;
};

export type ReconciledPage = Pick<Reconciled, 'asked' | 'failed' | 'rest'> & {
  /** The provider seems to be down; the rest can wait. */
  readonly isAway: boolean;
};

/** Each is safe to repeat. */
export type CreditActivities = {
  /** Asks about one transfer; resolves to whether all its notices are confirmed. Rejects while the provider is down. */
  confirmTransfer(transfer: TransferReference): Promise<boolean>;
  /** Asks about the next page of a round's purchases. */
  reconcilePage(round: Round): Promise<ReconciledPage>;
  /** Releases reservations that have expired; resolves to the number of their accounts. */
  expireOverdue(): Promise<number>;
};
