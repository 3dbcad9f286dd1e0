// Tries requests to an exchange again, and stays away from it for as long as it asks.
import type { Log } from '@tradeium/service-kit';
import ccxt from 'ccxt';

const ATTEMPTS_MAX = 4;
const FIRST_PAUSE_MS = 500;
/** When the exchange limits requests without saying for how long. */
const LIMITED_PAUSE_MS = 30_000;
/** Bans last up to days; whoever waits for candles is told rather than kept. */
const LIMITED_PAUSE_MS_MAX = 90_000;

export type Patience = <T>(request: () => Promise<T>) => Promise<T>;

/**
 * Makes a patience that all requests to one exchange share. A request that failed on the way is tried again, with
 * growing pauses, up to four times in all. After a 429 or 418 none is sent before the time in `retryAfter` (seconds,
 * of the last answer) is over; throws at once when that is longer than 90 s.
 */
export const openPatience = (options: {
  name: string;
  retryAfter: () => string | undefined;
  log: Log;
}): Patience => {
  const { name, retryAfter, log } = options;
  let awayUntilMs = 0;

  const stayAway = async (): Promise<void> => {
    const leftMs = awayUntilMs - Date.now();
    if (leftMs <= 0) return;
    if (leftMs > LIMITED_PAUSE_MS_MAX)
      throw new Error(`${name} takes no requests before ${new Date(awayUntilMs).toISOString()}`);
    await pause(leftMs);
  };

  const noteLimit = (): void => {
    const seconds = Number(retryAfter());
    const pauseMs = seconds > 0 ? seconds * 1_000 : LIMITED_PAUSE_MS;
    awayUntilMs = Math.max(awayUntilMs, Date.now() + pauseMs);
    log.warn({ exchange: name, pauseMs }, `${name} limits requests: waiting ${pauseMs / 1_000} s`);
  };

  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      await stayAway();
      try {
        return await request();
      } catch (cause) {
        if (cause instanceof ccxt.DDoSProtection) noteLimit();
        if (attempt === ATTEMPTS_MAX || !(cause instanceof ccxt.OperationFailed)) throw cause;
        if (!(cause instanceof ccxt.DDoSProtection)) await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  };
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
