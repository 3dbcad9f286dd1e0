// The text of a countdown.

/** Seconds as `27 s`, from two minutes on as `4:05 min`. */
export const waitText = (seconds: number): string => {
  if (seconds < 120) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
};

/** Whole seconds until an instant, both in milliseconds; the last one lasts until it has passed. */
export const secondsLeft = (untilMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((untilMs - nowMs) / 1_000));
