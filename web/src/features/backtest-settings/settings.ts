// The settings of a backtest: the choices, what the browser stores, and the limits of both.
import {
  DATE_MAX,
  DATE_MIN,
  type DateRange,
  DEFAULT_PERIOD_DAYS,
  DRIFT_BAND_ENDS,
  DRIFT_BAND_PERCENT_MAX,
  type DriftBandEnd,
  FEES_PERCENT_DEFAULT,
  FEES_PERCENT_MAX,
  FEES_PERCENT_MIN,
  FIXED_PORTFOLIO,
  keptMoney,
  keptPolicy,
  type ParameterValues,
  PORTFOLIO_ENTRIES_MAX,
  portfolioOf,
  REBALANCE_CALENDARS,
  type RebalanceCalendar,
  SLIPPAGE_PERCENT_DEFAULT,
  SLIPPAGE_PERCENT_MAX,
  SLIPPAGE_PERCENT_MIN,
  STARTING_CAPITAL_MAX,
  STARTING_CAPITAL_MIN,
  STARTING_CAPITAL_USDT,
  TIMEFRAME_DEFAULT,
  TIMEFRAMES,
  type Timeframe,
  type TradingSettings,
} from '@tradeium/contracts';
import { clamp, type DayRange, dateOf, dayOf, lastDays, limitedTo } from '../../lib/dates/date-range.ts';
import { fractionOf } from '../../lib/format.ts';

export type Settings = {
  /** USDT and BTC first, then the coins in order of addition. */
  readonly portfolio: readonly string[];
  readonly timeframe: Timeframe;
  /** Fractions, as fine as a result had them. */
  readonly fees: number;
  readonly slippage: number;
  /** In USDT. */
  readonly startingCapital: number;
  /** In percentage points of the portfolio; 0: every drift is traded. */
  readonly driftBandPercent: number;
  readonly driftBandTo: DriftBandEnd;
  readonly rebalanceEvery: RebalanceCalendar;
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

/** The settings as routes take them; for another period than their own, if one is given. */
export const tradingSettingsOf = (
  settings: Settings,
  { start, end }: DayRange = { start: dayOf(settings.startDate), end: dayOf(settings.endDate) },
): TradingSettings => ({
  portfolio: [...settings.portfolio],
  timeframe: settings.timeframe,
  fees: settings.fees,
  ...keptMoney({ starting_capital: settings.startingCapital, slippage: settings.slippage }),
  ...keptPolicy({
    drift_band_percent: settings.driftBandPercent,
    drift_band_to: settings.driftBandTo,
    rebalance_every: settings.rebalanceEvery,
  }),
  start_date: dateOf(start),
  end_date: dateOf(end),
});

const FIXED: readonly string[] = FIXED_PORTFOLIO;
export const isFixed = (entry: string): boolean => FIXED.includes(entry);

/** `8 of 10, USDT and BTC count`. */
export const countWords = (entries: readonly string[]): string =>
  `${entries.length} of ${PORTFOLIO_ENTRIES_MAX}, USDT and BTC count`;

/** The effect of a quick add on a portfolio, before it is pressed. */
export const quickAddWords = (portfolio: readonly string[], coins: readonly string[]): string =>
  `Adds ${coins.join(', ')}: ${countWords(portfolioOf([...portfolio, ...coins]))}`;

/** The coins that a quick add could not add; null when everything is in the portfolio now. */
export const leftOutWords = (
  name: string,
  portfolio: readonly string[],
  coins: readonly string[],
): string | null => {
  const after = portfolioOf([...portfolio, ...coins]);
  const added = coins.filter((coin) => after.includes(coin) && !portfolio.includes(coin));
  const missing = coins.filter((coin) => !after.includes(coin));
  if (missing.length === 0) return null;
  const did = added.length === 0 ? 'added nothing' : `added ${added.join(', ')}`;
  return `${name} ${did} and left out ${missing.join(', ')}: at most ${PORTFOLIO_ENTRIES_MAX} entries, USDT and BTC count.`;
};

/** A number of two decimals within bounds; null for what cannot be read. */
const boundedOf = (text: string, least: number, most: number): number | null => {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? Math.round(clamp(number, least, most) * 100) / 100 : null;
};

/** Fees in percent as typed: within 0 to 10, two decimals; what cannot be read is 0. */
export const feesOf = (text: string): number =>
  boundedOf(text.replace(',', '.'), FEES_PERCENT_MIN, FEES_PERCENT_MAX) ?? 0;

/** Slippage in percent as typed, in the same way. */
export const slippageOf = (text: string): number =>
  boundedOf(text.replace(',', '.'), SLIPPAGE_PERCENT_MIN, SLIPPAGE_PERCENT_MAX) ?? SLIPPAGE_PERCENT_DEFAULT;

/** The drift band in percentage points as typed, within 0 to 50; what cannot be read is 0. */
export const driftBandOf = (text: string): number =>
  boundedOf(text.replace(',', '.'), 0, DRIFT_BAND_PERCENT_MAX) ?? 0;

/** One of the ends; the target for anything else. */
export const driftBandEndOf = (given: unknown): DriftBandEnd =>
  DRIFT_BAND_ENDS.find((known) => known === given) ?? 'target';

/** One of the calendars; every bar for anything else. */
export const calendarChoiceOf = (given: unknown): RebalanceCalendar =>
  REBALANCE_CALENDARS.find((known) => known === given) ?? 'bar';

/** Groups of three digits, then perhaps decimals. */
const GROUPED = /^(\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{1,2}))?$/;

