// A run within parts of its range: returns from the close before, and only what lies in the range.
import { expect, test } from 'vitest';
import { curveOf, DAY } from '../../fixtures/noise.ts';
import { bornOn, crisesOf } from './spans.ts';

const daysFrom = (start: string, value: number[], startingCapital = 100) => ({
  openTimes: Float64Array.from(value, (_, bar) => Date.parse(start) + bar * DAY),
  barMs: DAY,
  startingCapital,
  value: Float64Array.from(value),
});

const NOTHING_HELD = { benchmark: null, basket: null };

test('the run is split at the first bar that opens after the strategy was first saved', () => {
  const curve = daysFrom('2024-01-01', [110, 99, 120, 90, 108]);
  const { before, after, reason } = bornOn(curve, '2024-01-02T15:00:00Z');
  expect(reason).toBeNull();
  expect(before).toMatchObject({
    start: '2024-01-01T00:00:00.000Z',
    end: '2024-01-03T00:00:00.000Z',
    bars: 2,
  });
  expect(before?.total_return).toBeCloseTo(-0.01, 12);
  expect(before?.max_drawdown).toBeCloseTo(99 / 110 - 1, 12);
  expect(after).toMatchObject({
    start: '2024-01-03T00:00:00.000Z',
    end: '2024-01-06T00:00:00.000Z',
    bars: 3,
  });
  expect(after?.total_return).toBeCloseTo(108 / 99 - 1, 12);
  expect(after?.max_drawdown).toBeCloseTo(90 / 120 - 1, 12);
  // Returns of 120 / 99, 90 / 120 and 108 / 90.
  expect(after?.sharpe_ratio).toBeCloseTo(3.920_018_113, 6);
});

test('the first day counts from the value before, so that a loss on it is a drawdown', () => {
  const { after } = bornOn(daysFrom('2024-01-01', [100, 75, 80]), '2024-01-02');
  expect(after?.max_drawdown).toBe(-0.25);
  expect(after?.total_return).toBeCloseTo(-0.2, 12);
});

test.each([
  ['2024-01-06', 'was over'],
  ['2024-01-05T00:00:01Z', 'in its last bar'],
  ['2024-01-01', 'before the range begins'],
  ['2020-01-01', 'before the range begins'],
])('first saved on %s: nothing to split, and the reason', (born, reason) => {
  const split = bornOn(daysFrom('2024-01-01', [110, 99, 120, 90, 108]), born);
  expect(split).toMatchObject({ born_at: born, before: null, after: null });
  expect(split.reason).toContain(reason);
});

test('a strategy whose first save is not known is not split', () => {
  const split = bornOn(daysFrom('2024-01-01', [110, 99]), null);
  expect(split).toMatchObject({ born_at: null, before: null, after: null });
  expect(split.reason).toContain('not known');
});

test('once nothing is left there is no return', () => {
  const { after } = bornOn(daysFrom('2024-01-01', [50, 0, 0, 0]), '2024-01-03');
  expect(after).toMatchObject({ total_return: null, sharpe_ratio: null, max_drawdown: null, bars: 2 });
});

test('crises are whole months of the range, for the run and what could have been held', () => {
  const days = 92;
  const value = Array.from({ length: days }, (_, day) => (day < 30 ? 100 : day < 61 ? 100 - (day - 29) : 80));
  const curve = daysFrom('2021-04-01', value);
  const held = { name: 'BTC', value: Float64Array.from(value, (worth) => worth * 2) };
  const [found, ...others] = crisesOf(curve, { benchmark: held, basket: null });
  expect(others).toEqual([]);
  expect(found).toMatchObject({ month: '2021-05', basket: null });
  // From 100 at the end of April to 69 at the end of May.
  expect(found?.strategy.total_return).toBeCloseTo(-0.31, 12);
  expect(found?.strategy.max_drawdown).toBeCloseTo(-0.31, 12);
  expect(found?.btc).toEqual(found?.strategy);
});

test('a range that starts with the crisis counts from the starting capital', () => {
  const value = Array.from({ length: 31 }, (_, day) => 90 - day);
  const [found] = crisesOf(daysFrom('2022-05-01', value), NOTHING_HELD);
  expect(found?.strategy.total_return).toBeCloseTo(-0.4, 12);
});

test.each([
  ['2022-05-02', 60],
  ['2022-05-01', 30],
])('a range from %s of %i days has no whole month of a crisis', (start, days) => {
  expect(crisesOf(daysFrom(start, new Array<number>(days).fill(100)), NOTHING_HELD)).toEqual([]);
});

test('all four are in a long range', () => {
  const years = { ...curveOf(new Float64Array(1_461)), openTimes: new Float64Array(1_461) };
  years.openTimes.forEach((_, bar) => {
    years.openTimes[bar] = Date.parse('2019-12-01') + bar * DAY;
  });
  const months = crisesOf(years, NOTHING_HELD).map(({ month }) => month);
  expect(months).toEqual(['2020-03', '2021-05', '2022-05', '2022-11']);
});
