// Judges a strategy by what it did on made-up candles, whatever its code looks like.
import { z } from 'zod';
import type { RunResult } from '../../services/backtest/src/results/run-result.ts';
import { type JudgedParts, judgedParts, PART_CHECKS } from './judge-parts.ts';
import { REGIMES, type Regime } from './made-up-candles.ts';

const regime = z.enum(Object.keys(REGIMES) as [Regime, ...Regime[]]);

/** The behaviour that an idea asks of the strategy. */
const judged = judgedParts.extend({
  at_most_coins: z.int().optional(),
  at_most_weight: z.number().optional(),
  /** Bars with trades a year: the least and the most. */
  trades_a_year: z.tuple([z.number(), z.number()]).optional(),
  mostly_in_cash: z.array(regime).optional(),
  mostly_invested: z.array(regime).optional(),
  /** At least this share in a regime, on average. */
  mostly_invested_share: z.tuple([regime, z.number()]).optional(),
  always_invested: z.literal(true).optional(),
  /** More of the first coin than of the second, in a regime. */
  prefers: z.tuple([z.string(), z.string(), regime]).optional(),
  /** About as much of one coin as of the other, in a regime, and some of both. */
  holds_alike: z.tuple([z.string(), z.string(), regime]).optional(),
  /** Held only in the first and last days of a month. */
  days_of_month: z.tuple([z.int(), z.int()]).optional(),
  /** Holds coins when they are below their average. */
  buys_low: regime.optional(),
  volatility_at_most: z.number().optional(),
  /** Holds nothing after so many days of the crash, until it ends. */
  cash_in_crash_after: z.int().optional(),
});
export type Judged = z.output<typeof judged>;

export const idea = z.strictObject({
  text: z.string(),
  expect: z.enum(['strategy', 'question', 'no']),
  judged,
});
export type Idea = z.output<typeof idea>;

export type Behaviour = Pick<RunResult, 'coins' | 'close' | 'openTimes' | 'targets' | 'holdings'> & {
  readonly statistics: Pick<RunResult['statistics'], 'rebalances' | 'volatility'>;
};

const HELD = 1e-6;
const CASH_MOST = 0.35;
const INVESTED_LEAST = 0.6;
const ALWAYS_LEAST = 0.9;
const DAYS_A_YEAR = 365;
const AVERAGE_DAYS = 20;
const ROUNDING = 1e-6;
/** Prices move apart between two trades. */
const ALIKE = 2;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The bars of a regime; its second half, where it takes time to notice it. */
const barsOf = (name: Regime, isLate = false): number[] => {
  const [begin, end] = REGIMES[name];
  const first = isLate ? Math.floor((begin + end) / 2) : begin;
  return Array.from({ length: end - first }, (_, at) => first + at);
};

const views = ({ coins, holdings, openTimes, close }: Behaviour) => {
  const shares = (bar: number) =>
    coins.map((_, coin) => (holdings[bar * (coins.length + 1) + coin] as number) || 0);
  const exposure = (bar: number) => shares(bar).reduce((sum, share) => sum + share, 0);
  const ofCoin = (coin: string) => (bar: number) => shares(bar)[coins.indexOf(coin)] ?? 0;
  const price = (bar: number, coin: number) => close[bar * coins.length + coin] as number;
  const dates = [...openTimes].map((ms) => new Date(ms));
  return { shares, exposure, ofCoin, price, dates, all: dates.map((_, bar) => bar) };
};

/** How far coins are from their average while they are held, weighted by how much of them is. */
const distanceHeld = (behaviour: Behaviour, bars: readonly number[]): number => {
  const { shares, price } = views(behaviour);
  const parts = bars.flatMap((bar) =>
    shares(bar).map((share, coin) => {
      const before = Array.from({ length: AVERAGE_DAYS }, (_, back) => price(Math.max(0, bar - back), coin));
      return [share, share * (price(bar, coin) / mean(before) - 1)] as const;
    }),
  );
  const held = parts.reduce((sum, [share]) => sum + share, 0);
  return held === 0 ? Number.NaN : parts.reduce((sum, [, weighted]) => sum + weighted, 0) / held;
};

