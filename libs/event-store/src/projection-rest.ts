// Lets commands go first: a projection that has much to do rests after its batches, and the next one applies in one piece what was written meanwhile.

export type Rest = {
  /** After a batch that took `batchMs`: resolves once enough time has passed, when a query waits, or when the signal is aborted. */
  after(batchMs: number, signal: AbortSignal): Promise<void>;
  /** Ends the rests. */
  end(): void;
  /** Ends the rests, and allows none while this query waits. */
  noneDuring<Result>(waiting: Promise<Result>): Promise<Result>;
};

/** Of the time, under load. */
const WORK_SHARE = 1 / 5;
/** Work that needs no rest, when there was none before: some changes in a row are shown at once. */
const WORK_AT_ONCE_MS = 100;
const REST_MAX_MS = 1_000;

const OWED_MAX_MS = WORK_AT_ONCE_MS / WORK_SHARE - WORK_AT_ONCE_MS;

/** The rests of one projection, in all its streams. */
export const createRest = (): Rest => {
  let waitingQueries = 0;
  /** When all work will have had its rest. */
  let settledAtMs = 0;
  const restFor = (batchMs: number): number => {
    const nowMs = performance.now();
    const settled = Math.max(settledAtMs, nowMs - batchMs) + batchMs / WORK_SHARE;
    settledAtMs = Math.min(settled, nowMs + OWED_MAX_MS + REST_MAX_MS);
    return Math.max(0, settledAtMs - nowMs - OWED_MAX_MS);
  };
  const resting = new Set<() => void>();
  const end = () => {
    for (const endOne of resting) endOne();
  };
  return {
    end,
    after: (batchMs, signal) =>
      new Promise((resolve) => {
        const restMs = restFor(batchMs);
        if (restMs === 0 || waitingQueries > 0 || signal.aborted) return resolve();
        const endOne = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', endOne);
          resting.delete(endOne);
          resolve();
        };
        const timer = setTimeout(endOne, restMs);
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
