// Which capitals can follow a run, on cases worked out by hand, and against the planner on the real limits of all markets.
import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import marketRules from '../../fixtures/market-rules.json' with { type: 'json' };
import { checkCapital, type MarketRules, type MarketRun, planRebalance, simulate } from '../index.ts';
import { simulateOnMarket } from './market-simulation.ts';

const RULES: readonly MarketRules[] = marketRules;
const [BTC, ETH] = RULES as [MarketRules, MarketRules];

const runOf = (open: number[][], targets: number[][], given: Partial<MarketRun> = {}): MarketRun => ({
  bars: open.length,
  coins: open[0]?.length ?? 0,
  open: Float64Array.from(open.flat()),
  close: Float64Array.from(open.flat()),
  targets: Float64Array.from(targets.flat()),
  feeRate: 0,
  ...given,
});

describe('the smallest capital', () => {
  it('is where every order is above the exchange’s smallest, with its margin', () => {
    const run = runOf([[50, 50]], [[0.5, 0.1]]);
    // A tenth of it has to be 5.25 USDT.
    expect(checkCapital(run, [BTC, ETH]).smallestCapital).toBe(53);
  });

  it('is where a lot is a small part of the portfolio', () => {
    // One lot is 10 USDT: what is cut off half of 500 is 1 % of it at most from 1,000 on.
    const run = runOf([[1_000_000]], [[0.5149]]);
    const { smallestCapital } = checkCapital(run, [BTC]);
    expect(smallestCapital).toBeGreaterThan(500);
    expect(smallestCapital).toBeLessThanOrEqual(1_000);
  });

  it('waits with trades of less than one percent until they have grown', () => {
    const run = runOf([[100], [100.5], [100]], [[0.5], [0.5], [0.5]]);
    const { smallestCapital, points } = checkCapital(run, [BTC]);
    expect(smallestCapital).toBe(11);
    expect(points.find(({ capital }) => capital === 100)).toMatchObject({ placed: 1, canFollow: true });
  });

  it('is unknown where no capital will do', () => {
    const run = runOf([[1]], [[0.5]]);
    const { smallestCapital } = checkCapital(run, [{ ...BTC, lotSize: '1000000', amountMin: '1000000' }]);
    expect(smallestCapital).toBeNull();
  });
});

it('shows what each capital would have earned: nothing where it cannot buy, and as the backtest where it is large', () => {
  const run = runOf(
    [
      [100, 10],
      [200, 10],
    ],
    [
      [0.5, 0.05],
      [0.5, 0.05],
    ],
    { feeRate: 0.001, slippageBps: 5 },
  );
  const { points } = checkCapital(run, [BTC, ETH]);
  expect(points[0]).toEqual({ capital: 10, totalReturn: 0, placed: 0, skipped: 4, canFollow: false });
  const large = points.at(-1);
  const { totals } = simulate({ ...run, startingCapital: 100_000 });
  expect(large?.totalReturn).toBeCloseTo(totals.finalValue / 100_000 - 1, 6);
  expect(large?.skipped).toBe(0);
});

const perCoinAndBar = (coins: number, max: number) =>
  fc.array(fc.noBias(fc.integer({ min: 1, max })), { minLength: 2 * coins, maxLength: 2 * coins });

/** Without ties: where two decimals are equal, the numbers next to them may not be. */
const cases = fc.shuffledSubarray([...RULES], { minLength: 1, maxLength: 10 }).chain((rules) =>
  fc.record({
    rules: fc.constant(rules),
    prices: perCoinAndBar(rules.length, 5_000),
    parts: perCoinAndBar(rules.length, 1_000_000),
    capital: fc.noBias(fc.integer({ min: 10, max: 5_000 })),
    feeRate: fc.constantFrom(0, 0.001),
    slippageBps: fc.constantFrom(0, 5),
    band: fc.option(fc.record({ width: fc.constant(0.05), to: fc.constantFrom('target', 'edge') }), {
      nil: null,
    }),
  }),
);

it('places the orders that the planner plans', () => {
  fc.assert(
    fc.property(cases, ({ rules, prices, parts, capital, feeRate, slippageBps, band }) => {
      const coins = rules.length;
      const sums = [0, 1].map((bar) =>
        parts.slice(bar * coins, (bar + 1) * coins).reduce((a, b) => a + b, 1),
      );
      const weights = parts.map((part, cell) => part / (sums[cell < coins ? 0 : 1] as number));
      const costs = { feeRate, slippageBps, ...(band && { band }) };
      const rows = (cells: number[]) => [cells.slice(0, coins), cells.slice(coins)];
      const lots = rules.map(({ lotSize, amountMin, notionalMin }) => ({
        lotSize: Number(lotSize),
        amountMin: Number(amountMin),
        notionalMin: Number(notionalMin),
      }));
      const found = simulateOnMarket(runOf(rows(prices), rows(weights), costs), lots, capital);
      let cash = new Big(capital);
      let held = rules.map(() => new Big(0));
      for (const bar of [0, 1]) {
        const at = (cells: number[]) => cells.slice(bar * coins, (bar + 1) * coins);
        const plan = planRebalance({
          cash: cash.toFixed(),
          holdings: rules.map(({ coin }, i) => ({ coin, free: (held[i] as Big).toFixed(), locked: '0' })),
          prices: Object.fromEntries(rules.map(({ coin }, i) => [coin, String(at(prices)[i])])),
          weights: Object.fromEntries(rules.map(({ coin }, i) => [coin, at(weights)[i] as number])),
          rules: Object.fromEntries(rules.map((one) => [one.coin, one])),
          feeRate,
          slippage: slippageBps / 10_000,
          ...(band && { band }),
        });
        for (const { coin, side, quantity, notional } of [...plan.sells, ...plan.buys]) {
          const sign = side === 'buy' ? 1 : -1;
          held = held.map((amount, i) =>
            rules[i]?.coin === coin ? amount.plus(new Big(quantity).times(sign)) : amount,
          );
          const paid = new Big(slippageBps / 10_000).times(sign).plus(1).times(notional);
          cash = cash.minus(paid.times(sign)).minus(paid.times(feeRate));
        }
      }
      // Where a decimal is a hair below a whole lot, a number may not be.
      for (const [i, { lotSize }] of rules.entries()) {
        const off = (found.lots[i] as number) - Number((held[i] as Big).div(lotSize));
        expect(Math.abs(off)).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 200 },
  );
});
