// Calendars of rebalances: the moments at which a portfolio trades, and the decisions that wait until then.

/** Trades at every bar, or at the first bar of each UTC day, week from Monday, or month. */
export type RebalanceCalendar = 'bar' | 'daily' | 'weekly' | 'monthly';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The day, week or month in which a moment lies, ms UTC: [start, end). */
export const periodOf = (
  calendar: Exclude<RebalanceCalendar, 'bar'>,
  ms: number,
): { readonly startMs: number; readonly endMs: number } => {
  if (calendar === 'monthly') {
    const date = new Date(ms);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { startMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) };
  }
  const [origin, lengthMs] = calendar === 'weekly' ? [FIRST_MONDAY_MS, WEEK_MS] : [0, DAY_MS];
  const startMs = origin + Math.floor((ms - origin) / lengthMs) * lengthMs;
  return { startMs, endMs: startMs + lengthMs };
};

/** True if a bar that opens at `openMs`, after one that opened at `beforeMs`, is the first of a period. */
export const beginsPeriod = (calendar: RebalanceCalendar, openMs: number, beforeMs: number): boolean =>
  calendar === 'bar' || openMs >= periodOf(calendar, beforeMs).endMs;

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
