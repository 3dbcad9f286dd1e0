// How coins moved over a range of daily candles, for the agents: pure arithmetic on a panel.
import type { MESSAGES } from '@tradeium/contracts';
import { maxDrawdown, relateToBenchmark, volatility } from '@tradeium/portfolio';
import type { z } from 'zod';
import { columnOf, type Panel } from '../candles/panel.ts';

type Summary = z.input<typeof MESSAGES.summarizeCoins.output>;
type Figures = Summary['coins'][number];

const DAYS_A_YEAR = 365;
const AVERAGE_DAYS = 200;
const REGIME_DAYS = 30;

const closesOf = (panel: Panel, coin: string): Float64Array => {
  const closes = panel.columns.get(columnOf(coin, 'close'));
  if (!closes) throw new Error(`a panel without ${coin}`);
  return closes;
};

const returnsOf = (closes: Float64Array): Float64Array =>
  closes.subarray(1).map((close, at) => close / (closes[at] as number) - 1);

const correlationOf = (a: Float64Array, b: Float64Array): number | null =>
  relateToBenchmark(a, b, DAYS_A_YEAR, null).correlation;

/** The change over the last days; null where a candle is missing. */
const momentum = (closes: Float64Array, days: number): number | null => {
  const [last, before] = [closes.at(-1), closes.at(-1 - days)];
  const change = (last ?? Number.NaN) / (before ?? Number.NaN) - 1;
  return Number.isFinite(change) ? change : null;
};

/** The average of 200 days at each close; NaN where there are fewer. */
const averagesOf = (closes: Float64Array): Float64Array => {
  let sum = 0;
  return closes.map((close, at) => {
    sum += close - (at >= AVERAGE_DAYS ? (closes[at - AVERAGE_DAYS] as number) : 0);
    return at < AVERAGE_DAYS - 1 ? Number.NaN : sum / AVERAGE_DAYS;
  });
};

/** The share of the days from `first` on with a close above the average of 200 days. */
const daysAboveAverage = (closes: Float64Array, first: number): number | null => {
  const averages = averagesOf(closes);
  const days = [...closes.keys()].filter((at) => at >= first && Number.isFinite(averages[at]));
  const above = days.filter((at) => (closes[at] as number) > (averages[at] as number));
  return days.length === 0 ? null : above.length / days.length;
};

type Regime = NonNullable<Figures['regimes']>['now'];

/** `up`: above an average that has risen in 30 days; `down`: below one that has fallen; `sideways`: neither. */
const regimeAt = (closes: Float64Array, averages: Float64Array, at: number): Regime | null => {
  const [close, average, before] = [closes[at], averages[at], averages[at - REGIME_DAYS]] as number[];
  if (close === undefined || average === undefined || before === undefined) return null;
  if (!Number.isFinite(close + average + before)) return null;
  if (close > average && average > before) return 'up';
  return close < average && average < before ? 'down' : 'sideways';
};

/** How the days from `first` on were spread over regimes, and how many the newest one has lasted. */
const regimesOf = (closes: Float64Array, first: number): Figures['regimes'] => {
  const averages = averagesOf(closes);
  const regimes = [...closes.keys()]
    .filter((at) => at >= first)
    .flatMap((at) => regimeAt(closes, averages, at) ?? []);
  const now = regimes.at(-1);
  if (now === undefined) return null;
  const shareOf = (regime: Regime) => regimes.filter((each) => each === regime).length / regimes.length;
  const lasted = regimes.length - 1 - regimes.findLastIndex((each) => each !== now);
  return {
    up: shareOf('up'),
    down: shareOf('down'),
    sideways: shareOf('sideways'),
    now,
    now_for_days: lasted,
  };
};

const figuresOf = (panel: Panel, coin: string): Figures => {
  const all = closesOf(panel, coin);
  const closes = all.subarray(panel.firstBar);
  const first = panel.columns.get(columnOf(coin, 'open'))?.[panel.firstBar] as number;
  return {
    coin,
    total_return: (closes.at(-1) as number) / first - 1,
    annual_volatility: volatility(returnsOf(closes), DAYS_A_YEAR),
    max_drawdown: maxDrawdown(closes, first),
    momentum: { d30: momentum(all, 30), d90: momentum(all, 90), d365: momentum(all, 365) },
    // Before the first candle of the warm-up there is none to average.
    days_above_average_200: daysAboveAverage(withoutGap(all), panel.firstBar - gapOf(all)),
    regimes: regimesOf(withoutGap(all), panel.firstBar - gapOf(all)),
  };
};

/** How many bars at the beginning have no price yet. */
const gapOf = (closes: Float64Array): number => Math.max(0, closes.findIndex(Number.isFinite));
const withoutGap = (closes: Float64Array): Float64Array => closes.subarray(gapOf(closes));

export type CoinFigures = Pick<Summary, 'coins' | 'correlations'>;

export const coinFigures = (panel: Panel): CoinFigures => {
  const { coins, firstBar } = panel;
  const returns = coins.map((coin) => returnsOf(closesOf(panel, coin).subarray(firstBar)));
  const correlations = coins.flatMap((a, i) =>
    coins.slice(i + 1).flatMap((b, k) => {
      const correlation = correlationOf(returns[i] as Float64Array, returns[i + 1 + k] as Float64Array);
      return correlation === null ? [] : [{ a, b, correlation }];
    }),
  );
  return { coins: coins.map((coin) => figuresOf(panel, coin)), correlations };
};
