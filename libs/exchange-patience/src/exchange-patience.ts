// Patience with an exchange: requests are retried, and pause for as long as the exchange asks.
import { setTimeout as delay } from 'node:timers/promises';
import type { CallResults, Log } from '@tradeium/service-kit';
import pRetry from 'p-retry';

const ATTEMPTS_MAX = 4;
const FIRST_PAUSE_MS = 500;
/** The pause when the exchange limits requests without naming a time. */
const LIMITED_PAUSE_MS = 30_000;
/** Bans last up to days: a request that would have to wait longer fails at once. */
const LIMITED_PAUSE_MS_MAX = 90_000;

export type Patience = <T>(request: () => Promise<T>) => Promise<T>;

type ErrorClass = abstract new (...args: never[]) => Error;

export type PatienceOptions = {
  readonly name: string;
  /** The exchange's errors by ccxt's names: too many requests, retryable ones, and all of them. */
  readonly errors: Readonly<Record<'BaseError' | 'DDoSProtection' | 'OperationFailed', ErrorClass>>;
  /** The header `Retry-After` of the last answer, in seconds. */
  readonly retryAfter: () => string | undefined;
  readonly log: Log;
  /** Where it is noted whether the exchange answers. */
  readonly results?: CallResults | undefined;
};

/**
 * Makes one patience for all requests to an exchange. A request that failed on the way is retried, with
 * growing pauses, four times in all. After a 429 or 418 no request is sent before `Retry-After` is over; where that is
 * longer than 90 s, requests fail at once.
 */
export const openPatience = ({ name, errors, retryAfter, log, results }: PatienceOptions): Patience => {
  let awayUntilMs = 0;

  const stayAway = async (): Promise<void> => {
    const leftMs = awayUntilMs - Date.now();
    if (leftMs <= 0) return;
    if (leftMs > LIMITED_PAUSE_MS_MAX) {
      const reason = `${name} takes no requests before ${new Date(awayUntilMs).toISOString()}`;
      results?.failed(reason);
      throw new Error(reason);
    }
    await delay(leftMs);
  };

  const noteLimit = (): void => {
    const seconds = Number(retryAfter());
    const pauseMs = seconds > 0 ? seconds * 1_000 : LIMITED_PAUSE_MS;
    awayUntilMs = Math.max(awayUntilMs, Date.now() + pauseMs);
    log.warn({ exchange: name, pauseMs }, `${name} limits requests: waiting ${pauseMs / 1_000} s`);
  };

  const attempt: Patience = (request) =>
    pRetry(
      async () => {
        await stayAway();
        try {
          return await request();
        } catch (cause) {
          if (cause instanceof errors.DDoSProtection) noteLimit();
          throw cause;
        }
      },
      {
        retries: ATTEMPTS_MAX - 1,
        minTimeout: FIRST_PAUSE_MS,
        factor: 2,
        shouldRetry: ({ error }) => error instanceof errors.OperationFailed,
      },
    );

  return async (request) => {
    try {
      const answer = await attempt(request);
      results?.worked();
      return answer;
    } catch (cause) {
      // By its name, because its text holds the address, and so the signature. Others of its errors are answers.
      if (cause instanceof errors.OperationFailed) results?.failed(cause.constructor.name);
      else if (cause instanceof errors.BaseError) results?.worked();
      throw cause;
    }
  };
};
