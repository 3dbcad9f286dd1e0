// The schedules of the agent service.
import type { Schedule } from '@tradeium/service-kit';
import { SETTLE_REPLIES } from './workflows/settle-replies-contract.ts';

export const schedules: readonly Schedule[] = [{ ...SETTLE_REPLIES, everyMinutes: 1 }];
