// When the bars of an interval close, which of them rebalances are due on, and which decisions count there.
import { calendarOf, firstOpenFrom, TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import { periodOf } from '@tradeium/portfolio';
import type { CreatedDeployment } from './deployment-state.ts';

/** A bar counts as closed two seconds after its close by the exchange's clock; one more for clocks that differ. */
export const AFTER_CLOSE_MS = 3_000;

/** The close of the newest bar that has closed, which is the open of the next one. */
export const newestClose = (timeframe: Timeframe, nowMs: number): number => {
  const next = firstOpenFrom(timeframe, nowMs);
  return next === nowMs ? next : next - TIMEFRAME_MS[timeframe];
};

type Rebalancing = Pick<CreatedDeployment, 'created' | 'isInvested' | 'lastBarClose' | 'open'>;

/** The bar that its strategy has rebalanced on last, or does now. */
const lastBarMs = ({ open, lastBarClose }: Rebalancing): number => {
  const last = open && open.kind !== 'sell' ? open.barClose : lastBarClose;
  return last === null ? Number.NEGATIVE_INFINITY : Date.parse(last);
};

/**
 * True if a deployment rebalances when this bar closes: the first time at any bar, then by its calendar at the first bar of each
 * day, week or month. What was missed there is made up for within half of that time.
 */
export const isDueAt = (deployment: Rebalancing, barCloseMs: number): boolean => {
  const { settings } = deployment.created;
  const calendar = calendarOf(settings);
  if (calendar === 'bar' || !deployment.isInvested) return true;
  const { startMs, endMs } = periodOf(calendar, barCloseMs);
  const firstMs = firstOpenFrom(settings.timeframe, startMs);
  const isLate = barCloseMs - firstMs > (firstOpenFrom(settings.timeframe, endMs) - firstMs) / 2;
  return lastBarMs(deployment) < firstMs && !isLate;
};

/** From when on the next scheduled rebalance of a deployment begins. */
export const nextRebalance = (deployment: Rebalancing, nowMs: number): number => {
  const { settings } = deployment.created;
  const { timeframe } = settings;
  const calendar = calendarOf(settings);
  const nextMs = firstOpenFrom(timeframe, nowMs - AFTER_CLOSE_MS + 1);
  const dueMs =
    calendar === 'bar' || isDueAt(deployment, nextMs)
      ? nextMs
      : firstOpenFrom(timeframe, periodOf(calendar, nextMs).endMs);
  return dueMs + AFTER_CLOSE_MS;
};

/**
 * The moment after which a decision counts at a scheduled rebalance: that of the bar alone, or by a calendar those since the
 * last rebalance; null for the first one, which takes over what the strategy decided last.
 */
export const decidesAfter = (
  { created: { settings }, isInvested, lastBarClose }: Rebalancing,
  barCloseMs: number,
): number | null => {
  if (!isInvested || lastBarClose === null) return null;
  return calendarOf(settings) === 'bar'
    ? barCloseMs - TIMEFRAME_MS[settings.timeframe]
    : Date.parse(lastBarClose);
};
