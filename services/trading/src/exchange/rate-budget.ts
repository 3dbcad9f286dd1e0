// The requests that all accounts of one exchange may send in a minute: in turns by account, orders first.
import { setTimeout as wait } from 'node:timers/promises';
import { openFairLanes } from '@tradeium/service-kit';

const MINUTE_MS = 60_000;
/** A client that would have to wait longer is refused at once. */
const WAIT_MS_MAX = 90_000;
/** Kept for orders, which cost little and cannot wait: their prices grow old. */
const SHARE_OF_ORDERS = 0.1;
/** Requests that may wait: of one account, and of all. */
const WAITING_EACH_MAX = 500;
const WAITING_MAX = 20_000;

export type RateBudget = {
  /**
   * Waits until a request of that cost may be sent; rejects when that takes too long, or too many wait. Each account gets
   * one turn before any gets a second. An order waits for orders only.
   */
  take(cost: number, of: { readonly account: string; readonly isOrder: boolean }): Promise<void>;
  /** The exchange says how much of its limit is used, by others too. */
  observe(shareUsed: number): void;
  /** The exchange asked for a pause. */
  pause(ms: number): void;
};

export class BudgetExhausted extends Error {}

type Waiting = {
  readonly cost: number;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
};

/** Serves one request after another. */
const openLine = (name: string, spend: (cost: number) => Promise<void>) => {
  const full = () => new BudgetExhausted(`too many requests to ${name} wait`);
  const lanes = openFairLanes<Waiting>({
    waitingMax: WAITING_MAX,
    perCallerMax: WAITING_EACH_MAX,
    rememberedMax: WAITING_MAX,
    displaced: ({ reject }) => reject(full()),
  });
  let isServing = false;
  const serve = async () => {
    isServing = true;
    for (let turn = lanes.next(); turn; turn = lanes.next()) {
      lanes.noteTurn(turn.caller);
      await spend(turn.waiting.cost).then(turn.waiting.resolve, turn.waiting.reject);
    }
    isServing = false;
  };
  return (account: string, cost: number): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!lanes.join(account, { cost, resolve, reject })) return reject(full());
      if (!isServing) void serve();
    });
};

export type RateBudgetOptions = {
  readonly name: string;
  /** The exchange's own limit. */
  readonly perMinute: number;
  /** The share of it that is used; the rest is for others at this address. */
  readonly share: number;
  /** Among how many processes that share is divided evenly. */
  readonly processes?: () => number;
  readonly now?: () => number;
  readonly delay?: (ms: number) => Promise<unknown>;
};

/** Any sixty seconds hold at most that share, however the exchange cuts its minutes. */
export const openRateBudget = (options: RateBudgetOptions): RateBudget => {
  const { name, perMinute, share, processes = () => 1, now = Date.now, delay = wait } = options;
  const limit = (): number => (perMinute * share) / processes();
  let spent: { atMs: number; cost: number }[] = [];
  let pausedUntilMs = 0;
  const used = (): number => {
    const sinceMs = now() - MINUTE_MS;
    spent = spent.filter(({ atMs }) => atMs > sinceMs);
    return spent.reduce((sum, { cost }) => sum + cost, 0);
  };

  /** How long until so much fits in. */
  const waitFor = (cost: number, shareOfLimit: number): number => {
    const pauseMs = pausedUntilMs - now();
    let excess = used() + cost - limit() * shareOfLimit;
    if (excess <= 0 || spent.length === 0) return pauseMs;
    const freeing = spent.find((entry) => {
      excess -= entry.cost;
      return excess <= 0;
    });
    const lastMs = (freeing ?? spent.at(-1))?.atMs ?? now();
    return Math.max(pauseMs, lastMs + MINUTE_MS + 1 - now());
  };

  const spend = async (cost: number, shareOfLimit: number): Promise<void> => {
    for (let ms = waitFor(cost, shareOfLimit); ms > 0; ms = waitFor(cost, shareOfLimit)) {
      if (ms > WAIT_MS_MAX)
        throw new BudgetExhausted(`${name} takes no requests before ${new Date(now() + ms).toISOString()}`);
      await delay(ms);
    }
    spent.push({ atMs: now(), cost });
  };

  /** Reads and orders wait in lines of their own. */
  const read = openLine(name, (cost) => spend(cost, 1 - SHARE_OF_ORDERS));
  const order = openLine(name, (cost) => spend(cost, 1));

  return {
    take: (cost, { account, isOrder }) => (isOrder ? order : read)(account, cost),
    observe(shareUsed) {
      // The part that our other processes may use is theirs.
      const others = shareUsed * perMinute - used() - limit() * (processes() - 1);
      if (others > 0) spent.push({ atMs: now(), cost: others });
    },
    pause(ms) {
      pausedUntilMs = Math.max(pausedUntilMs, now() + ms);
    },
  };
};
