// What the backtest service does regularly.
import type { Regular } from '@tradeium/service-kit';
import { BACKTEST_TASK_QUEUE } from './workflows/run-reference.ts';
import { SWEEP_FILES } from './workflows/sweep-reference.ts';
import { SYNC_CANDLES } from './workflows/sync-reference.ts';

const SWEEP_MINUTES = 360;

/** All that this service does regularly. */
export const regularWork = (settings: { syncMinutes: number }): Regular[] => [
  { ...SYNC_CANDLES, everyMinutes: settings.syncMinutes, taskQueue: BACKTEST_TASK_QUEUE },
  {
    ...SWEEP_FILES,
    everyMinutes: SWEEP_MINUTES,
    taskQueue: BACKTEST_TASK_QUEUE,
  },
];
