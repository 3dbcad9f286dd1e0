// Thinning keeps the ends and every extreme, and as few points as a screen has room for.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimated, firstFrom, nearest, sampled } from './decimation.ts';

describe('thinning', () => {
  test('a short series is drawn whole', () => {
    expect([...decimated(Float64Array.of(3, 1, 2, 5), 0, 4, 2)]).toEqual([0, 1, 2, 3]);
    expect([...decimated(Float64Array.of(), 0, 0, 2)]).toEqual([]);
  });

  test('one point stands for each stretch without values, at the ends too, so that no line bridges it', () => {
    const none = Number.NaN;
    const values = Float64Array.of(none, none, 1, none, none, none, 2, 3, none);
    expect([...decimated(values, 0, 9, 10)]).toEqual([0, 2, 3, 6, 7, 8]);
    expect([...decimated(values, 1, 9, 10)]).toEqual([1, 2, 3, 6, 7, 8]);
  });

  test('a short gap among fifty thousand bars stays one, and the extremes around it are kept', () => {
    const values = Float64Array.from({ length: 50_000 }, (_, index) => Math.sin(index / 900));
    values[31_336] = -9;
    values.fill(Number.NaN, 31_337, 31_340);
    const kept = [...decimated(values, 0, values.length, 900)];
    expect(kept).toEqual(expect.arrayContaining([31_336, 31_337]));
    expect(kept.filter((index) => Number.isNaN(values[index]))).toEqual([31_337]);
  });

  test('a long one keeps its ends, its highest and its lowest value, in order and within its part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 500 }),
        fc.integer({ min: 1, max: 60 }),
        fc.nat(200),
        (numbers, buckets, cut) => {
          const values = Float64Array.from(numbers);
          const from = Math.min(cut, values.length - 1);
          const kept = [...decimated(values, from, values.length, buckets)];
          const part = [...values.subarray(from)];
          expect(kept.length).toBeLessThanOrEqual(2 * buckets + 2);
          expect(kept).toEqual(kept.toSorted((a, b) => a - b));
          expect([kept[0], kept.at(-1)]).toEqual([from, values.length - 1]);
          const drawn = kept.map((index) => values[index] as number);
          expect(Math.max(...drawn)).toBe(Math.max(...part));
          expect(Math.min(...drawn)).toBe(Math.min(...part));
        },
      ),
    );
  });

  test('a peak of one bar among fifty thousand is seen', () => {
    const values = Float64Array.from({ length: 50_000 }, (_, index) => Math.sin(index / 900));
    values[31_337] = 9;
    expect([...decimated(values, 0, values.length, 900)]).toContain(31_337);
  });
});

test('samples are evenly spread and reach the end', () => {
  expect([...sampled(0, 10, 4)]).toEqual([0, 3, 6, 9]);
  expect([...sampled(2, 5, 100)]).toEqual([2, 3, 4]);
  expect([...sampled(5, 5, 10)]).toEqual([]);
});

test('times are found by halving', () => {
  const times = Float64Array.of(10, 20, 30);
  expect([0, 10, 11, 30, 31].map((ms) => firstFrom(times, ms))).toEqual([0, 0, 1, 2, 3]);
  expect([-5, 14, 15, 16, 99].map((ms) => nearest(times, ms))).toEqual([0, 0, 0, 1, 2]);
  expect(nearest(Float64Array.of(), 5)).toBe(-1);
});
