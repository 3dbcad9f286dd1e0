// The date slider's arithmetic: bounds hold, ends never meet, quick ranges mean what they say.
import { countBars, rangeOfDays } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import {
  type DayRange,
  dateOf,
  dayAt,
  dayOf,
  daysIn,
  lastDays,
  limitedTo,
  marksOf,
  moveHandle,
  nearestHandle,
  positionOf,
  QUICK_RANGES,
  quickRange,
} from './date-range.ts';

const bounds: DayRange = { start: dayOf('2020-01-01'), end: dayOf('2025-10-08') };
const dates = ({ start, end }: DayRange) => [dateOf(start), dateOf(end)];

describe('days', () => {
  test('a date is its day and back', () => {
    expect(dayOf('1970-01-02')).toBe(1);
    expect(dateOf(dayOf('2024-02-29'))).toBe('2024-02-29');
  });

  test.each(['', '2025-13-01', '8.10.2025', '2025-10-08T00:00'])('%s is not a date', (text) => {
    expect(dayOf(text)).toBeNaN();
  });
});

describe('quick ranges', () => {
  test.each([
    ['YTD', '2025-01-01'],
    ['1Y', '2024-10-09'],
    ['4Y', '2021-01-01'],
    ['ALL', '2020-01-01'],
  ] as const)('%s, asked long after the bounds, ends at their end', (name, start) => {
    expect(dates(quickRange(name, dayOf('2027-03-01'), bounds))).toEqual([start, '2025-10-08']);
  });

  // spec: workspace.56
  test('they end today within the bounds', () => {
    const today = dayOf('2023-05-10');
    expect(dates(quickRange('YTD', today, bounds))).toEqual(['2023-01-01', '2023-05-10']);
    expect(dates(quickRange('1Y', today, bounds))).toEqual(['2022-05-11', '2023-05-10']);
    expect(dates(quickRange('4Y', today, bounds))).toEqual(['2020-01-01', '2023-05-10']);
  });

  // spec: workspace.55
  test('none leaves the bounds, whatever today is', () => {
    for (const name of QUICK_RANGES)
      for (let today = bounds.start - 400; today < bounds.end + 400; today += 37) {
        const { start, end } = quickRange(name, today, bounds);
        expect(start).toBeGreaterThanOrEqual(bounds.start);
        expect(end).toBeLessThanOrEqual(bounds.end);
        expect(start).toBeLessThanOrEqual(end);
      }
  });

  // A day that ends a range is part of it, so a range that began 365 days before its end would have 366 bars of a day.
  // spec: workspace.57
  test('1Y is 365 days, which are 31,536,000,000 ms from the first open to the last close', () => {
    const range = quickRange('1Y', dayOf('2023-05-10'), bounds);
    expect(daysIn(range)).toBe(365);
    const { fromMs, untilMs } = rangeOfDays({ start_date: dateOf(range.start), end_date: dateOf(range.end) });
    expect(untilMs - fromMs).toBe(31_536_000_000);
    expect(countBars('24h', fromMs, untilMs)).toBe(365);
  });

  test('the last days are as many as requested, the last one included', () => {
    expect(dates(lastDays(365, dayOf('2026-11-20'), bounds))).toEqual(['2024-10-09', '2025-10-08']);
    expect(dates(lastDays(1, dayOf('2023-05-10'), bounds))).toEqual(['2023-05-10', '2023-05-10']);
  });
});

describe('handles', () => {
  const range = { start: dayOf('2022-01-01'), end: dayOf('2022-01-10') };

  // spec: workspace.36
  test('the start cannot reach or pass the end', () => {
    expect(dates(moveHandle(range, 'start', dayOf('2022-02-01'), bounds))).toEqual([
      '2022-01-09',
      '2022-01-10',
    ]);
  });

  test('the end cannot reach or pass the start', () => {
    expect(dates(moveHandle(range, 'end', dayOf('2021-02-01'), bounds))).toEqual([
      '2022-01-01',
      '2022-01-02',
    ]);
  });

  test('neither leaves the bounds', () => {
    expect(moveHandle(range, 'start', 0, bounds).start).toBe(bounds.start);
    expect(moveHandle(range, 'end', 99_999, bounds).end).toBe(bounds.end);
  });

  // spec: workspace.37
  test('a maximum range limits the handle that is dragged', () => {
    const moved = [
      moveHandle(range, 'start', dayOf('2020-01-01'), bounds, 30),
      moveHandle(range, 'end', dayOf('2025-01-01'), bounds, 30),
    ];
    expect(moved.map(daysIn)).toEqual([30, 30]);
    expect(moved.map(dates)).toEqual([
      ['2021-12-12', '2022-01-10'],
      ['2022-01-01', '2022-01-30'],
    ]);
  });

  test('a click moves the nearer one', () => {
    expect(nearestHandle(range, range.start + 2)).toBe('start');
    expect(nearestHandle(range, range.end + 500)).toBe('end');
  });

  test('a place on the track is a day and back', () => {
    expect(dayAt(positionOf(range.start, bounds), bounds)).toBe(range.start);
    expect([dayAt(-1, bounds), dayAt(2, bounds)]).toEqual([bounds.start, bounds.end]);
  });
});

describe('limits', () => {
  const limits = { start: dayOf('2020-08-12'), end: dayOf('2025-10-08') };
  const limited = (start: string, end: string) =>
    dates(limitedTo({ start: dayOf(start), end: dayOf(end) }, limits));

  test('a range within them stays', () => {
    expect(limited('2021-01-01', '2021-06-01')).toEqual(['2021-01-01', '2021-06-01']);
  });

  test('one that begins too early begins with them', () => {
    expect(limited('2020-01-01', '2021-06-01')).toEqual(['2020-08-12', '2021-06-01']);
  });

  test('one outside becomes the days at the nearer end', () => {
    expect(limited('2020-01-01', '2020-02-01')).toEqual(['2020-08-12', '2020-08-13']);
    expect(limited('2026-01-01', '2026-02-01')).toEqual(['2025-10-07', '2025-10-08']);
  });

  test('limits of a single day leave that day', () => {
    const day = { start: limits.start, end: limits.start };
    expect(limitedTo(limits, day)).toEqual(day);
  });
});

describe('marks', () => {
  // spec: workspace.17
  test('every year and quarter within the bounds has one', () => {
    const marks = marksOf(bounds);
    expect(marks.filter(({ kind }) => kind === 'year').map(({ label }) => label)).toEqual([
      '2020',
      '2021',
      '2022',
      '2023',
      '2024',
      '2025',
    ]);
    expect(marks.filter(({ kind }) => kind === 'quarter')).toHaveLength(24);
    expect(dateOf(marks.at(-1)?.day ?? 0)).toBe('2025-10-01');
  });

  // spec: workspace.18
  test('quarters lose their labels beyond six years', () => {
    const long = { ...bounds, start: dayOf('2017-01-01') };
    expect(marksOf(long).find(({ kind }) => kind === 'quarter')?.label).toBe('');
  });
});
