// The schedules of the trading service; those of deployments come and go with them.
import type { Schedule } from '@tradeium/service-kit';
import { RECONCILE_DEPLOYMENTS } from './workflows/reconcile-contract.ts';
import { REFRESH_TWINS } from './workflows/refresh-twins-contract.ts';

export const schedules: readonly Schedule[] = [
  { ...RECONCILE_DEPLOYMENTS, everyMinutes: 60 },
  // Looks only, unless a bar has closed or a rebalance has ended.
  REFRESH_TWINS,
];
