// The settings of a backtest: what may be chosen, what is kept in the browser, and the limits of both.
import {
  COINS,
  DATE_MAX,
  DATE_MIN,
  type DateRange,
  DEFAULT_PERIOD_DAYS,
  FEES_PERCENT_DEFAULT,
  FEES_PERCENT_MAX,
  FEES_PERCENT_MIN,
  FIXED_PORTFOLIO,
  PORTFOLIO_ENTRIES_MAX,
  TIMEFRAME_DEFAULT,
  TIMEFRAMES,
  type Timeframe,
} from '@tradeium/contracts';
import { clamp, type DayRange, dateOf, dayOf, lastDays, limitedTo } from '../../lib/date-range.ts';

export type Settings = {
  /** USDT and BTC first, then the coins in the order in which they were added. */
  readonly portfolio: readonly string[];
  readonly timeframe: Timeframe;
  readonly feesPercent: number;
  readonly startDate: string;
  readonly endDate: string;
};

/** The slider's bounds. */
export const BOUNDS: DayRange = { start: dayOf(DATE_MIN), end: dayOf(DATE_MAX) };

/** The days for which all coins have candles, within the slider's bounds; these bounds while it is unknown. */
export const limitsOf = (candles: DateRange | null): DayRange =>
  candles?.start_date && candles.end_date
    ? limitedTo({ start: dayOf(candles.start_date), end: dayOf(candles.end_date) }, BOUNDS)
    : BOUNDS;

/** The chosen period as far as there are candles: what the slider shows and a run covers. */
export const periodOf = (
  { startDate, endDate }: Pick<Settings, 'startDate' | 'endDate'>,
  candles: DateRange | null,
): DayRange => limitedTo({ start: dayOf(startDate), end: dayOf(endDate) }, limitsOf(candles));

const FIXED: readonly string[] = FIXED_PORTFOLIO;
const KNOWN: readonly string[] = COINS;

export const isFixed = (entry: string): boolean => FIXED.includes(entry);

/** A portfolio of known coins, each once, USDT and BTC always among them, ten entries at most. */
export const portfolioOf = (entries: readonly unknown[]): string[] =>
  [...new Set([...FIXED, ...entries.filter((entry) => KNOWN.includes(entry as string))])].slice(
    0,
    PORTFOLIO_ENTRIES_MAX,
  ) as string[];

/** Fees in percent as typed: within 0 to 10, two decimals; what cannot be read is 0. */
export const feesOf = (text: string): number => {
  const fees = Number(text.trim().replace(',', '.'));
  return Number.isFinite(fees) ? Math.round(clamp(fees, FEES_PERCENT_MIN, FEES_PERCENT_MAX) * 100) / 100 : 0;
};

const field = (stored: unknown, name: string): unknown =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>)[name] : undefined;

/**
 * Settings at the start of a visit: portfolio, interval and fees as they were kept (each replaced by its default
 * when it makes no sense), dates always the last 365 days.
 */
export const initialSettings = (stored: unknown, today: number): Settings => {
  const portfolio = field(stored, 'portfolio');
  const timeframe = field(stored, 'timeframe');
  const fees = field(stored, 'feesPercent');
  const { start, end } = lastDays(DEFAULT_PERIOD_DAYS, today, BOUNDS);
  return {
    portfolio: portfolioOf(Array.isArray(portfolio) ? portfolio : []),
    timeframe: TIMEFRAMES.find((known) => known === timeframe) ?? TIMEFRAME_DEFAULT,
    feesPercent: typeof fees === 'number' ? feesOf(String(fees)) : FEES_PERCENT_DEFAULT,
    startDate: dateOf(start),
    endDate: dateOf(end),
  };
};

/** What is kept of the settings. */
export const keptOf = ({ portfolio, timeframe, feesPercent }: Settings) => ({
  portfolio,
  timeframe,
  feesPercent,
});
