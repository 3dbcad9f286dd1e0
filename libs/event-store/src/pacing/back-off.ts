// How long to wait before the next try: longer each time, up to a bound, and never quite the same.

const FIRST_MS = 100;

/** The pause after the n-th failure (from 1), in milliseconds, at most `maxMs`. */
export const backOffMs = (failures: number, maxMs: number): number => {
  const longest = Math.min(maxMs, FIRST_MS * 2 ** Math.min(failures - 1, 30));
  return longest * (0.75 + Math.random() / 4);
};
