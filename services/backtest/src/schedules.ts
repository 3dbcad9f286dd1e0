// What the backtest service does regularly.
import type { Regular } from '@tradeium/service-kit';
import { RESUME_LOST_RUNS } from './workflows/resume-contract.ts';
import { BACKTEST_TASK_QUEUE } from './workflows/run-contract.ts';
import { SWEEP_FILES } from './workflows/sweep-contract.ts';
import { SYNC_CANDLES } from './workflows/sync-contract.ts';

const SWEEP_MINUTES = 360;

/** All that this service does regularly. */
export const regularWork = (settings: { syncMinutes: number }): Regular[] => [
  { ...SYNC_CANDLES, everyMinutes: settings.syncMinutes, taskQueue: BACKTEST_TASK_QUEUE },
  { ...RESUME_LOST_RUNS, everyMinutes: 1, taskQueue: BACKTEST_TASK_QUEUE },
  {
    ...SWEEP_FILES,
    everyMinutes: SWEEP_MINUTES,
    taskQueue: BACKTEST_TASK_QUEUE,
  },
];
