// Lets commands go first: a projection that has much to do rests after its batches, and the next one applies in one piece what was written meanwhile.

export type Rest = {
  /** After a batch that took `batchMs`: resolves once enough time has passed, when a query waits, or when the signal is aborted. */
  after(batchMs: number, signal: AbortSignal): Promise<void>;
  /** Ends the rests, or omits the next one when there is none. */
  end(): void;
  /** Ends the rests, and allows none while this query waits. */
  noneDuring<Result>(waiting: Promise<Result>): Promise<Result>;
};

/** Of the time, under load. */
const WORK_SHARE = 1 / 5;
/** Work that needs no rest, when there was none before: some changes in a row are shown at once. */
const WORK_AT_ONCE_MS = 100;
const REST_MAX_MS = 1_000;

/** Each batch takes its length divided by the share out of the time; so much of that may be left before a rest is due. */
const UNRESTED_MAX_MS = WORK_AT_ONCE_MS / WORK_SHARE - WORK_AT_ONCE_MS;

/** The rests of one projection, in all its streams. */
export const createRest = (): Rest => {
  let waitingQueries = 0;
  let isNextOmitted = false;
  /** When all work so far will have had its share of the time. */
  let restedAtMs = 0;
  const restFor = (batchMs: number): number => {
    const nowMs = performance.now();
    const rested = Math.max(restedAtMs, nowMs - batchMs) + batchMs / WORK_SHARE;
    restedAtMs = Math.min(rested, nowMs + UNRESTED_MAX_MS + REST_MAX_MS);
    return Math.max(0, restedAtMs - nowMs - UNRESTED_MAX_MS);
  };
  const resting = new Set<() => void>();
  const endAll = () => {
    for (const endOne of resting) endOne();
  };
  return {
    end() {
      isNextOmitted = resting.size === 0;
      endAll();
    },
    after: (batchMs, signal) =>
      new Promise((resolve) => {
        const restMs = restFor(batchMs);
        const isOmitted = isNextOmitted || waitingQueries > 0 || signal.aborted;
        isNextOmitted = false;
        if (restMs === 0 || isOmitted) return resolve();
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
      endAll();
      return waiting.finally(() => {
        waitingQueries -= 1;
      });
    },
  };
};
