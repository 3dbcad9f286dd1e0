// How deep and how long a curve stays below its highest value, the starting capital being the first one.

const DAY_MS = 86_400_000;

/** value / highest value so far - 1 at each step; 0 or negative. */
export function drawdownSeries(value: Float64Array, startingCapital: number): Float64Array {
  let peak = startingCapital;
  return value.map((now) => {
    peak = Math.max(peak, now);
    return now / peak - 1;
  });
}

/** Lowest value / highest value before - 1, as a negative share; 0 for a curve that never falls. */
export function maxDrawdown(value: Float64Array, startingCapital: number): number {
  return drawdownSeries(value, startingCapital).reduce((deepest, depth) => Math.min(deepest, depth), 0);
}

/**
 * The longest time from a peak to the bar that regains it, in days; one not yet regained counts to the end.
 * Source: vectorbt's drawdown records, end - peak (its duration and ffn's begin a day after the peak).
 * @param drawdown at each bar's close; `openTimes` and `barMs` in ms
 */
export function maxDrawdownDurationDays(
  drawdown: Float64Array,
  openTimes: Float64Array,
  barMs: number,
): number {
  let longestMs = 0;
  let peakMs = openTimes[0] ?? 0;
  for (let bar = 0; bar < drawdown.length; bar++) {
    const closeMs = (openTimes[bar] as number) + barMs;
    const under = (drawdown[bar] as number) < 0;
    const wasUnder = bar > 0 && (drawdown[bar - 1] as number) < 0;
    if (under || wasUnder) longestMs = Math.max(longestMs, closeMs - peakMs);
    if (!under) peakMs = closeMs;
  }
  return longestMs / DAY_MS;
}

/** sqrt(sum(drawdown²) / (n - 1)), null below two values; Martin (1987). Source: quantstats. */
export function ulcerIndex(drawdown: Float64Array): number | null {
  if (drawdown.length < 2) return null;
  let squares = 0;
  for (const depth of drawdown) squares += depth * depth;
  return Math.sqrt(squares / (drawdown.length - 1));
}
