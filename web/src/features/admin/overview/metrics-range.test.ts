// The days of the overview's charts: named ranges end today in UTC, and what the server refuses is not requested.
import { describe, expect, test } from 'vitest';
import { metricsRange } from './metrics-range.ts';

const TODAY = Date.parse('2026-03-10T23:30:00Z');

test.each([
  [{}, '2026-02-09', '2026-03-10'],
  [{ range: '7' }, '2026-03-04', '2026-03-10'],
  [{ range: '90' }, '2025-12-11', '2026-03-10'],
  [{ range: 'year' }, '2026-01-01', '2026-03-10'],
  [{ range: 'ever' }, '2026-02-09', '2026-03-10'],
  [{ range: 'custom', from: '2025-01-01', to: '2025-01-31' }, '2025-01-01', '2025-01-31'],
])('the range %j is from %s to %s, both included', (choice, from, to) => {
  expect(metricsRange(choice, TODAY)).toMatchObject({ from, to, problem: null });
});

describe('hours', () => {
  test('are shown of a month at most, else days', () => {
    expect(metricsRange({ range: '30', step: 'hour' }, TODAY)).toMatchObject({ step: 'hour' });
    expect(metricsRange({ range: '90', step: 'hour' }, TODAY)).toMatchObject({
      step: 'day',
      canBeHourly: false,
    });
  });
});

// spec: admin.32
test.each([
  ['', '2025-01-01', 'Please choose the first and the last day'],
  ['2025-01-02', '2025-01-01', 'The last day is before the first'],
  ['2023-01-01', '2025-01-01', 'Please choose at most 731 days'],
  ['2025-13-01', '2025-01-01', 'Please choose the first and the last day'],
])('custom days from %s to %s are refused', (from, to, problem) => {
  expect(metricsRange({ range: 'custom', from, to }, TODAY).problem).toBe(problem);
});
