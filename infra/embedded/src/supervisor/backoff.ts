// How long to wait before restarting a process.

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
const STEADY_MS = 30_000;

/** The wait before the next start after this many failures in a row: 0.5 s, doubling, at most 10 s. */
export const restartDelayMs = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1), LONGEST_DELAY_MS);

/** Failures in a row after one more; a process that ran for half a minute starts from the beginning. */
export const failuresAfter = (failures: number, ranMs: number): number =>
  ranMs >= STEADY_MS ? 1 : failures + 1;
