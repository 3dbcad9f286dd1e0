// Resamples an equity curve to the returns behind the statistics: one per UTC day, or one per week.

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

export type PeriodReturns = {
  /** Portfolio value at the end of each period. */
  value: Float64Array;
  /** Return of each period; the first one against the starting capital. */
  returns: Float64Array;
  /** Close of each period's last bar, in ms. */
  closeTimes: Float64Array;
  /** Open of the first bar, in ms: when the starting capital was there. */
  startMs: number;
  /** The factor that annualizes them: 365 days or 52 weeks. */
  periodsPerYear: 365 | 52;
};

/**
 * Returns between the last values of each UTC day, whatever the bars' length, so that an hourly and a daily
 * run of the same trades have the same statistics (as ffn, backtesting.py and Jesse do); weekly bars give
 * weekly returns.
 * Nothing is left after a value of 0: the returns that follow are 0.
 * @param openTimes open time of each bar in ms, ascending
 * @param barMs length of a bar in ms
 * @param value portfolio value at each bar's close
 */
export const periodReturns = (
  openTimes: Float64Array,
  barMs: number,
  value: Float64Array,
  startingCapital: number,
): PeriodReturns => {
  const weekly = barMs >= WEEK_MS;
  const periodMs = weekly ? WEEK_MS : DAY_MS;
  const ends = new Float64Array(value.length);
  const returns = new Float64Array(value.length);
  const closeTimes = new Float64Array(value.length);
  let periods = 0;
  let before = startingCapital;
  for (let bar = 0; bar < value.length; bar++) {
    const period = Math.floor((openTimes[bar] as number) / periodMs);
    const next = Math.floor((openTimes[bar + 1] ?? Number.POSITIVE_INFINITY) / periodMs);
    if (next === period) continue;
    const now = value[bar] as number;
    returns[periods] = before > 0 ? now / before - 1 : 0;
    ends[periods] = now;
    closeTimes[periods] = (openTimes[bar] as number) + barMs;
    periods += 1;
    before = now;
  }
  return {
    value: ends.subarray(0, periods),
    returns: returns.subarray(0, periods),
    closeTimes: closeTimes.subarray(0, periods),
    startMs: openTimes[0] as number,
    periodsPerYear: weekly ? 52 : 365,
  };
};
