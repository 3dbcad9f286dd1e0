// Brings the candles of one coin up to date at all intervals that are in use.
import { COINS } from '@tradeium/contracts';
import { whileBeating } from '@tradeium/service-kit/while-beating';
import type { CandleStore } from '../candles/candle-store.ts';
import type { SyncActivities } from '../workflows/sync-candles-contract.ts';

/** A coin's progress, as operators see it in Temporal's pages. */
type SyncProgress = { timeframe: string; share: number };

export const syncActivities = (store: CandleStore): SyncActivities => ({
  planSync: async () => {
    const timeframes = await store.intervalsInUse();
    return timeframes.length === 0 ? [] : COINS.map((coin) => ({ coin, timeframes }));
  },

  syncCoin: ({ coin, timeframes }) => {
    let progress: SyncProgress | undefined;
    return whileBeating(
      async () => {
        for (const timeframe of timeframes) {
          progress = { timeframe, share: 0 };
          await store.load(coin, timeframe, (share) => {
            progress = { timeframe, share };
          });
        }
      },
      () => progress,
    );
  },
});
