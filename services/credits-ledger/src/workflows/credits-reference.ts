// What this service's workflows and their activities hand to one another.

export const CREDITS_TASK_QUEUE = 'credits';

/** The schedules, their workflow types, and how the ids of their runs begin. */
export const RECONCILE_PAYMENTS = {
  scheduleId: 'reconcile-payments',
  workflowType: 'reconcilePayments',
} as const;
export const EXPIRE_RESERVATIONS = {
  scheduleId: 'expire-reservations',
  workflowType: 'expireReservations',
} as const;

/** What is left of going once through all open purchases. Times are ISO 8601. */
export type Round = {
  readonly startedAt: string;
  /** Those too that have not changed for a day; they are asked about once an hour. */
  readonly includesQuiet: boolean;
  /** The id of the purchase that was asked about last. */
  readonly after: string;
};

export type Reconciled = {
  /** Purchases that the provider was asked about, and those that could not be brought up to date. */
  readonly asked: number;
  readonly failed: number;
  readonly startedAt: string;
  /** Where the next run goes on; null when the round was done. */
  readonly rest: Round | null;
};

export type ReconciledPage = Pick<Reconciled, 'asked' | 'failed' | 'rest'> & {
  /** The provider seems to be away: what is left can wait. */
  readonly isAway: boolean;
};

/** Each is safe to repeat: what is already so is left alone. */
export type CreditActivities = {
  /** Asks about the next page of a round's purchases. */
  reconcilePage(round: Round): Promise<ReconciledPage>;
  /** Releases reservations whose time is up; answers on how many accounts. */
  expireOverdue(): Promise<number>;
};
