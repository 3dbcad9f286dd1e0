// The schedules of the credits ledger.
import type { Regular } from '@tradeium/service-kit';
import { CREDITS_TASK_QUEUE, EXPIRE_RESERVATIONS, RECONCILE_PAYMENTS } from './workflows/credits-contract.ts';

/** How often open purchases are asked about. */
const RECONCILE_MINUTES = 5;
const EXPIRE_MINUTES = 10;

export const schedules: readonly Regular[] = [
  { ...RECONCILE_PAYMENTS, everyMinutes: RECONCILE_MINUTES, taskQueue: CREDITS_TASK_QUEUE },
  { ...EXPIRE_RESERVATIONS, everyMinutes: EXPIRE_MINUTES, taskQueue: CREDITS_TASK_QUEUE },
];
