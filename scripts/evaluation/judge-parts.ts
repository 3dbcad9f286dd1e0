// Checks of single parts of an idea on made-up candles: the days of trades, what was picked, how it was weighted, in which market.
import { z } from 'zod';
import { FIRST_BAR, madeUpCloses } from './made-up-candles.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const weekday = z.enum(WEEKDAYS);

export const judgedParts = z.strictObject({
  /** Only bars that open on these days of the week have trades. */
  trades_on: z.array(weekday).optional(),
  /** Only at the closes of these days coins are held. */
  held_on: z.array(weekday).optional(),
  /** Every trade brings these shares about, and nothing else. */
  shares: z.record(z.string(), z.number()).optional(),
  /** At every trade only coins are held that rank so among all. */
  picks: z
    .object({
      by: z.enum(['change', 'volatility']),
      days: z.int(),
      count: z.int(),
      from: z.enum(['highest', 'lowest']),
    })
    .optional(),
  /** At every trade a coin that moved more than another has no larger share. */
  less_of_volatile: z.int().optional(),
  /** Coins are held only if a coin was above its average at one of the last closes. */
  only_while: z.object({ coin: z.string(), days: z.int(), within: z.int() }).optional(),
  /** Only these coins are ever held. */
  only_coins: z.array(z.string()).optional(),
});
export type JudgedParts = z.output<typeof judgedParts>;

/** As in a run's result. */
type Behaviour = {
  readonly coins: readonly string[];
  readonly openTimes: Float64Array;
  readonly targets: Float64Array;
  readonly holdings: Float64Array;
};

const HELD = 1e-6;
const ALIKE = 1e-3;

const closes = madeUpCloses();

/** The closes of the last days that are known when a bar opens. */
const known = (coin: string, bar: number, days: number): Float64Array => {
  const end = FIRST_BAR + bar;
  return (closes.get(coin) ?? new Float64Array()).subarray(Math.max(0, end - days), end);
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const changeOf = (coin: string, bar: number, days: number): number => {
  const window = known(coin, bar, days + 1);
  return (window.at(-1) ?? Number.NaN) / (window[0] ?? Number.NaN) - 1;
};

const volatilityOf = (coin: string, bar: number, days: number): number => {
  const window = [...known(coin, bar, days + 1)];
  const returns = window.slice(1).map((close, at) => close / (window[at] ?? Number.NaN) - 1);
  return Math.sqrt(mean(returns.map((each) => (each - mean(returns)) ** 2)));
};

const rows = ({ coins, openTimes, targets, holdings }: Behaviour) => {
  const width = coins.length;
  const target = (bar: number) => coins.map((_, coin) => targets[bar * width + coin] as number);
  const held = (bar: number) =>
    coins.map((_, coin) => (bar < 0 ? 0 : (holdings[bar * (width + 1) + coin] as number) || 0));
  const bars = [...openTimes.keys()];
  const isIn = (shares: readonly number[]) => shares.some((share) => share > HELD);
  // Nothing is traded from cash to cash.
  const trades = bars.filter(
    (bar) => !Number.isNaN(target(bar)[0]) && (isIn(target(bar)) || isIn(held(bar - 1))),
  );
  const dayOf = (bar: number) => WEEKDAYS[new Date(openTimes[bar] as number).getUTCDay()];
  return { target, held, bars, trades, isIn, dayOf, coins };
};

type Check<Name extends keyof JudgedParts> = (
  behaviour: Behaviour,
  asked: NonNullable<JudgedParts[Name]>,
) => boolean;

export const PART_CHECKS: { readonly [Name in keyof JudgedParts]-?: Check<Name> } = {
  trades_on: (behaviour, days) => {
    const { trades, dayOf } = rows(behaviour);
    return trades.length > 0 && trades.every((bar) => days.some((day) => day === dayOf(bar)));
  },
  held_on: (behaviour, days) => {
    const { bars, held, isIn, dayOf } = rows(behaviour);
    const inMarket = bars.filter((bar) => isIn(held(bar)));
    return inMarket.length > 0 && inMarket.every((bar) => days.some((day) => day === dayOf(bar)));
  },
  shares: (behaviour, shares) => {
    const { trades, target, coins } = rows(behaviour);
    return (
      trades.length > 0 &&
      trades.every((bar) =>
        coins.every((coin, at) => Math.abs((target(bar)[at] as number) - (shares[coin] ?? 0)) < ALIKE),
      )
    );
  },
  picks: (behaviour, { by, days, count, from }) => {
    const { trades, target, coins } = rows(behaviour);
    const measure = by === 'change' ? changeOf : volatilityOf;
    const sign = from === 'highest' ? -1 : 1;
    const isPicked = (bar: number) => {
      const ranked = coins
        .toSorted((a, b) => sign * (measure(a, bar, days) - measure(b, bar, days)))
        .slice(0, count);
      return coins.every((coin, at) => !((target(bar)[at] as number) > HELD) || ranked.includes(coin));
    };
    return trades.length > 0 && trades.every(isPicked);
  },
  less_of_volatile: (behaviour, days) => {
    const { trades, target, coins } = rows(behaviour);
    const isSorted = (bar: number) => {
      const shares = target(bar);
      const held = coins
        .map((coin, at) => ({ share: shares[at] as number, risk: volatilityOf(coin, bar, days) }))
        .filter(({ share }) => share > HELD)
        .toSorted((a, b) => a.risk - b.risk);
      return held.every(({ share }, at) => at === 0 || share <= (held[at - 1]?.share ?? 0) + ALIKE);
    };
    const isUnequal = trades.some((bar) => {
      const shares = target(bar).filter((share) => share > HELD);
      return Math.max(...shares) - Math.min(...shares) > ALIKE;
    });
    return isUnequal && trades.every(isSorted);
  },
  only_while: (behaviour, { coin, days, within }) => {
    const { bars, held, isIn } = rows(behaviour);
    const wasAbove = (bar: number) => {
      const window = [...known(coin, bar, days)];
      return (window.at(-1) ?? 0) > mean(window);
    };
    const inMarket = bars.filter((bar) => isIn(held(bar)));
    return (
      inMarket.length > 0 &&
      inMarket.every((bar) =>
        Array.from({ length: within }, (_, back) => bar - back).some((at) => wasAbove(at)),
      )
    );
  },
  only_coins: (behaviour, names) => {
    const { bars, held, coins, isIn } = rows(behaviour);
    return (
      bars.some((bar) => isIn(held(bar))) &&
      bars.every((bar) =>
        coins.every((coin, at) => (held(bar)[at] as number) <= HELD || names.includes(coin)),
      )
    );
  },
};