/** USDT as typed, with any separators: `12,500`, `12.500` and `12 500` are the same; what cannot be read is 10,000. */
export const capitalOf = (text: string): number => {
  const plain = text.replace(/[\s'’_]/g, '');
  const [, groups, decimals = '0'] = GROUPED.exec(plain) ?? [];
  const number =
    groups === undefined ? plain.replace(',', '.') : `${groups.replace(/[.,]/g, '')}.${decimals}`;
  return boundedOf(number, STARTING_CAPITAL_MIN, STARTING_CAPITAL_MAX) ?? STARTING_CAPITAL_USDT;
};

const NUMBERS = {
  fees: {
    least: fractionOf(FEES_PERCENT_MIN),
    most: fractionOf(FEES_PERCENT_MAX),
    usual: fractionOf(FEES_PERCENT_DEFAULT),
  },
  slippage: {
    least: fractionOf(SLIPPAGE_PERCENT_MIN),
    most: fractionOf(SLIPPAGE_PERCENT_MAX),
    usual: fractionOf(SLIPPAGE_PERCENT_DEFAULT),
  },
  startingCapital: { least: STARTING_CAPITAL_MIN, most: STARTING_CAPITAL_MAX, usual: STARTING_CAPITAL_USDT },
  driftBandPercent: { least: 0, most: DRIFT_BAND_PERCENT_MAX, usual: 0 },
} as const;

/** A number that is known already, within its bounds and otherwise as it was; its default for anything else. */
const numberOf = (name: keyof typeof NUMBERS, known: unknown): number => {
  const { least, most, usual } = NUMBERS[name];
  return typeof known === 'number' && Number.isFinite(known) ? clamp(known, least, most) : usual;
};

const field = (stored: unknown, name: string): unknown =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>)[name] : undefined;

/** As 1.0.0 kept it in browsers. */
const keptPercent = (stored: unknown, name: string): number | undefined => {
  const percent = field(stored, name);
  return typeof percent === 'number' ? fractionOf(percent) : undefined;
};

/**
 * Settings at the start of a visit: all but the dates as they were kept (each replaced by its default
 * when it makes no sense), dates always the last 365 days.
 */
export const initialSettings = (stored: unknown, today: number): Settings => {
  const portfolio = field(stored, 'portfolio');
  const timeframe = field(stored, 'timeframe');
  const { start, end } = lastDays(DEFAULT_PERIOD_DAYS, today, BOUNDS);
  return {
    portfolio: portfolioOf(Array.isArray(portfolio) ? portfolio : []),
    timeframe: TIMEFRAMES.find((known) => known === timeframe) ?? TIMEFRAME_DEFAULT,
    fees: numberOf('fees', field(stored, 'fees') ?? keptPercent(stored, 'feesPercent')),
    slippage: numberOf('slippage', field(stored, 'slippage') ?? keptPercent(stored, 'slippagePercent')),
    startingCapital: numberOf('startingCapital', field(stored, 'startingCapital')),
    driftBandPercent: numberOf('driftBandPercent', field(stored, 'driftBandPercent')),
    driftBandTo: driftBandEndOf(field(stored, 'driftBandTo')),
    rebalanceEvery: calendarChoiceOf(field(stored, 'rebalanceEvery')),
    startDate: dateOf(start),
    endDate: dateOf(end),
  };
};

/** The settings that a result was run with, from its file `Settings`; null when they cannot be read. */
export const settingsOfResult = (record: Readonly<Record<string, unknown>>): Settings | null => {
  const { portfolio, timeframe, fees, start_date: startDate, end_date: endDate } = record;
  const known = TIMEFRAMES.find((one) => one === timeframe);
  if (!Array.isArray(portfolio) || !known || typeof fees !== 'number') return null;
  if (typeof startDate !== 'string' || typeof endDate !== 'string') return null;
  return {
    portfolio: portfolioOf(portfolio),
    timeframe: known,
    fees: numberOf('fees', fees),
    slippage: numberOf('slippage', record.slippage),
    startingCapital: numberOf('startingCapital', record.starting_capital),
    driftBandPercent: numberOf('driftBandPercent', record.drift_band_percent),
    driftBandTo: driftBandEndOf(record.drift_band_to),
    rebalanceEvery: calendarChoiceOf(record.rebalance_every),
    startDate,
    endDate,
  };
};

/** The parameters that a result was run with, from its file `Settings`. */
export const parametersOfResult = ({ parameters }: Readonly<Record<string, unknown>>): ParameterValues => {
  const entries = typeof parameters === 'object' && parameters !== null ? Object.entries(parameters) : [];
  return Object.fromEntries(
    entries.filter(([, value]) => ['number', 'string', 'boolean'].includes(typeof value)),
  );
};

/** The part of the settings that is kept. */
export const keptOf = ({ startDate: _, endDate: __, ...kept }: Settings) => kept;
