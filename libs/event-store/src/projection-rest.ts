// Lets commands go first: a projection rests after each live batch, and the next one applies in one piece what was written meanwhile.

export type Rest = {
  /** Resolves some time after a batch that took `batchMs`, or as soon as a query waits or the signal is aborted. */
  after(batchMs: number, signal: AbortSignal): Promise<void>;
  /** Ends the rests. */
  end(): void;
  /** Ends the rests, and allows none while this query waits. */
  noneDuring<Result>(waiting: Promise<Result>): Promise<Result>;
};

/** Under load one batch then takes what several would; an event after a quiet moment is applied at once. */
const SHARE_OF_BATCH = 5;
const REST_MAX_MS = 1_000;

/** The rests of one projection, in all its streams. */
export const createRest = (): Rest => {
  let waitingQueries = 0;
  const resting = new Set<() => void>();
  const end = () => {
    for (const endOne of resting) endOne();
  };
  return {
    end,
    after: (batchMs, signal) =>
      new Promise((resolve) => {
        if (waitingQueries > 0 || signal.aborted) return resolve();
        const endOne = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', endOne);
          resting.delete(endOne);
          resolve();
        };
        const timer = setTimeout(endOne, Math.min(SHARE_OF_BATCH * batchMs, REST_MAX_MS));
        resting.add(endOne);
        signal.addEventListener('abort', endOne, { once: true });
      }),
    noneDuring(waiting) {
      waitingQueries += 1;
      end();
      return waiting.finally(() => {
        waitingQueries -= 1;
      });
    },
  };
};
