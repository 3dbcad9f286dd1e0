// How deep and how long a curve stays below its highest value, the starting capital being the first one.

export type DrawdownPeriod = {
  /** Close of the last bar before the fall; the first bar's open when the fall is from the starting capital. */
  peakMs: number;
  /** Close of the lowest bar. */
  troughMs: number;
  /** Close of the bar that regains the peak, or else of the last bar. */
  endMs: number;
  recovered: boolean;
  /** Lowest value / peak - 1; negative. */
  depth: number;
};

/** value / highest value so far - 1 at each step; 0 or negative. */
export const drawdownSeries = (value: Float64Array, startingCapital: number): Float64Array => {
  let peak = startingCapital;
  return value.map((now) => {
    peak = Math.max(peak, now);
    return now / peak - 1;
  });
};

/** Lowest value / highest value before - 1, as a negative share; 0 for a curve that never falls. */
export const maxDrawdown = (value: Float64Array, startingCapital: number): number => {
  let peak = startingCapital;
  let deepest = 0;
  // Hundreds of draws are measured for a run: without a series for each of them.
  for (const now of value) {
    if (now > peak) peak = now;
    const depth = now / peak - 1;
    if (depth < deepest) deepest = depth;
  }
  return deepest;
};

/**
 * Every fall from a peak until that is regained, in order of time; the last one may not have recovered.
 * Source: vectorbt's drawdown records, from peak to end.
 * @param drawdown see `drawdownSeries`
 * @param closeTimes when each of its values was taken, in ms
 * @param startMs when the starting capital was there
 */
export const drawdownPeriods = (
  drawdown: Float64Array,
  closeTimes: Float64Array,
  startMs: number,
): DrawdownPeriod[] => {
  const periods: DrawdownPeriod[] = [];
  let fall: DrawdownPeriod | null = null;
  let peakMs = startMs;
  drawdown.forEach((depth, at) => {
    const endMs = closeTimes[at] as number;
    if (depth < 0 && fall === null) {
      fall = { peakMs, troughMs: endMs, endMs, recovered: false, depth };
      periods.push(fall);
    }
    if (fall !== null) {
      fall.endMs = endMs;
      fall.recovered = depth === 0;
      if (depth < fall.depth) {
        fall.depth = depth;
        fall.troughMs = endMs;
      }
    }
    if (depth === 0) {
      fall = null;
      peakMs = endMs;
    }
  });
  return periods;
};

/** sqrt(sum(drawdown²) / (n - 1)), null below two values; Martin (1987). Source: quantstats. */
export const ulcerIndex = (drawdown: Float64Array): number | null => {
  if (drawdown.length < 2) return null;
  let squares = 0;
  for (const depth of drawdown) squares += depth * depth;
  return Math.sqrt(squares / (drawdown.length - 1));
};
