// Releases expired reservations on accounts without other commands.
import { proxyActivities } from '@temporalio/workflow';
import type { ExpireActivities } from './expire-reservations-contract.ts';

const { expireOverdue } = proxyActivities<ExpireActivities>({
  startToCloseTimeout: '5 min',
  heartbeatTimeout: '1 min',
  retry: { initialInterval: '5 s', maximumAttempts: 3 },
});

/** Resolves to the number of affected accounts. */
export const expireReservations = async (): Promise<number> => expireOverdue();
