// The schedules of the trading service; those of deployments come and go with them.
import type { Schedule } from '@tradeium/service-kit';
import { RECONCILE_DEPLOYMENTS } from './workflows/reconcile-contract.ts';

export const schedules: readonly Schedule[] = [{ ...RECONCILE_DEPLOYMENTS, everyMinutes: 60 }];
