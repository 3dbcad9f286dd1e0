// The bands of a bootstrap: what they must reproduce, how often they are right, and when there are none.
import { expect, test } from 'vitest';
import { autoregressive, curveOf, normals, openTimesOf } from '../../fixtures/noise.ts';
import { performance } from '../performance.ts';
import { periodReturns } from '../period-returns.ts';
import { bootstrap, drawPath } from './bootstrap.ts';
import { seededRandom } from './random.ts';

const YEAR_ROOT = Math.sqrt(365);

/** Daily returns with a true annual Sharpe ratio. */
const returnsWith = (sharpe: number, noise: Float64Array): Float64Array =>
  noise.map((value) => 0.02 * (value + sharpe / YEAR_ROOT));

const known = (returns: Float64Array, seed = 1) => {
  const { figures } = bootstrap(curveOf(returns), returns, seed);
  if (figures === null) throw new Error('there are no bands');
  return figures;
};

const expectNear = (found: ArrayLike<number>, wanted: ArrayLike<number>) =>
  Array.from(found, (value, at) => expect(Math.abs(value / (wanted[at] as number) - 1)).toBeLessThan(1e-12));

test('one block as long as the run, from its first bar on, is the run itself', () => {
  const returns = returnsWith(1, normals(200, 1));
  const path = new Float64Array(200);
  const random = { below: () => 0, order: () => new Uint32Array() };
  drawPath({ returns, block: 200, random }, 1_000, path);
  expectNear(path, curveOf(returns).value);
});

test('one block as long as the run, from any bar on, ends where the run ends', () => {
  const returns = returnsWith(1, normals(200, 1));
  const path = new Float64Array(200);
  for (let seed = 0; seed < 20; seed++) {
    drawPath({ returns, block: 200, random: seededRandom(seed) }, 1_000, path);
    expectNear(path.subarray(-1), curveOf(returns).value.subarray(-1));
  }
});

test('a draw has whole blocks, and goes on with the first bar after the last', () => {
  const returns = Float64Array.of(1, 2, 3, 4, 5);
  const path = new Float64Array(5);
  const starts = [3, 1];
  const random = { below: () => starts.shift() ?? 0, order: () => new Uint32Array() };
  drawPath({ returns, block: 3, random }, 1, path);
  expect([...path]).toEqual([5, 30, 60, 180, 720]);
});

test('the same seed gives the same figures, another seed others', () => {
  const returns = returnsWith(1, normals(300, 2));
  expect(known(returns, 1)).toEqual(known(returns, 1));
  expect(known(returns, 2)).not.toEqual(known(returns, 1));
});

test('on noise, nine in ten intervals have the true Sharpe ratio, and half of the inner ones', () => {
  const runs = 60;
  let [inner, outer] = [0, 0];
  for (let seed = 0; seed < runs; seed++) {
    const { sharpe_ratio: found } = known(returnsWith(1, normals(120, 100 + seed)));
    if (found === null) throw new Error('there is no interval');
    if (found.p5 <= 1 && 1 <= found.p95) outer += 1;
    if (found.p25 <= 1 && 1 <= found.p75) inner += 1;
  }
  // Three standard errors.
  expect(Math.abs(outer / runs - 0.9)).toBeLessThan(3 * Math.sqrt((0.9 * 0.1) / runs));
  expect(Math.abs(inner / runs - 0.5)).toBeLessThan(3 * Math.sqrt(0.25 / runs));
});

test('days that depend on the days before have longer blocks and wider intervals than the same days shuffled', () => {
  const dependent = autoregressive(0.5, normals(1_000, 9)).map((value) => 0.02 * value);
  const order = seededRandom(4).order(1_000);
  const shuffled = dependent.map((_, at) => dependent[order[at] as number] as number);
  const [one, other] = [known(dependent), known(shuffled)];
  expect(one.block_bars_of_returns).toBeGreaterThan(other.block_bars_of_returns);
  const width = ({ sharpe_ratio: ratio }: typeof one) => (ratio?.p95 ?? 0) - (ratio?.p5 ?? 0);
  // The theory says sqrt(3).
  expect(width(one) / width(other)).toBeGreaterThan(1.4);
  expect(width(one) / width(other)).toBeLessThan(2);
});

