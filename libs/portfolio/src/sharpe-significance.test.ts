// Significance of Sharpe ratios, worked out by hand from the papers' formulas, and on noise that has none.
import { describe, expect, it } from 'vitest';
import { normalProbability } from './probability.ts';
import { kurtosis, sharpeRatio, skewness } from './return-statistics.ts';
import {
  deflatedSharpeRatio,
  expectedMaximum,
  minimumTrackRecordLength,
  probabilisticSharpeRatio,
  sharpePerDay,
} from './sharpe-significance.ts';

/** Of normal returns: no skewness, no kurtosis in excess. */
const normal = { skewness: 0, kurtosis: 0, periods_per_year: 365 };
const yearly = (sharpe_ratio: number, periods = 365) => ({ ...normal, sharpe_ratio, periods });
const ALONE = { count: 1, variance: null };

describe('the expected maximum of N draws', () => {
  it.each([
    [1, 0],
    [2, 0.52],
    [10, 1.575],
    [100, 2.531],
    [2_000, 3.447],
  ])('of %i is %f standard deviations', (trials, wanted) => {
    expect(expectedMaximum(trials)).toBeCloseTo(wanted, 3);
  });
});

describe('the deflated Sharpe ratio', () => {
  it('of one trial is the probabilistic one: 1.0 a year in 365 days is 84.1 %, as nothing is annualised', () => {
    expect(deflatedSharpeRatio(yearly(1), ALONE)).toBeCloseTo(0.841, 3);
    const sharpe = 1 / Math.sqrt(365);
    const byHand = normalProbability((sharpe * Math.sqrt(364)) / Math.sqrt(1 + (sharpe * sharpe) / 2));
    expect(deflatedSharpeRatio(yearly(1), ALONE)).toBeCloseTo(byHand, 14);
  });

  it('is what the example of the paper has: 100 trials of variance 1/2 a year, SR 2.5, 1,250 of 250 days, 90 %', () => {
    const figures = {
      sharpe_ratio: 2.5 * Math.sqrt(365 / 250),
      periods: 1_250,
      periods_per_year: 365,
      skewness: -3,
      kurtosis: 7,
    };
    expect(deflatedSharpeRatio(figures, { count: 100, variance: 1 / 2 / 250 })).toBeCloseTo(0.9004, 3);
  });

  it('of weekly returns measures the trials by the week, whose Sharpe ratio varies by more', () => {
    const weekly = { ...normal, periods_per_year: 52, periods: 200, sharpe_ratio: 1.2 };
    const byHand = (variance: number) => {
      const sharpe = 1.2 / Math.sqrt(52);
      const hurdle = Math.sqrt((variance * 365) / 52) * expectedMaximum(10);
      return normalProbability(((sharpe - hurdle) * Math.sqrt(199)) / Math.sqrt(1 + (sharpe * sharpe) / 2));
    };
    expect(deflatedSharpeRatio(weekly, { count: 10, variance: 0.001 })).toBeCloseTo(byHand(0.001), 12);
  });

  it('takes the variance of chance while no two trials have a Sharpe ratio, and none where all have the same', () => {
    const chance = deflatedSharpeRatio(yearly(1), { count: 5, variance: 1 / 364 });
    expect(deflatedSharpeRatio(yearly(1), { count: 5, variance: null })).toBeCloseTo(chance ?? 0, 12);
    expect(deflatedSharpeRatio(yearly(1), { count: 5, variance: 0 })).toBe(
      deflatedSharpeRatio(yearly(1), ALONE),
    );
  });

  it('falls with the trials and with their variance', () => {
    const among = (count: number, variance: number) =>
      deflatedSharpeRatio(yearly(2), { count, variance }) as number;
    expect(among(20, 0.001)).toBeLessThan(among(10, 0.001));
    expect(among(10, 0.002)).toBeLessThan(among(10, 0.001));
  });

  it('says nothing of returns that are equal but for their rounding, few, or without a Sharpe ratio', () => {
    const flat = Float64Array.from({ length: 400 }, (_, at) => 0.001 * (1 + (at % 3) * 2e-16));
    expect(sharpeRatio(flat, 365)).toBeNull();
    expect(probabilisticSharpeRatio(flat)).toBeNull();
    const large = Float64Array.from({ length: 400 }, (_, at) => 1_000 + (at % 2) * 1e-9);
    expect(sharpeRatio(large, 365)).toBeNull();
    expect(probabilisticSharpeRatio(Float64Array.of(0.1, 0.2, 0.1))).toBeNull();
    expect(deflatedSharpeRatio({ ...yearly(1), sharpe_ratio: null }, ALONE)).toBeNull();
    expect(deflatedSharpeRatio({ ...yearly(1), kurtosis: null }, { count: 9, variance: 1 })).toBeNull();
  });
});

