// Brings the candles of all coins up to date, one coin after the other, so that runs find them there.
import {
  ApplicationFailure,
  isCancellation,
  log,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { SyncActivities } from './sync-contract.ts';

const { planSync } = proxyLocalActivities<SyncActivities>({
  startToCloseTimeout: '10 s',
  scheduleToCloseTimeout: '1 min',
});

/** Each request to the exchange is tried again by itself; what still fails has time until the next hour. */
const { syncCoin } = proxyActivities<SyncActivities>({
  startToCloseTimeout: '15 min',
  heartbeatTimeout: '10 s',
  retry: { initialInterval: '2 s', maximumAttempts: 2 },
});

/** One coin that cannot be had does not keep the others from coming; the workflow then fails and names it. */
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
