// Lets attempts at accounts start one after the other, so that many at once do not slow down everybody else.
import { setTimeout as delay } from 'node:timers/promises';
import { refuse } from '@tradeium/contracts';
import type { RequestHandler } from 'express';
import { sendRefusal } from './refusals.ts';

export type Pace = {
  /** Takes the next turn: milliseconds from `now` until it comes; null when too many wait already. */
  take(now: number): number | null;
};

/** Turns at least `intervalMs` apart, of which `waitingMax` may be waited for. */
export const createPace = (intervalMs: number, waitingMax: number): Pace => {
  let nextAt = Number.NEGATIVE_INFINITY;
  return {
    take: (now) => {
      const at = Math.max(now, nextAt);
      if (at - now > intervalMs * waitingMax) return null;
      nextAt = at + intervalMs;
      return at - now;
    },
  };
};

/** Whoever would wait longer is better told to come again. */
const WAITING_MAX = 100;

/**
 * Each attempt hashes a password and reads and writes much: started all at once they take both processors of a small
 * machine from whoever is at work. Who went away while waiting is let go.
 */
export const paced = (intervalMs: number): RequestHandler => {
  const pace = createPace(intervalMs, WAITING_MAX);
  return async (_request, response, next) => {
    const waitMs = pace.take(performance.now());
    if (waitMs === null) return sendRefusal(response, refuse('TOO_MANY_REQUESTS'));
    if (waitMs > 0) await delay(waitMs);
    if (!response.destroyed) next();
  };
};
