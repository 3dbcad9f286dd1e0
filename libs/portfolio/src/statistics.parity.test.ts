// Each statistic against quantstats, vectorbt, ffn or pandas on the same five years of real daily values.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simulate } from './simulate.ts';
import { computeStatistics, type Statistics } from './statistics.ts';

type Reference = { versions: Record<string, string>; figures: Record<string, Record<string, number>> };

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const reference = JSON.parse(fixture('statistics-reference.json')) as Reference;
const rows = fixture('oracle/real-equity.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split(',').map(Number) as [number, number, number, number]);
const column = (at: 1 | 2 | 3) => Float64Array.from(rows, (row) => row[at]);

/** A coin whose price is the reference curve, bought at the first open and held: its value is that curve. */
function held(value: Float64Array) {
  const bars = value.length;
  const open = Float64Array.from([10_000, ...value.subarray(0, bars - 1)]);
  const targets = new Float64Array(bars).fill(Number.NaN).fill(1, 0, 1);
  return simulate({ bars, coins: 1, open, close: value, targets, startingCapital: 10_000, feeRate: 0 });
}

const statistics = computeStatistics({
  openTimes: Float64Array.from(rows, ([time]) => Math.floor(time / 86_400_000) * 86_400_000),
  barMs: 86_400_000,
  startingCapital: 10_000,
  simulation: held(column(3)),
  benchmark: { name: 'W1', value: column(2) },
});

const cases = Object.entries(reference.figures).flatMap(([library, figures]) =>
  Object.entries(figures).map(([name, value]) => [name, library, value] as const),
);

describe('statistics at 365 days', () => {
  it.each(cases)('%s is what %s computes', (name, _, wanted) => {
    const found = statistics[name as keyof Statistics] as number;
    expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-9 * Math.abs(wanted));
  });

  it('are each checked against a library, but for those that only our own run can tell', () => {
    const checked = new Set(cases.map(([name]) => name));
    const own = [
      'start',
      'end',
      'bars',
      'periods_per_year',
      'risk_free_rate',
      'initial_value',
      'final_value',
    ];
    const activity = [
      'time_in_market',
      'average_exposure',
      'fees_paid',
      'turnover',
      'turnover_per_year',
      'rebalances',
      'fills',
      'benchmark',
    ];
    expect(Object.keys(statistics).filter((name) => !checked.has(name))).toEqual([...own, ...activity]);
  });

  it('judge the benchmark by the same formulas', () => {
    const alone = computeStatistics({
      openTimes: Float64Array.from(rows, ([time]) => time),
      barMs: 86_400_000,
      startingCapital: 10_000,
      simulation: held(column(2)),
      benchmark: null,
    });
    const { name, ...figures } = statistics.benchmark ?? { name: '' };
    expect(name).toBe('W1');
    expect(Object.keys(figures)).toHaveLength(8);
    for (const [key, value] of Object.entries(figures)) {
      expect(alone[key as keyof Statistics] as number).toBeCloseTo(value as number, 9);
    }
  });
});