/** The share of bars outside the first and last days of a month, give or take a day, at whose close coins are held. */
const shareOutside = (behaviour: Behaviour, first: number, last: number): number => {
  const { exposure, dates, all } = views(behaviour);
  const isNear = (date: Date): boolean => {
    const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    const day = date.getUTCDate();
    return day <= first + 1 || day > days - last - 1;
  };
  const outside = all.filter((bar) => !isNear(dates[bar] as Date));
  return mean(outside.map((bar) => (exposure(bar) > HELD ? 1 : 0)));
};

type Check = (behaviour: Behaviour, asked: Judged) => boolean | undefined;

const CHECKS: Readonly<Record<Exclude<keyof Judged, keyof JudgedParts>, Check>> = {
  at_most_coins: (behaviour, { at_most_coins: most = 0 }) => {
    const { shares, all } = views(behaviour);
    return all.every((bar) => shares(bar).filter((share) => share > HELD).length <= most);
  },
  at_most_weight: ({ targets }, { at_most_weight: most = 0 }) =>
    targets.every((weight) => !(weight > most + ROUNDING)),
  trades_a_year: ({ statistics, openTimes }, { trades_a_year: [least, most] = [0, 0] }) => {
    const trades = (statistics.rebalances / openTimes.length) * DAYS_A_YEAR;
    return trades >= least && trades <= most;
  },
  mostly_in_cash: (behaviour, { mostly_in_cash: regimes = [] }) =>
    regimes.every((name) => mean(barsOf(name, true).map(views(behaviour).exposure)) <= CASH_MOST),
  mostly_invested: (behaviour, { mostly_invested: regimes = [] }) =>
    regimes.every((name) => mean(barsOf(name, true).map(views(behaviour).exposure)) >= INVESTED_LEAST),
  mostly_invested_share: (behaviour, { mostly_invested_share: asked }) =>
    asked && mean(barsOf(asked[0], true).map(views(behaviour).exposure)) >= asked[1],
  always_invested: (behaviour) => {
    const { exposure, all } = views(behaviour);
    return mean(all.map(exposure)) >= ALWAYS_LEAST;
  },
  prefers: (behaviour, { prefers: asked }) => {
    if (!asked) return undefined;
    const [more, less, name] = asked;
    const { ofCoin } = views(behaviour);
    return mean(barsOf(name, true).map(ofCoin(more))) > mean(barsOf(name, true).map(ofCoin(less)));
  },
  holds_alike: (behaviour, { holds_alike: asked }) => {
    if (!asked) return undefined;
    const { ofCoin } = views(behaviour);
    const [one, other] = [asked[0], asked[1]].map((coin) => mean(barsOf(asked[2]).map(ofCoin(coin))));
    return (
      one !== undefined && other !== undefined && one > HELD && other > one / ALIKE && other < one * ALIKE
    );
  },
  days_of_month: (behaviour, { days_of_month: asked }) =>
    asked &&
    shareOutside(behaviour, ...asked) === 0 &&
    mean(views(behaviour).all.map(views(behaviour).exposure)) > 0,
  buys_low: (behaviour, { buys_low: name }) => name && distanceHeld(behaviour, barsOf(name)) < 0,
  volatility_at_most: ({ statistics }, { volatility_at_most: most = 0 }) =>
    statistics.volatility !== null && statistics.volatility > 0 && statistics.volatility <= most,
  cash_in_crash_after: (behaviour, { cash_in_crash_after: days = 0 }) =>
    barsOf('crash')
      .slice(days)
      .every((bar) => views(behaviour).exposure(bar) <= HELD),
};

const isPart = (name: keyof Judged): name is keyof JudgedParts => name in PART_CHECKS;

const partHolds = (name: keyof JudgedParts, behaviour: Behaviour, asked: Judged): boolean =>
  (PART_CHECKS[name] as (own: Behaviour, wanted: unknown) => boolean)(behaviour, asked[name]);

/** The names of what the strategy did not do as asked. */
export const shortcomings = (asked: Judged, behaviour: Behaviour): string[] =>
  (Object.keys(asked) as (keyof Judged)[]).filter((name) =>
    isPart(name) ? !partHolds(name, behaviour, asked) : CHECKS[name](behaviour, asked) !== true,
  );
