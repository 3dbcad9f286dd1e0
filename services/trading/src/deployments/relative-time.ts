// Says in words how far away a time is.

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;
const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `in 5 minutes`, `2 hours ago`. */
export const relativeTime = (ms: number, nowMs: number): string => {
  const difference = ms - nowMs;
  const [unit, length] = STEPS.find(([, size]) => Math.abs(difference) >= size) ?? ['second', 1_000];
  return words.format(Math.round(difference / length), unit);
};
