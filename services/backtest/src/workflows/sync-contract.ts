// What the workflow that keeps candles up to date and its activities hand to one another.
import type { Timeframe } from '@tradeium/contracts';

/** The schedule, its workflow type, and how the ids of its runs begin. */
export const SYNC_CANDLES = { scheduleId: 'sync-candles', workflowType: 'syncCandles' } as const;

export type SyncJob = { readonly coin: string; readonly timeframes: readonly Timeframe[] };

/** Each is safe to repeat: what has come is kept. */
export type SyncActivities = {
  /** All coins at the intervals that are in use; empty before anyone has used candles. */
  planSync(): Promise<SyncJob[]>;
  syncCoin(job: SyncJob): Promise<void>;
};
