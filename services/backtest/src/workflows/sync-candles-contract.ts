// The contract between the workflow that keeps candles up to date and its activities.
import type { Timeframe } from '@tradeium/contracts';

/** The schedule, its workflow type, and how the ids of its runs begin. */
export const SYNC_CANDLES = { scheduleId: 'sync-candles', workflowType: 'syncCandles' } as const;

export type SyncJob = { readonly coin: string; readonly timeframes: readonly Timeframe[] };

/** Each is safe to repeat: loaded candles stay. */
export type SyncActivities = {
  /** All coins at the intervals in use; empty before the first use of candles. */
  planSync(): Promise<SyncJob[]>;
  syncCoin(job: SyncJob): Promise<void>;
};
