// Has what a reaction set aside tried again from time to time.
import type { RunningReaction } from '@tradeium/event-store';
import type { Log } from '@tradeium/service-kit';

/** Tries again every `everyMs`, never twice at once; the function that is returned ends that. */
export const retryParkedEvery = (
  reaction: Pick<RunningReaction, 'retryParked'>,
  everyMs: number,
  log: Pick<Log, 'warn'>,
): (() => Promise<void>) => {
  let underWay: Promise<unknown> | null = null;
  const retry = () => {
    underWay ??= reaction
      .retryParked()
      .catch((err: unknown) => log.warn({ err }, 'parked events could not be tried again'))
      .finally(() => {
        underWay = null;
      });
  };
  const timer = setInterval(retry, everyMs);
  return async () => {
    clearInterval(timer);
    await underWay;
  };
};
