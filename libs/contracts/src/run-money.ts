// The starting capital, slippage and rebalance policy of a run: their defaults, and how settings store them. No schemas, because pages load this.
import {
  type DriftBandEnd,
  type RebalanceCalendar,
  STARTING_CAPITAL_USDT,
  TIMEFRAME_MS,
  type Timeframe,
} from './constants.ts';

type Money = { readonly starting_capital?: number | undefined; readonly slippage?: number | undefined };

/** The capital that a run begins with, and how much worse than the open it trades: as they were chosen, or as usual. */
export const moneyOf = ({ starting_capital = STARTING_CAPITAL_USDT, slippage = 0 }: Money) => ({
  starting_capital,
  slippage,
});

/** The same, as settings keep it: what is usual is left out. */
export const keptMoney = (chosen: Money): { starting_capital?: number; slippage?: number } => {
  const { starting_capital, slippage } = moneyOf(chosen);
  return {
    ...(starting_capital === STARTING_CAPITAL_USDT ? {} : { starting_capital }),
    ...(slippage === 0 ? {} : { slippage }),
  };
};

type Policy = {
  readonly drift_band_percent?: number | undefined;
  readonly drift_band_to?: DriftBandEnd | undefined;
  readonly rebalance_every?: RebalanceCalendar | undefined;
};

/** The rebalance policy of settings; nothing where every drift is traded at every bar, as in all early runs. */
export const keptPolicy = ({
  drift_band_percent = 0,
  drift_band_to = 'target',
  rebalance_every = 'bar',
}: Policy) => ({
  ...(drift_band_percent === 0 ? {} : { drift_band_percent, drift_band_to }),
  ...(rebalance_every === 'bar' ? {} : { rebalance_every }),
});

/** The drift band of settings as the engine and the order planner take it; null where every drift is traded. */
export const bandOf = (settings: Policy): { width: number; to: DriftBandEnd } | null => {
  const { drift_band_percent: percent, drift_band_to: to } = keptPolicy(settings);
  return percent === undefined || to === undefined ? null : { width: percent / 100, to };
};

/** Bars of this length are all first ones. */
const CALENDAR_MS = {
  bar: 0,
  daily: TIMEFRAME_MS['24h'],
  weekly: TIMEFRAME_MS.weekly,
  monthly: Number.POSITIVE_INFINITY,
} as const satisfies Readonly<Record<RebalanceCalendar, number>>;

/** The calendar by which settings trade: every bar where each is the first one of its day or week. */
export const calendarOf = ({
  rebalance_every = 'bar',
  timeframe,
}: Pick<Policy, 'rebalance_every'> & { readonly timeframe: Timeframe }): RebalanceCalendar =>
  TIMEFRAME_MS[timeframe] >= CALENDAR_MS[rebalance_every] ? 'bar' : rebalance_every;
