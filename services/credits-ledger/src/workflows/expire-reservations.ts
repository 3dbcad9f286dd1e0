// Gives back what was reserved for work that never settled, on accounts that nobody else touches.
import { proxyActivities } from '@temporalio/workflow';
import type { CreditActivities } from './credits-contract.ts';

const { expireOverdue } = proxyActivities<CreditActivities>({
  startToCloseTimeout: '5 min',
  heartbeatTimeout: '1 min',
  retry: { initialInterval: '5 s', maximumAttempts: 3 },
});

/** Answers on how many accounts there was something to release. */
export async function expireReservations(): Promise<number> {
  return expireOverdue();
}
