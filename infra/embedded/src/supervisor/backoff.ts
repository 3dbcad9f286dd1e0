// How long to wait before a process that ended is started again.

const firstDelayMs = 500;
const longestDelayMs = 10_000;
const steadyMs = 30_000;

/** The wait before the next start after so many failures in a row: 0.5 s, doubling, at most 10 s. */
export function restartDelayMs(failures: number): number {
  return Math.min(firstDelayMs * 2 ** Math.max(0, failures - 1), longestDelayMs);
}

/** Failures in a row after one more; a process that ran for half a minute starts from the beginning. */
export function failuresAfter(failures: number, ranMs: number): number {
  return ranMs >= steadyMs ? 1 : failures + 1;
}
