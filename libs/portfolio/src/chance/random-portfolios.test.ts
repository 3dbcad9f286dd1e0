// Random portfolios: as much exposure and turnover as the strategy, right shares, and reasons where there are none.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compounded, DAY, normals, openTimesOf } from '../../fixtures/noise.ts';
import { simulate } from '../simulate.ts';
import type { SimulationInput } from '../simulation-input.ts';
import { seededRandom } from './random.ts';
import { randomPortfolios } from './random-portfolios.ts';

/** Prices that open where they closed. */
const market = (bars: number, coins: number, seed: number, drift = 0) => {
  const close = new Float64Array(bars * coins);
  for (let coin = 0; coin < coins; coin++)
    compounded(
      normals(bars, seed + coin).map((value) => drift + 0.03 * value),
      100,
    ).forEach((price, bar) => {
      close[bar * coins + coin] = price;
    });
  const open = close.map((_, cell) => (cell < coins ? 100 : (close[cell - coins] as number)));
  return { bars, coins, open, close };
};

const ran = (input: Pick<SimulationInput, 'bars' | 'coins' | 'open' | 'close' | 'targets'>, terms = {}) => {
  const whole = { startingCapital: 1_000, feeRate: 0.001, ...input, ...terms };
  const run = { input: whole, simulation: simulate(whole), openTimes: openTimesOf(input.bars), barMs: DAY };
  return randomPortfolios(run, 1);
};

const figuresOf = (answer: ReturnType<typeof ran>) => {
  if (answer.figures === null) throw new Error(answer.reason);
  return answer.figures;
};

/** Wholly in one coin, or in none, drawn every five bars. */
const guesses = (bars: number, coins: number, seed: number): Float64Array => {
  const random = seededRandom(seed);
  const targets = new Float64Array(bars * coins);
  let held = 0;
  for (let bar = 0; bar < bars; bar++) {
    if (bar % 5 === 0) held = random.below(coins + 1);
    if (held < coins) targets[bar * coins + held] = 1;
  }
  return targets;
};

test('a strategy that knows tomorrow is better than every random portfolio', () => {
  const prices = market(300, 3, 1);
  const targets = prices.close.map((price, cell) => {
    const row = prices.close.subarray(cell - (cell % 3), cell - (cell % 3) + 3);
    const gains = row.map((close, coin) => close / (prices.open[cell - (cell % 3) + coin] as number));
    return price / (prices.open[cell] as number) === Math.max(...gains) ? 1 : 0;
  });
  const { at_least_as_good: share, draws } = figuresOf(ran({ ...prices, targets }));
  expect(share.total_return).toBe(1 / (draws + 1));
  expect(share.sharpe_ratio).toBe(1 / (draws + 1));
});

test('strategies that guess are among the best quarter in a quarter of markets, rising ones included', () => {
  const strategies = 100;
  let best = 0;
  for (let seed = 0; seed < strategies; seed++) {
    const prices = market(100, 2, 1_000 + 10 * seed, 0.005);
    const { at_least_as_good: share } = figuresOf(ran({ ...prices, targets: guesses(100, 2, seed) }));
    if ((share.total_return ?? 1) <= 0.25) best += 1;
  }
  // Three standard errors.
  expect(Math.abs(best / strategies - 0.25)).toBeLessThan(3 * Math.sqrt((0.25 * 0.75) / strategies));
});

test('exposure and turnover are those of the strategy, but for the trades at the ends', () => {
  const row = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 })) },
    fc.constant([Number.NaN, Number.NaN] as [number, number]),
  );
  const rows = fc.array(row, { minLength: 40, maxLength: 60 });
  fc.assert(
    fc.property(rows, (all) => {
      const targets = Float64Array.from(all.flat(), (weight) => weight / 100);
      const bars = all.length;
      const open = new Float64Array(2 * bars).fill(100);
      const { figures } = ran({ bars, coins: 2, open, close: open, targets }, { feeRate: 0 });
      if (figures === null) return;
      const { strategy, random } = figures;
      const exposure = strategy.average_exposure ?? 0;
      for (const found of [random.average_exposure?.p5, random.average_exposure?.p95])
        expect(found).toBeCloseTo(exposure, 9);
      const turnover = ((strategy.turnover_per_year ?? 0) * bars) / 365;
      for (const found of [random.turnover_per_year?.p5, random.turnover_per_year?.p95])
        expect(Math.abs(((found ?? 0) * bars) / 365 - turnover)).toBeLessThanOrEqual(2);
    }),
    { numRuns: 30 },
  );
});

test('random portfolios pay the same fees', () => {
  const prices = market(200, 3, 4);
  const targets = guesses(200, 3, 8);
  const free = figuresOf(ran({ ...prices, targets }, { feeRate: 0 }));
  const dear = figuresOf(ran({ ...prices, targets }, { feeRate: 0.01 }));
  expect(dear.random.total_return?.p50).toBeLessThan((free.random.total_return?.p50 ?? 0) - 0.2);
  expect(dear.at_least_as_good.total_return).toBeCloseTo(free.at_least_as_good.total_return ?? 0, 1);
});

test('weights of one coin are moved in time', () => {
  const prices = market(200, 1, 6);
  const { moved_in_time, random } = figuresOf(ran({ ...prices, targets: guesses(200, 1, 3) }));
  expect(moved_in_time).toBe(true);
  expect(random.total_return?.p5).toBeLessThan(random.total_return?.p95 ?? 0);
});

test('weights that never change are given to other coins, if there are enough', () => {
  const prices = market(100, 4, 2);
  const targets = Float64Array.from({ length: 400 }, (_, cell) => [0.1, 0.2, 0.3, 0.4][cell % 4] as number);
  expect(figuresOf(ran({ ...prices, targets })).moved_in_time).toBe(false);
});

test('the same run gives the same figures', () => {
  const input = { ...market(100, 2, 2), targets: guesses(100, 2, 2) };
  expect(ran(input)).toEqual(ran(input));
});

const constant = (bars: number, ...weights: number[]) =>
  Float64Array.from({ length: bars * weights.length }, (_, cell) => weights[cell % weights.length] as number);
const late = (bars: number, from: number) =>
  Float64Array.from({ length: bars }, (_, bar) => (bar < from ? Number.NaN : bar % 2));

test.each([
  ['too few days', 1, guesses(29, 1, 1), 'The range has 29 days, and at least 30 are needed.'],
  ['only USDT', 2, constant(60, 0, 0), 'The strategy holds nothing but USDT.'],
  ['no decision', 1, constant(60, Number.NaN), 'The strategy holds nothing but USDT.'],
  ['no coin', 0, new Float64Array(), 'The strategy holds nothing but USDT.'],
  ['one coin that is held', 1, constant(60, 1), 'so that every such portfolio is the strategy itself'],
  ['equal parts', 3, constant(60, 0.2, 0.2, 0.2), 'so that every such portfolio is the strategy itself'],
  ['two coins that are held', 2, constant(60, 0.6, 0.4), 'only 2 different portfolios'],
  ['all in one of three', 3, constant(60, 1, 0, 0), 'only 3 different portfolios'],
  [
    'one coin from some bar on',
    1,
    late(60, 30).fill(1, 30),
    'so that every such portfolio is the strategy itself',
  ],
  ['decisions at the end', 1, late(60, 50), 'The strategy decides on the last 10 bars only'],
])('%s: no share, and the reason', (_, coins, targets, reason) => {
  const bars = coins === 0 ? 60 : targets.length / coins;
  const answer = ran({ ...market(bars, coins, 1), targets });
  expect(answer.figures).toBeNull();
  expect(answer.reason).toContain(reason);
});
