// The requests that all accounts of one exchange may send in a minute, shared by them in the order in which they ask.
import { setTimeout as wait } from 'node:timers/promises';

const MINUTE_MS = 60_000;
/** A client that would have to wait longer is refused at once. */
const WAIT_MS_MAX = 90_000;

export type RateBudget = {
  /** Waits until a request of that cost may be sent; rejects when that takes too long. */
  take(cost: number): Promise<void>;
  /** The exchange says how much of its limit is used, by others too. */
  observe(shareUsed: number): void;
  /** The exchange asked for a pause. */
  pause(ms: number): void;
};

export class BudgetExhausted extends Error {}

export type RateBudgetOptions = {
  readonly name: string;
  /** The exchange's own limit. */
  readonly perMinute: number;
  /** The share of it that is used; the rest is for others at this address. */
  readonly share: number;
  readonly now?: () => number;
  readonly delay?: (ms: number) => Promise<unknown>;
};

/** Any sixty seconds hold at most that share, however the exchange cuts its minutes. */
export const openRateBudget = (options: RateBudgetOptions): RateBudget => {
  const { name, perMinute, share, now = Date.now, delay = wait } = options;
  const limit = perMinute * share;
  let spent: { atMs: number; cost: number }[] = [];
  let pausedUntilMs = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const used = (): number => {
    const sinceMs = now() - MINUTE_MS;
    spent = spent.filter(({ atMs }) => atMs > sinceMs);
    return spent.reduce((sum, { cost }) => sum + cost, 0);
  };

  /** How long until so much fits in. */
  const waitFor = (cost: number): number => {
    const pauseMs = pausedUntilMs - now();
    let excess = used() + cost - limit;
    if (excess <= 0 || spent.length === 0) return pauseMs;
    const freeing = spent.find((entry) => {
      excess -= entry.cost;
      return excess <= 0;
    });
    const lastMs = (freeing ?? spent.at(-1))?.atMs ?? now();
    return Math.max(pauseMs, lastMs + MINUTE_MS + 1 - now());
  };

  const spend = async (cost: number): Promise<void> => {
    for (let ms = waitFor(cost); ms > 0; ms = waitFor(cost)) {
      if (ms > WAIT_MS_MAX)
        throw new BudgetExhausted(`${name} takes no requests before ${new Date(now() + ms).toISOString()}`);
      await delay(ms);
    }
    spent.push({ atMs: now(), cost });
  };

  return {
    take(cost) {
      const mine = turn.then(() => spend(cost));
      turn = mine.catch(() => undefined);
      return mine;
    },
    observe(shareUsed) {
      const others = shareUsed * perMinute - used();
      if (others > 0) spent.push({ atMs: now(), cost: others });
    },
    pause(ms) {
      pausedUntilMs = Math.max(pausedUntilMs, now() + ms);
    },
  };
};
