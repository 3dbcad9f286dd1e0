// The contract between the workflow that watches drawdowns between rebalances and its activity.

export const WATCH_DRAWDOWNS = {
  scheduleId: 'watch-drawdowns',
  workflowType: 'watchDrawdowns',
  everyMinutes: 1,
} as const;

/** `looked`: accounts that were looked at, because prices say that a line is crossed. */
export type Watched = { readonly watched: number; readonly looked: number; readonly failed: number };

export type WatchActivities = {
  /** Values every deployment with a drawdown stop by prices; a failing one does not hold up the others. */
  watchDrawdowns(): Promise<Watched>;
};
