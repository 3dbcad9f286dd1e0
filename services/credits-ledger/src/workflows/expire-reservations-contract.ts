// The contract between the workflow that releases overdue reservations and its activity.

/** The schedule, its workflow type, and how the ids of its runs begin. */
export const EXPIRE_RESERVATIONS = {
  scheduleId: 'expire-reservations',
  workflowType: 'expireReservations',
} as const;

/** Safe to repeat. */
export type ExpireActivities = {
  /** Releases reservations that have expired; resolves to the number of their accounts. */
  expireOverdue(): Promise<number>;
};
