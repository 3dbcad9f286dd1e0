// When the bars of an interval open, and which one closed last.
import { firstOpenFrom, TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';

/** True if a bar of the interval opens at `ms`. */
export const isOpen = (timeframe: Timeframe, ms: number): boolean =>
  Number.isInteger(ms) && firstOpenFrom(timeframe, ms) === ms;

/** Opening time (ms, UTC) of the newest bar that has closed at `nowMs` (whole milliseconds). */
export const lastClosedOpen = (timeframe: Timeframe, nowMs: number): number =>
  firstOpenFrom(timeframe, nowMs + 1) - 2 * TIMEFRAME_MS[timeframe];
