// The performance chart's scales hold every value, and its line keeps the extremes.
import { describe, expect, test } from 'vitest';
import { isByClock, lineOf, MARGIN, pathOf, scalesOf, timeTicks, valueTicks } from './return-lines.ts';

const point = (day: number, chart_value: number) => ({
  timestamp: new Date(Date.UTC(2026, 0, day)).toISOString(),
  chart_value,
});
const SIZE = { widthPx: 600, heightPx: 260 };

test('points are put in order; what has no time or value is left out', () => {
  const { times, values } = lineOf([
    point(3, 0.2),
    point(1, 0),
    { timestamp: 'never', chart_value: 9 },
    point(2, Number.NaN),
  ]);
  expect([...values]).toEqual([0, 0.2]);
  expect(times[0]).toBeLessThan(times[1] as number);
});

describe('ticks', () => {
  test.each([
    [-0.12, 0.31, 5],
    [0, 0, 5],
    [-0.0004, 0.0001, 4],
    [0, 12.5, 3],
  ])('from %s to %s hold both ends in at most two more than %s steps', (lowest, highest, count) => {
    const ticks = valueTicks(lowest, highest, count);
    expect(ticks[0]).toBeLessThanOrEqual(lowest + 1e-9);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest - 1e-9);
    expect(ticks.length).toBeLessThanOrEqual(count + 3);
    expect(ticks.some((tick) => Math.abs(tick) < 1e-9)).toBe(true);
  });

  test('of time reach from end to end', () => {
    expect(timeTicks(0, 30, 4)).toEqual([0, 10, 20, 30]);
    expect(timeTicks(5, 5, 4)).toEqual([5]);
  });
});

test('every point lies within the frame, a single one in its middle', () => {
  const line = lineOf([point(1, 0), point(2, -0.4), point(9, 1.2)]);
  const { x, y } = scalesOf([line], SIZE);
  for (const [index, ms] of line.times.entries()) {
    expect(x(ms)).toBeGreaterThanOrEqual(MARGIN.left);
    expect(x(ms)).toBeLessThanOrEqual(SIZE.widthPx - MARGIN.right);
    expect(y(line.values[index] as number)).toBeGreaterThanOrEqual(MARGIN.top);
    expect(y(line.values[index] as number)).toBeLessThanOrEqual(SIZE.heightPx - MARGIN.bottom);
  }
  const single = lineOf([point(1, 0.1)]);
  const alone = scalesOf([single], SIZE);
  expect(alone.x(single.times[0] as number)).toBe(MARGIN.left + (600 - MARGIN.left - MARGIN.right) / 2);
});

test('a short span shows the time of day, a longer one the date', () => {
  expect(isByClock(0, 3_600_000)).toBe(true);
  expect(isByClock(0, 2 * 86_400_000)).toBe(false);
});

test('a few minutes take a small part of the frame, and a small loss no steep slide', () => {
  const line = {
    times: Float64Array.of(0, 3_600_000),
    values: Float64Array.of(0, -0.0008),
  };
  const { x, y, days } = scalesOf([line], SIZE);
  expect(x(0)).toBe(MARGIN.left);
  expect(x(3_600_000) - x(0)).toBeLessThan(50);
  expect(y(-0.0008) - y(0)).toBeLessThan(25);
  expect(new Set(days).size).toBe(days.length);
});

test('a long line is thinned to the screen', () => {
  const many = lineOf(Array.from({ length: 5_000 }, (_, day) => point(day, Math.sin(day / 50))));
  const path = pathOf(many, scalesOf([many], SIZE), 100);
  expect(path.match(/L/g)?.length).toBeLessThan(202);
});