test('the block is the longer of the two lengths, rounded up', () => {
  const {
    block_bars: block,
    block_bars_of_returns: one,
    block_bars_of_squares: other,
  } = known(autoregressive(0.5, normals(500, 3)).map((value) => 0.01 * value));
  expect(block).toBe(Math.ceil(Math.max(one, other)));
  expect(one).toBeGreaterThan(1);
});

test('the figures are those of the statistics: with a single return they are all the same', () => {
  const returns = new Float64Array(60).fill(-0.01);
  const curve = curveOf(returns);
  const periods = periodReturns(curve.openTimes, curve.barMs, curve.value, 1_000);
  const own = performance(curve.value, periods, 1_000, 60);
  const { cagr, max_drawdown, sharpe_ratio, loss_share, bands } = known(returns);
  for (const figure of [cagr?.p5, cagr?.p95]) expect(figure).toBeCloseTo(own.cagr ?? 0, 12);
  for (const figure of [max_drawdown?.p5, max_drawdown?.p95])
    expect(figure).toBeCloseTo(own.max_drawdown, 12);
  expect(sharpe_ratio).toBeNull();
  expect(loss_share).toBe(1);
  expectNear(bands.p5, bands.portfolio);
});

test('bands are in order, at the same days as the run, whose last one they have', () => {
  const { bands } = known(returnsWith(0, normals(400, 11)));
  expect(bands.timestamp).toHaveLength(150);
  expect(bands.timestamp.at(-1)).toBe('2023-02-05T00:00:00.000Z');
  bands.p5.forEach((low, at) => {
    const [p25 = 0, p50 = 0, p75 = 0, p95 = 0] = [bands.p25[at], bands.p50[at], bands.p75[at], bands.p95[at]];
    expect([low, p25, p50, p75, p95]).toEqual([low, p25, p50, p75, p95].toSorted((a, b) => a - b));
  });
});

test('a long run has fewer draws, which are stated', () => {
  const returns = returnsWith(1, normals(26_280, 1));
  const hourly = { ...curveOf(returns), openTimes: openTimesOf(26_280, 3_600_000), barMs: 3_600_000 };
  const { figures } = bootstrap(hourly, returns, 1);
  expect(figures?.draws).toBeLessThan(known(returns.slice(0, 300)).draws);
  expect(figures?.draws).toBeGreaterThanOrEqual(200);
});

test('what has lost everything stays at nothing', () => {
  const returns = returnsWith(1, normals(60, 1));
  returns[20] = -1;
  const { figures } = bootstrap(curveOf(returns), returns.fill(0, 21), 1);
  expect(figures?.bands.p5.at(-1)).toBe(0);
  expect(figures?.max_drawdown?.p5).toBe(-1);
});

test.each([
  ['too few days', new Float64Array(29).fill(0.01), 'The range has 29 days, and at least 30 are needed.'],
  ['a portfolio that never moves', new Float64Array(100), 'The value of the portfolio never changes.'],
])('%s: no bands, and the reason', (_, returns, reason) => {
  expect(bootstrap(curveOf(returns), returns, 1)).toEqual({ figures: null, reason });
});

test('many bars of few days are too few, and weeks count as weeks', () => {
  const returns = returnsWith(1, normals(240, 1));
  const hours = { ...curveOf(returns), openTimes: openTimesOf(240, 3_600_000), barMs: 3_600_000 };
  expect(bootstrap(hours, returns, 1).reason).toContain('10 days');
  const few = returns.slice(0, 20);
  const week = 7 * 86_400_000;
  expect(
    bootstrap({ ...curveOf(few), openTimes: openTimesOf(20, week), barMs: week }, few, 1).reason,
  ).toContain('20 weeks');
});
