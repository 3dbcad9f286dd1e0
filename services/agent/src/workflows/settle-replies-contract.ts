// The contract between the workflow that ends lost replies and its activity.

/** The schedule, its workflow type, and how the ids of its runs begin. */
export const SETTLE_REPLIES = { scheduleId: 'settle-replies', workflowType: 'settleReplies' } as const;

export type Settled = { readonly looked: number; readonly settled: number; readonly failed: number };

export type SettleActivities = {
  /** Ends every reply whose process is gone; a failing one does not hold up the others. */
  settleReplies(): Promise<Settled>;
};
