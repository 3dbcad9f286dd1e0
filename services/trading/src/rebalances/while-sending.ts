// Waits for what a rebalance needs as long as it may send orders: once a stop forbids them, there is nothing to wait for.
import { setTimeout as delay } from 'node:timers/promises';
import type { Refusal } from '@tradeium/contracts';

const LOOK_EVERY_MS = 2_000;

/**
 * The result, or why orders may no longer be sent. `look` checks that now and then, and again after it
 * throws. `work` goes on without a reader until it looks at its signal.
 */
export const whileSending = async <Result>(
  look: () => Promise<Refusal | undefined>,
  work: (signal: AbortSignal) => Promise<Result>,
  everyMs = LOOK_EVERY_MS,
): Promise<Result | Refusal> => {
  const done = new AbortController();
  const { signal } = done;
  const forbidden = async (): Promise<Refusal> => {
    for (;;) {
      await delay(everyMs, undefined, { signal });
      const refusal = await look().catch(() => undefined);
      if (refusal) return refusal;
    }
  };
  const both = [work(signal), forbidden()];
  try {
    return await Promise.race(both);
  } finally {
    done.abort();
    void Promise.allSettled(both);
  }
};
