// The schedules of the trading service; those of deployments come and go with them.
import type { Schedule } from '@tradeium/service-kit';
import { RECONCILE_DEPLOYMENTS } from './workflows/reconcile-deployments-contract.ts';
import { REFRESH_TWINS } from './workflows/refresh-twins-contract.ts';
import { WATCH_DRAWDOWNS } from './workflows/watch-drawdowns-contract.ts';

export const schedules: readonly Schedule[] = [
  { ...RECONCILE_DEPLOYMENTS, everyMinutes: 60 },
  // Looks only, unless a bar has closed or a rebalance has ended.
  REFRESH_TWINS,
  // By prices only, unless a line is crossed.
  WATCH_DRAWDOWNS,
];
