// The schedules of the backtest service.
import type { Schedule } from '@tradeium/service-kit';
import { RESUME_LOST_RUNS } from './workflows/resume-lost-runs-contract.ts';
import { SWEEP_FILES } from './workflows/sweep-files-contract.ts';
import { SYNC_CANDLES } from './workflows/sync-candles-contract.ts';

const SWEEP_MINUTES = 360;

export const schedules = ({ config }: { config: { readonly CANDLE_SYNC_MINUTES: number } }): Schedule[] => [
  { ...SYNC_CANDLES, everyMinutes: config.CANDLE_SYNC_MINUTES },
  { ...RESUME_LOST_RUNS, everyMinutes: 1 },
  { ...SWEEP_FILES, everyMinutes: SWEEP_MINUTES },
];
