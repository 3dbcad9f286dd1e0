// Boundaries of candles: UTC days, ISO weeks, calendar months, and no moment in two candles.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, INTERVALS, isInterval, nextOpenTime, openTimeOf } from './intervals.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const opens = (text: string, interval: (typeof INTERVALS)[number]) =>
  new Date(openTimeOf(at(text), interval)).toISOString().slice(0, 16);

describe('where candles begin', () => {
  test('hours and days begin at multiples of their length in UTC', () => {
    expect(opens('2024-02-29T13:59:59', '1h')).toBe('2024-02-29T13:00');
    expect(opens('2024-02-29T13:59:59', '2h')).toBe('2024-02-29T12:00');
    expect(opens('2024-02-29T15:59:59', '4h')).toBe('2024-02-29T12:00');
    expect(opens('2024-02-29T13:59:59', '8h')).toBe('2024-02-29T08:00');
    expect(opens('2024-02-29T11:59:59', '12h')).toBe('2024-02-29T00:00');
    expect(opens('2024-02-29T23:59:59', '1d')).toBe('2024-02-29T00:00');
  });

  test('three days count from the epoch', () => {
    expect(opens('1970-01-03T23:00:00', '3d')).toBe('1970-01-01T00:00');
    expect(opens('1970-01-04T00:00:00', '3d')).toBe('1970-01-04T00:00');
  });

  test('weeks are ISO weeks: they begin on Monday, also across a year', () => {
    expect(opens('2023-12-31T23:59:59', '1w')).toBe('2023-12-25T00:00');
    expect(opens('2024-01-01T00:00:00', '1w')).toBe('2024-01-01T00:00');
    expect(opens('2021-01-03T12:00:00', '1w')).toBe('2020-12-28T00:00');
  });

  test('months are calendar months, December and leap years too', () => {
    expect(opens('2024-02-29T23:00:00', '1M')).toBe('2024-02-01T00:00');
    expect(nextOpenTime(at('2024-02-01T00:00:00'), '1M')).toBe(at('2024-03-01T00:00:00'));
    expect(nextOpenTime(at('2024-12-01T00:00:00'), '1M')).toBe(at('2025-01-01T00:00:00'));
  });

  test('every moment lies in exactly one candle, which begins on an hour', () => {
    const moment = fc.integer({ min: 0, max: at('2100-01-01T00:00:00') });
    fc.assert(
      fc.property(moment, fc.constantFrom(...INTERVALS), (timeMs, interval) => {
        const openMs = openTimeOf(timeMs, interval);
        const nextMs = nextOpenTime(openMs, interval);
        expect(openMs).toBeLessThanOrEqual(timeMs);
        expect(nextMs).toBeGreaterThan(timeMs);
        expect(Number.isInteger(openMs / HOUR_MS)).toBe(true);
        expect(openTimeOf(openMs, interval)).toBe(openMs);
        expect(openTimeOf(nextMs - 1, interval)).toBe(openMs);
        expect(openTimeOf(nextMs, interval)).toBe(nextMs);
      }),
    );
  });

  test('intervals are case-sensitive, and none is shorter than an hour', () => {
    expect(isInterval('1M')).toBe(true);
    expect(isInterval('1m')).toBe(false);
    expect(isInterval('30m')).toBe(false);
    expect(isInterval('1H')).toBe(false);
  });
});
