// The contract between the workflow that looks for purchases' missing payments and its activity.

/** The schedule, its workflow type, and how the ids of its runs begin. */
export const RECONCILE_PAYMENTS = {
  scheduleId: 'reconcile-payments',
  workflowType: 'reconcilePayments',
} as const;

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

/** Safe to repeat. */
export type ReconcileActivities = {
  /** Asks about the next page of a round's purchases. */
  reconcilePage(round: Round): Promise<ReconciledPage>;
};
