// A run from its candles and weights to its statistics: benchmarks, coins and fees.
import { describe, expect, it } from 'vitest';
import { panelOf } from '../candles/panel.ts';
import { type CandleRow, seriesOf } from '../candles/series.ts';
import { simulateRun } from './simulate-run.ts';

const DAY = 86_400_000;
const START = Date.parse('2024-01-01T00:00:00Z');

/** Daily candles from each price to the next; the first two days are warm-up. */
const daily = (coin: string, prices: readonly number[]) =>
  seriesOf(
    coin,
    '24h',
    prices.slice(1).map((close, day): CandleRow => {
      const open = prices[day] as number;
      return [START + (day - 2) * DAY, open, Math.max(open, close), Math.min(open, close), close, 1];
    }),
    [],
  );

const panel = panelOf(
  [daily('ETH', [9, 9, 10, 20, 20, 30]), daily('BTC', [90, 90, 100, 100, 120, 90])],
  START,
  START + 3 * DAY,
);

describe('a run', () => {
  const weights = Float64Array.of(0, 0, 0.5, 0, Number.NaN, Number.NaN, 0, 0.5, Number.NaN, Number.NaN);
  const { statistics, benchmark, basket, simulation } = simulateRun(panel, weights, { fees: 0.01 });

  it('is compared with BTC and with equal parts of its coins, held since the first open', () => {
    expect([...(benchmark?.value ?? [])]).toEqual([10_000, 12_000, 9_000]);
    expect([...(basket?.value ?? [])]).toEqual([15_000, 16_000, 19_500]);
    expect(statistics.benchmark).toMatchObject({ name: 'BTC', final_value: 9_000 });
    expect(statistics.basket).toMatchObject({ name: 'Basket', final_value: 19_500 });
    expect(statistics.relative_to_basket?.beta).toEqual(expect.any(Number));
  });

  it('says what each coin brought, which adds up to the whole', () => {
    const { coins, positions, final_value, fees_paid } = statistics;
    expect(coins?.map(({ coin }) => coin)).toEqual(['ETH', 'BTC']);
    const total = (of: 'profit' | 'fees_paid' | 'fills') =>
      (coins ?? []).reduce((sum, coin) => sum + coin[of], 0);
    expect(total('profit')).toBeCloseTo(final_value - 10_000, 6);
    expect(total('fees_paid')).toBeCloseTo(fees_paid, 6);
    expect(total('fills')).toBe(simulation.totals.fills);
    expect(positions).toMatchObject({ closed: 1, open: 1, win_rate: 1, average_days: 2 });
  });

  it('has the holdings at each close, and the trades that led to them', () => {
    const { holdings, trades } = simulateRun(panel, weights, { fees: 0 });
    expect([...holdings.subarray(0, 3)]).toEqual([expect.closeTo(2 / 3, 12), 0, expect.closeTo(1 / 3, 12)]);
    expect([...trades.side]).toEqual([1, -1, 1]);
    expect([...trades.price]).toEqual([10, 20, 120]);
    expect(trades.profit[1]).toBeCloseTo(5_000, 6);
  });

  // spec: results.71
  it('begins with the capital that was chosen, and trades at prices that slip', () => {
    const chosen = simulateRun(panel, weights, { fees: 0, starting_capital: 500, slippage: 0.02 });
    expect(chosen.statistics.initial_value).toBe(500);
    expect([...(chosen.benchmark?.value ?? [])]).toEqual([500, 600, 450]);
    expect([...chosen.trades.price]).toEqual([10.2, 19.6, expect.closeTo(122.4, 9)]);
    const usual = simulateRun(panel, weights, { fees: 0 });
    expect(chosen.statistics.total_return).toBeLessThan(usual.statistics.total_return);
  });

  // spec: results.72
  it('leaves drifts within the band alone, and says so in its trades', () => {
    const still = Float64Array.from(weights, (_, cell) => (cell % 2 === 0 ? 0.5 : 0.25));
    const every = simulateRun(panel, still, { fees: 0 });
    const banded = simulateRun(panel, still, { fees: 0, drift_band_percent: 40, drift_band_to: 'edge' });
    expect(banded.trades.bar.length).toBeLessThan(every.trades.bar.length);
    expect(banded.grossFinalValue).toBe(banded.statistics.final_value);
    const none = simulateRun(panel, still, { fees: 0, drift_band_percent: 0 });
    expect(none.statistics).toEqual(every.statistics);
  });

  it('trades by its calendar: the first decision at once, the others at the first bar of a month', () => {
    const monthly = simulateRun(panel, weights, { fees: 0, rebalance_every: 'monthly' });
    expect([...monthly.trades.bar]).toEqual([0]);
    const daily = simulateRun(panel, weights, { fees: 0, rebalance_every: 'daily' });
    expect(daily).toEqual(simulateRun(panel, weights, { fees: 0 }));
  });

  it('says what its fees cost a year, which is nothing without fees', () => {
    expect(statistics.fee_drag).toBeGreaterThan(0);
    expect(simulateRun(panel, weights, { fees: 0 }).statistics).toMatchObject({ fee_drag: 0, fees_paid: 0 });
  });
});
