// The schedules of the credits ledger.
import type { Schedule } from '@tradeium/service-kit';
import { EXPIRE_RESERVATIONS } from './workflows/expire-reservations-contract.ts';
import { RECONCILE_PAYMENTS } from './workflows/reconcile-payments-contract.ts';

/** How often open purchases are checked. */
const RECONCILE_MINUTES = 5;
const EXPIRE_MINUTES = 10;

export const schedules: readonly Schedule[] = [
  { ...RECONCILE_PAYMENTS, everyMinutes: RECONCILE_MINUTES },
  { ...EXPIRE_RESERVATIONS, everyMinutes: EXPIRE_MINUTES },
];
