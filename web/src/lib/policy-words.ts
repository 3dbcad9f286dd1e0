// The rebalance policy of settings in words: when a portfolio trades, beyond what drift, and how far.
import { calendarOf, type RebalanceCalendar, type Timeframe } from '@tradeium/contracts';
import { percentOf } from './format.ts';

export const CALENDAR_LABELS: Readonly<Record<RebalanceCalendar, string>> = {
  bar: 'Every bar',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
};

export const isCalendar = (given: unknown): given is RebalanceCalendar =>
  typeof given === 'string' && Object.hasOwn(CALENDAR_LABELS, given);

/** `Weekly, 5 % band, to the edge`; what is usual is absent from settings. */
export const policyWords = (settings: object): string => {
  const {
    rebalance_every: every,
    drift_band_percent: width,
    drift_band_to: end,
  } = settings as Record<string, unknown>;
  const calendar = CALENDAR_LABELS[isCalendar(every) ? every : 'bar'];
  return typeof width === 'number' && width > 0
    ? `${calendar}, ${percentOf(width)} band, to the ${end === 'edge' ? 'edge' : 'target'}`
    : `${calendar}, no drift band`;
};

const PERIODS = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

type Traded = { readonly timeframe: Timeframe; readonly rebalance_every?: RebalanceCalendar | undefined };

/** `the first bar of each week`; null where every bar is traded. */
export const firstBarWords = (settings: Traded): string | null => {
  const calendar = calendarOf(settings);
  return calendar === 'bar' ? null : `the first bar of each ${PERIODS[calendar]}`;
};