describe('the minimum track record length', () => {
  it('has its "1 +", and is where the probabilistic Sharpe ratio reaches 95 %', () => {
    const figures = { ...yearly(1.5), skewness: -0.5, kurtosis: 2 };
    const sharpe = 1.5 / Math.sqrt(365);
    const byHand = 1 + (1 + 0.5 * sharpe + sharpe ** 2) * (1.6448536269514722 / sharpe) ** 2;
    expect(minimumTrackRecordLength(figures)).toBeCloseTo(byHand, 9);
    expect(deflatedSharpeRatio({ ...figures, periods: byHand }, ALONE)).toBeCloseTo(0.95, 12);
  });

  it('is longer for the best of many, and where its deflated Sharpe ratio reaches 95 %', () => {
    const trials = { count: 10, variance: 0.0005 };
    const figures = { ...yearly(2), skewness: -0.5, kurtosis: 2 };
    const sharpe = 2 / Math.sqrt(365);
    // 1.5746 is the expected maximum of ten draws.
    const lead = sharpe - Math.sqrt(0.0005) * 1.57459829;
    const byHand = 1 + (1 + 0.5 * sharpe + sharpe ** 2) * (1.6448536269514722 / lead) ** 2;
    const found = minimumTrackRecordLength(figures, trials) as number;
    expect(found).toBeCloseTo(byHand, 3);
    expect(deflatedSharpeRatio({ ...figures, periods: found }, trials)).toBeCloseTo(0.95, 12);
    expect(found).toBeGreaterThan(minimumTrackRecordLength(figures) as number);
  });

  it('of chance is where the deflated Sharpe ratio reaches 95 %, however long the run is by now', () => {
    // Nine tries failed, and one has a Sharpe ratio of 0.1 a day.
    const trials = { count: 10, variance: null };
    const ofLength = (periods: number) => ({ ...yearly(0.1 * Math.sqrt(365), periods), skewness: -0.2 });
    let [short, long] = [2, 100_000];
    while (long - short > 1e-6) {
      const middle = (short + long) / 2;
      if ((deflatedSharpeRatio(ofLength(middle), trials) as number) < 0.95) short = middle;
      else long = middle;
    }
    for (const periods of [100, 300, 2_000])
      expect(minimumTrackRecordLength(ofLength(periods), trials)).toBeCloseTo(long, 4);
    expect(minimumTrackRecordLength(yearly(0.1 * Math.sqrt(365)), trials)).toBeCloseTo(1_040, 0);
    expect(minimumTrackRecordLength(yearly(0), trials)).toBeNull();
  });

  it('is never reached by what the luck of the best of many reaches', () => {
    const luck = Math.sqrt(0.0005 * 365) * expectedMaximum(10);
    const trials = { count: 10, variance: 0.0005 };
    expect(minimumTrackRecordLength(yearly(luck - 1e-9), trials)).toBeNull();
    expect(minimumTrackRecordLength(yearly(luck + 0.01), trials)).toBeGreaterThan(1_000);
  });

  it.each([0, -1])('is never reached by a Sharpe ratio of %i', (sharpe) => {
    expect(minimumTrackRecordLength(yearly(sharpe))).toBeNull();
  });
});

it('a Sharpe ratio of a day is the annual one, whatever the interval', () => {
  expect(sharpePerDay({ sharpe_ratio: Math.sqrt(365) })).toBeCloseTo(1, 14);
  expect(sharpePerDay({ sharpe_ratio: null })).toBeNull();
});

/** Mulberry32, and pairs of normal draws by Box and Muller (1958). */
const normalDraws = (seed: number): (() => number) => {
  let state = seed;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
};

describe('on noise without any skill', () => {
  const DAYS = 250;
  const ROUNDS = 1_000;

  /** The best of N strategies that draw their returns, in each round, and how far the formulas believe it. */
  const bestOf = (count: number) => {
    const draw = normalDraws(count);
    return Array.from({ length: ROUNDS }, () => {
      const all = Array.from({ length: count }, () => {
        const returns = Float64Array.from({ length: DAYS }, () => 0.02 * draw());
        return { returns, sharpe: sharpeRatio(returns, 365) as number };
      });
      const best = all.reduce((a, b) => (b.sharpe > a.sharpe ? b : a));
      const mean = all.reduce((total, { sharpe }) => total + sharpe, 0) / count;
      const squares = all.reduce((total, { sharpe }) => total + (sharpe - mean) ** 2, 0);
      const figures = {
        sharpe_ratio: best.sharpe,
        periods: DAYS,
        periods_per_year: 365,
        skewness: skewness(best.returns),
        kurtosis: kurtosis(best.returns),
      };
      return {
        sharpe: best.sharpe / Math.sqrt(365),
        alone: deflatedSharpeRatio(figures, ALONE) as number,
        deflated: deflatedSharpeRatio(figures, {
          count,
          variance: count < 2 ? null : squares / (count - 1) / 365,
        }) as number,
      };
    });
  };
  const shareAbove95 = (values: number[]) => values.filter((value) => value > 0.95).length / values.length;
  /** Three standard errors of a share of 5 % in so many rounds. */
  const ERROR = 3 * Math.sqrt((0.05 * 0.95) / ROUNDS);

  it('a single trial passes 5 % of the time', () => {
    const found = shareAbove95(bestOf(1).map(({ deflated }) => deflated));
    expect(Math.abs(found - 0.05)).toBeLessThan(ERROR);
  });

  it.each([5, 20])('the best of %i passes no more often, though undeflated it does', (count) => {
    const rounds = bestOf(count);
    expect(shareAbove95(rounds.map(({ deflated }) => deflated))).toBeLessThan(0.05 + ERROR);
    const undeflated = shareAbove95(rounds.map(({ alone }) => alone));
    expect(Math.abs(undeflated - (1 - 0.95 ** count))).toBeLessThan(0.06);
    // The hurdle is the Sharpe ratio that the best has on average.
    const average = rounds.reduce((total, { sharpe }) => total + sharpe, 0) / ROUNDS;
    expect(Math.abs(average * Math.sqrt(DAYS) - expectedMaximum(count))).toBeLessThan(0.07);
  });
});
