// Bars open on UTC boundaries, weeks on Monday.
import { describe, expect, test } from 'vitest';
import { countBars, firstOpenFrom, rangeOfDays } from './bars.ts';

const at = (iso: string) => Date.parse(iso);

describe('firstOpenFrom', () => {
  test.each([
    ['24h', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z'],
    ['24h', '2025-01-01T00:00:01Z', '2025-01-02T00:00:00Z'],
    ['1h', '2025-01-01T05:00:00.001Z', '2025-01-01T06:00:00Z'],
    ['4h', '2025-01-01T05:00:00Z', '2025-01-01T08:00:00Z'],
    ['6h', '2025-01-01T05:00:00Z', '2025-01-01T06:00:00Z'],
    ['12h', '2024-12-31T12:00:01Z', '2025-01-01T00:00:00Z'],
    ['8h', '2025-01-01T08:00:00Z', '2025-01-01T08:00:00Z'],
    ['weekly', '2025-01-01T00:00:00Z', '2025-01-06T00:00:00Z'],
    ['weekly', '2025-01-06T00:00:00Z', '2025-01-06T00:00:00Z'],
  ] as const)('the first %s bar from %s opens at %s', (timeframe, from, open) => {
    expect(new Date(firstOpenFrom(timeframe, at(from)))).toEqual(new Date(at(open)));
  });
});

describe('countBars', () => {
  test.each([
    ['24h', '2024-01-01', '2025-01-01', 366],
    ['1h', '2025-01-01', '2025-01-02', 24],
    ['4h', '2025-01-01', '2025-01-02', 6],
    ['6h', '2025-01-01', '2025-01-02', 4],
    ['8h', '2025-01-01', '2025-01-02', 3],
    ['12h', '2025-01-01', '2025-01-02', 2],
    ['weekly', '2024-12-30', '2026-01-05', 53],
    ['weekly', '2025-01-01', '2025-01-08', 1],
    ['weekly', '2025-01-07', '2025-01-13', 0],
    ['24h', '2025-01-02', '2025-01-01', 0],
  ] as const)('%s bars from %s until %s: %i', (timeframe, from, until, bars) => {
    expect(countBars(timeframe, at(`${from}T00:00:00Z`), at(`${until}T00:00:00Z`))).toBe(bars);
  });
});

test('both days of a range are included', () => {
  const { fromMs, untilMs } = rangeOfDays({ start_date: '2025-01-01', end_date: '2025-01-01' });
  expect(new Date(fromMs).toISOString()).toBe('2025-01-01T00:00:00.000Z');
  expect(new Date(untilMs).toISOString()).toBe('2025-01-02T00:00:00.000Z');
});
