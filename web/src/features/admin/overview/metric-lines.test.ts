// The charts of the overview in words.
import { expect, test } from 'vitest';
import { somePoint } from '../../../testing/admin.ts';
import { METRICS, metricWords } from './metric-lines.ts';

test('of each line a chart says its sum and when it was highest', () => {
  const points = [
    somePoint('2026-03-01T00:00:00.000Z', { runs: 3, revenue_usd: 25 }),
    somePoint('2026-03-02T00:00:00.000Z', { runs: 1_200, failed_runs: 0, revenue_usd: 10.5 }),
  ];
  expect(metricWords(METRICS.runs, points, 'day')).toBe(
    'Runs: 1,203, at most 1,200 (2 Mar 2026). Failed: none.',
  );
  expect(metricWords(METRICS.revenue, points, 'hour')).toBe(
    'Revenue: $35.50, at most $25.00 (1 Mar 2026, 00:00).',
  );
  expect(metricWords(METRICS.signups, [], 'day')).toBe('Sign-ups: none.');
});
