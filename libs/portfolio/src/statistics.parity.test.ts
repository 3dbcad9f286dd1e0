// Each statistic against quantstats, vectorbt, ffn, pandas or scipy on the same five years of real values.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  dailyCandles,
  momentumTargets,
  reference as oracle,
  referenceCandles,
  workload,
} from '../fixtures/oracle/workloads.ts';
import type { YearReturns } from './calendar-returns.ts';
import type { CoinStatistics } from './coin-statistics.ts';
import type { Drawdown } from './drawdown-statistics.ts';
import { standardDeviation } from './return-statistics.ts';
import { simulate } from './simulate.ts';
import { computeStatistics, type Statistics, withTrials } from './statistics.ts';

type Figures = Record<string, Record<string, number>>;
type ReturnsReference = {
  trial_sharpe_ratios: number[];
  figures: Figures;
  worst_drawdowns: Drawdown[];
  monthly_returns: YearReturns[];
};
type TradesReference = { figures: Figures; coins: Omit<CoinStatistics, 'contribution' | 'turnover'>[] };

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const reference = JSON.parse(fixture('statistics-reference.json')) as ReturnsReference;
const tradesReference = JSON.parse(fixture('trades-reference.json')) as TradesReference;
const rows = fixture('oracle/real-equity.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split(',').map(Number) as [number, number, number, number]);
const column = (at: 1 | 2 | 3) => Float64Array.from(rows, (row) => row[at]);
const openTimes = Float64Array.from(rows, ([time]) => Math.floor(time / 86_400_000) * 86_400_000);
const timing = { openTimes, barMs: 86_400_000, startingCapital: 10_000 };

/** A coin with the reference curve as its price, bought at the first open and held: its value is that curve. */
const held = (value: Float64Array) => {
  const bars = value.length;
  const open = Float64Array.from([10_000, ...value.subarray(0, bars - 1)]);
  const targets = new Float64Array(bars).fill(Number.NaN).fill(1, 0, 1);
  return simulate({ bars, coins: 1, open, close: value, targets, startingCapital: 10_000, feeRate: 0 });
};

/** ffn takes the annual Sharpe ratios. */
const varianceOf = (annual: readonly number[]): number =>
  (standardDeviation(Float64Array.from(annual)) ?? 0) ** 2 / 365;
const tried = reference.trial_sharpe_ratios;

const alone = computeStatistics({
  ...timing,
  simulation: held(column(3)),
  benchmark: { name: 'W1', value: column(2) },
  basket: { name: 'W0', value: column(1) },
});
const statistics = withTrials(alone, { count: tried.length, variance: varianceOf(tried) });

/** W2 on daily candles, with its single trades. */
const candles = dailyCandles(referenceCandles());
const traded = simulate({ ...workload(candles, momentumTargets(candles, 30, 1)), recordFills: true });
const tradedStatistics = computeStatistics({
  ...timing,
  simulation: traded,
  benchmark: null,
  holdings: traded.fills && { coins: oracle.coins, close: candles.close, fills: traded.fills },
});

/** `positions.sqn` is a figure of a group. */
const figureOf = (found: Statistics, name: string): unknown =>
  name.split('.').reduce<unknown>((group, key) => (group as Record<string, unknown> | null)?.[key], found);

const expectClose = (found: unknown, wanted: number): void => {
  expect(Math.abs((found as number) - wanted)).toBeLessThanOrEqual(1e-9 * Math.abs(wanted));
};

const casesOf = (figures: Figures) =>
  Object.entries(figures).flatMap(([library, of]) =>
    Object.entries(of).map(([name, value]) => [name, library, value] as const),
  );
const cases = casesOf(reference.figures);
const tradeCases = casesOf(tradesReference.figures);

describe('statistics at 365 days', () => {
  it.each(cases)('%s is what %s computes', (name, _, wanted) => {
    expectClose(figureOf(statistics, name), wanted);
  });

  it.each(tradeCases)('%s is what %s computes from the single trades', (name, _, wanted) => {
    expectClose(figureOf(tradedStatistics, name), wanted);
  });

  it('name the same five worst drawdowns as vectorbt', () => {
    expect(statistics.worst_drawdowns.map((found) => ({ ...found, depth: 0 }))).toEqual(
      reference.worst_drawdowns.map((wanted) => ({ ...wanted, depth: 0 })),
    );
    statistics.worst_drawdowns.forEach(({ depth }, at) => {
      expectClose(depth, reference.worst_drawdowns[at]?.depth as number);
    });
  });

  it('have the returns of every month and year that pandas and quantstats find', () => {
    const flat = (table: readonly YearReturns[]) =>
      table.flatMap(({ year, months, total }) => [year, ...months, total]);
    const wanted = flat(reference.monthly_returns);
    const found = flat(statistics.monthly_returns);
    expect(found).toHaveLength(6 * 14);
    found.forEach((value, at) => {
      if (wanted[at] === null || value === null) expect(value).toBe(wanted[at]);
      else expect(Math.abs(value - (wanted[at] as number))).toBeLessThan(1e-12);
    });
  });

  it("have each coin's profit, fees, trades and weight as vectorbt's books", () => {
    expect(tradedStatistics.coins).toHaveLength(tradesReference.coins.length);
    tradedStatistics.coins?.forEach((found, at) => {
      const { coin, ...wanted } = tradesReference.coins[at] as CoinStatistics;
      expect(found.coin).toBe(coin);
      for (const [name, value] of Object.entries(wanted))
        expectClose(found[name as keyof CoinStatistics], value);
    });
  });

  it('are each checked against a library, except those that only our own run can know', () => {
    const checked = new Set([...cases, ...tradeCases].map(([name]) => name.split('.')[0]));
    const tables = ['worst_drawdowns', 'monthly_returns', 'coins'];
    const own = ['start', 'end', 'bars', 'periods', 'periods_per_year', 'risk_free_rate', 'initial_value'];
    const trading = [
      'fees_to_initial_value',
      'gross_cagr',
      'fee_drag',
      'turnover',
      'turnover_per_year',
      'turnover_per_rebalance',
      'rebalances',
    ];
    const significance = ['trials', 'minimum_track_record_length'];
    const compared = ['benchmark', 'basket', 'relative_to_basket'];
    const unchecked = Object.keys(statistics).filter((name) => !checked.has(name) && !tables.includes(name));
    expect(unchecked).toEqual([...own, ...significance, ...trading, ...compared]);
    for (const group of ['positions', 'trailing_returns'] as const) {
      const names = new Set([...cases, ...tradeCases].map(([name]) => name));
      const missing = Object.keys(tradedStatistics[group] ?? {}).filter(
        (key) => !names.has(`${group}.${key}`),
      );
      expect(missing).toEqual(
        group === 'positions' ? ['max_consecutive_wins', 'max_consecutive_losses'] : [],
      );
    }
  });

  it('judge the benchmark, and the basket, by the same formulas', () => {
    for (const [judged, at] of [
      [statistics.benchmark, 2],
      [statistics.basket, 1],
    ] as const) {
      const alone = computeStatistics({ ...timing, simulation: held(column(at)), benchmark: null });
      const { name, ...figures } = judged ?? { name: '' };
      expect(name).toBe(at === 2 ? 'W1' : 'W0');
      expect(Object.keys(figures)).toHaveLength(8);
      for (const [key, value] of Object.entries(figures)) {
        expect(alone[key as keyof Statistics] as number).toBeCloseTo(value as number, 9);
      }
    }
  });

  it('relate to the basket as to a benchmark', () => {
    const { alpha, beta, correlation, r_squared, information_ratio, tracking_error, treynor_ratio } =
      computeStatistics({
        ...timing,
        simulation: held(column(3)),
        benchmark: { name: 'W0', value: column(1) },
      });
    expect(statistics.relative_to_basket).toEqual({
      alpha,
      beta,
      correlation,
      r_squared,
      information_ratio,
      tracking_error,
      treynor_ratio,
    });
  });
});
