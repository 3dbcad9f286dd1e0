// Releases expired reservations on accounts that see no other command.
import { proxyActivities } from '@temporalio/workflow';
import type { CreditActivities } from './credits-contract.ts';

const { expireOverdue } = proxyActivities<CreditActivities>({
  startToCloseTimeout: '5 min',
  heartbeatTimeout: '1 min',
  retry: { initialInterval: '5 s', maximumAttempts: 3 },
});

/** Resolves to the number of accounts on which something was released. */
export const expireReservations = async (): Promise<number> => expireOverdue();
