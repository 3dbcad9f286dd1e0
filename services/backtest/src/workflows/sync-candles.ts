// Brings the candles of all coins up to date, one coin after another, ahead of runs.
import {
  ApplicationFailure,
  isCancellation,
  log,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { SyncActivities } from './sync-candles-contract.ts';

const { planSync } = proxyLocalActivities<SyncActivities>({
  startToCloseTimeout: '10 s',
  scheduleToCloseTimeout: '1 min',
});

/** Each request to the exchange is retried; what still fails can wait until the next hour. */
const { syncCoin } = proxyActivities<SyncActivities>({
  startToCloseTimeout: '15 min',
  heartbeatTimeout: '10 s',
  retry: { initialInterval: '2 s', maximumAttempts: 2 },
});

/** One unavailable coin does not hold up the others; the workflow then fails and names it. */
export const syncCandles = async (): Promise<void> => {
  const failed: string[] = [];
  for (const job of await planSync()) {
    try {
      await syncCoin(job);
    } catch (cause) {
      if (isCancellation(cause)) throw cause;
      log.warn('candles were not brought up to date', { ...job, cause: String(cause) });
      failed.push(job.coin);
    }
  }
  if (failed.length > 0)
    throw ApplicationFailure.nonRetryable(`no new candles of ${failed.join(', ')}`, 'CandlesBehind');
};
