// The contract between the workflow that keeps the live twins up to date and its activity.

export const REFRESH_TWINS = {
  scheduleId: 'refresh-twins',
  workflowType: 'refreshTwins',
  everyMinutes: 5,
} as const;

export type Refreshed = { readonly refreshed: number; readonly failed: number };

export type TwinActivities = {
  /** Looks at deployments whose twin may be old; a failing twin does not hold up the others. */
  refreshTwins(): Promise<Refreshed>;
};
