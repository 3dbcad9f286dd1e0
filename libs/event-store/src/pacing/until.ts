// Looks for something again and again until it is there.
import { pause } from './pause.ts';

export type Waiting = {
  /** Between two looks. */
  readonly pauseMs: number;
  /** Each pause is half as long again as the one before, up to this. */
  readonly pauseMaxMs?: number;
  /** No look begins later. */
  readonly timeoutMs?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
};

/** The first answer that is not undefined; undefined when none came in time. Throws what a look throws. */
export const until = async <Result>(
  look: () => Promise<Result | undefined>,
  { pauseMs, pauseMaxMs = pauseMs, timeoutMs = Number.POSITIVE_INFINITY, signal }: Waiting,
): Promise<Result | undefined> => {
  const deadlineMs = performance.now() + timeoutMs;
  for (let nextMs = pauseMs; ; nextMs = Math.min(1.5 * nextMs, pauseMaxMs)) {
    if (signal?.aborted) return undefined;
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() + nextMs > deadlineMs) return undefined;
    await pause(nextMs, signal);
  }
};
