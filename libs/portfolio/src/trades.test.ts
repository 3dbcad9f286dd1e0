// The list of trades says what was paid for what, and agrees with the figures of positions and fees.
import { expect, it } from 'vitest';
import type { FillLog } from './fills.ts';
import { positionStatistics } from './position-statistics.ts';
import { simulate } from './simulate.ts';
import { tradesOf } from './trades.ts';

const DAY = 86_400_000;

const traded = (prices: number[][], targets: number[][], { feeRate = 0, slippageBps = 0 } = {}) => {
  const open = Float64Array.from(prices.flat());
  const coins = prices[0]?.length ?? 0;
  const input = {
    bars: prices.length,
    coins,
    open,
    close: open,
    startingCapital: 1000,
    feeRate,
    slippageBps,
  };
  const simulation = simulate({ ...input, targets: Float64Array.from(targets.flat()), recordFills: true });
  const fills = simulation.fills as FillLog;
  return { trades: tradesOf({ fills, coins, open, slippageBps }), fills, simulation };
};

it('has the price and amount of each, and a profit where a position ends', () => {
  const { trades } = traded([[10], [20], [40]], [[0.5], [0.5], [0]], { feeRate: 0.01 });
  // 50 coins for 500 and 5; at 20 the portfolio is worth 1495, so 12.625 are sold; then the rest at 40.
  expect([...trades.side]).toEqual([1, -1, -1]);
  expect([...trades.price]).toEqual([10, 20, 40]);
  expect([...trades.amount]).toEqual([50, expect.closeTo(12.625, 9), expect.closeTo(37.375, 9)]);
  expect([...trades.profit]).toEqual([
    Number.NaN,
    Number.NaN,
    expect.closeTo(-505 + 12.625 * 20 * 0.99 + 37.375 * 40 * 0.99, 9),
  ]);
});

it('has what was really paid where the price slips', () => {
  const { trades } = traded([[100], [100]], [[0.5], [0]], { slippageBps: 100 });
  expect([...trades.price]).toEqual([101, 99]);
  expect([...trades.amount]).toEqual([expect.closeTo(5, 12), expect.closeTo(5, 12)]);
  expect(trades.profit[1]).toBeCloseTo(-10, 9);
});

it('adds up: the same profits as the closed positions, the same fees as the run, and all money moved', () => {
  const prices = Array.from({ length: 60 }, (_, bar) => [10 + Math.sin(bar), 20 + 3 * Math.cos(bar / 2)]);
  const targets = prices.map((_, bar) => (bar % 7 === 0 ? [0, 0] : [(bar % 3) / 4, (bar % 5) / 10]));
  const { trades, fills, simulation } = traded(prices, targets, { feeRate: 0.002, slippageBps: 7 });
  const openTimes = Float64Array.from(prices, (_, bar) => bar * DAY);
  const positions = positionStatistics(fills, openTimes, 2);
  const profits = trades.profit.filter((profit) => !Number.isNaN(profit));
  expect(profits).toHaveLength(positions.closed);
  expect(profits.reduce((a, b) => a + b) / profits.length).toBeCloseTo(positions.expectancy as number, 9);
  expect(trades.fee.reduce((a, b) => a + b)).toBeCloseTo(simulation.totals.feesPaid, 9);
  trades.side.forEach((side, at) => {
    const paid = (trades.price[at] as number) * (trades.amount[at] as number);
    expect(-side * paid - (trades.fee[at] as number)).toBeCloseTo(fills.cash[at] as number, 9);
  });
});
