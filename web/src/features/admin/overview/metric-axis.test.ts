// The axes of the overview's charts: no half of what is counted, and money and credits as they are written.
import { describe, expect, test } from 'vitest';
import { someMetrics } from '../../../testing/admin.ts';
import { metricAxis } from './metric-axis.ts';
import { METRICS, type MetricName } from './metric-lines.ts';

const FIELD = { signups: 'signups', revenue: 'revenue_usd', credits: 'credits_spent' } as const;

const textsFor = (name: MetricName & keyof typeof FIELD, ...values: number[]) => {
  const [some] = someMetrics().points;
  if (!some) throw new Error('no point');
  const none = { ...some, signups: 0, revenue_usd: 0, runs: 0 };
  return metricAxis(
    METRICS[name],
    values.map((value) => ({ ...none, [FIELD[name]]: value })),
  );
};

describe('an axis names', () => {
  test.each([
    [[], ['0', '1']],
    [
      [0, 0],
      ['0', '1'],
    ],
    [[1], ['0', '1']],
    [
      [0, 2],
      ['0', '1', '2'],
    ],
    [
      [9, 3],
      ['0', '2', '4', '6', '8'],
    ],
    [[1_200], ['0', '500', '1,000']],
    [[2_500_000], ['0', '500,000', '1,000,000', '1,500,000', '2,000,000', '2,500,000']],
  ])('of the counts %j whole ones only', (values, texts) => {
    expect(textsFor('signups', ...values).ticktext).toEqual(texts);
  });

  test.each([
    [[0], ['$0.00', '$0.20', '$0.40', '$0.60', '$0.80', '$1.00']],
    [[0.01], ['$0.00', '$0.01']],
    [[0.02], ['$0.00', '$0.01', '$0.02']],
    [[0.3], ['$0.00', '$0.10', '$0.20', '$0.30']],
    [
      [25, 10.5],
      ['$0.00', '$5.00', '$10.00', '$15.00', '$20.00', '$25.00'],
    ],
    [[12_000], ['$0.00', '$5,000.00', '$10,000.00']],
  ])('of the dollars %j each with its cents', (values, texts) => {
    expect(textsFor('revenue', ...values).ticktext).toEqual(texts);
  });

  test.each([
    [[0.5], ['0', '0.1', '0.2', '0.3', '0.4', '0.5']],
    [[3], ['0', '1', '2', '3']],
    [[50_000], ['0', '10,000', '20,000', '30,000', '40,000', '50,000']],
  ])('of the credits %j the parts that there are', (values, texts) => {
    expect(textsFor('credits', ...values).ticktext).toEqual(texts);
  });

  test('what is below zero too', () => {
    expect(textsFor('revenue', -25, 10).ticktext).toEqual([...['$−20.00', '$−10.00', '$0.00', '$10.00']]);
  });
});

test('every value is within the range, with nothing at its foot', () => {
  expect(textsFor('signups', 0, 0).range).toEqual([0, 1.06]);
  const [low = 0, high = 0] = textsFor('revenue', -25, 10).range;
  expect(low).toBeLessThan(-25);
  expect(high).toBeGreaterThan(10);
});

test('the places of its texts have no odd digits', () => {
  expect(textsFor('credits', 0.7).tickvals).toEqual([0, 0.2, 0.4, 0.6]);
  expect(textsFor('revenue', 0.3).tickvals).toEqual([0, 0.1, 0.2, 0.3]);
});

test('long texts get more room', () => {
  expect(textsFor('signups', 9).leftPx).toBe(62);
  expect(textsFor('revenue', 1_000_000).leftPx).toBeGreaterThan(80);
});
