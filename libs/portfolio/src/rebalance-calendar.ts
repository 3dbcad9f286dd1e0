// Calendars of rebalances: the moments at which a portfolio trades, and the decisions that wait until then.

/** Trades at every bar, or at the first bar of each UTC day, week from Monday, or month. */
export type RebalanceCalendar = 'bar' | 'daily' | 'weekly' | 'monthly';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The number of the calendar's period in which a moment (ms UTC) lies; for `bar` that of the moment. */
const periodAt = (calendar: RebalanceCalendar, ms: number): number => {
  if (calendar === 'bar') return ms;
  if (calendar === 'daily') return Math.floor(ms / DAY_MS);
  if (calendar === 'weekly') return Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS);
  const date = new Date(ms);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
};

/** True if a bar that opens at `openMs`, after one that opened at `beforeMs`, is the first of a period. */
export const beginsPeriod = (calendar: RebalanceCalendar, openMs: number, beforeMs: number): boolean =>
  periodAt(calendar, openMs) !== periodAt(calendar, beforeMs);

/**
 * The bar whose decision is traded at each bar's open; -1 where none is. The first decision is traded at once. Each later one
 * waits for the first bar of the next period, unless a newer one comes before that; nothing is traded without a new decision.
 * @param openTimes of each bar in ms UTC, ascending
 * @param decides true for a bar at whose open a decision may be traded
 */
export const tradedBars = (
  openTimes: ArrayLike<number>,
  decides: (bar: number) => boolean,
  calendar: RebalanceCalendar,
): Int32Array => {
  const traded = new Int32Array(openTimes.length).fill(-1);
  let hasTraded = false;
  let waiting = -1;
  for (let bar = 0; bar < traded.length; bar++) {
    if (decides(bar)) waiting = bar;
    if (waiting < 0) continue;
    const isDue =
      !hasTraded || beginsPeriod(calendar, openTimes[bar] as number, openTimes[bar - 1] as number);
    if (!isDue) continue;
    traded[bar] = waiting;
    hasTraded = true;
    waiting = -1;
  }
  return traded;
};

/**
 * Target weights as a calendar trades them: see `tradedBars`. `targets` is bars × coins, row by row, each traded at its bar's
 * open; a row that begins with NaN trades nothing. With `bar` they are the same.
 */
export const targetsOnCalendar = (
  targets: Float64Array,
  openTimes: Float64Array,
  coins: number,
  calendar: RebalanceCalendar,
): Float64Array => {
  if (calendar === 'bar' || coins === 0) return targets;
  const waited = new Float64Array(targets.length).fill(Number.NaN);
  tradedBars(openTimes, (bar) => !Number.isNaN(targets[bar * coins]), calendar).forEach((from, bar) => {
    if (from >= 0) waited.set(targets.subarray(from * coins, (from + 1) * coins), bar * coins);
  });
  return waited;
};
