// Limits survive the way into the form and back, and nonsense is refused at its field.
import { NO_MANDATE } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { mandateOf, mandateProblems, valuesOf } from './mandate-values.ts';

const TODAY = '2026-03-01';
const mandate = {
  order_max_usdt: 500,
  daily_turnover_max_usdt: 2_000.5,
  drawdown_stop_percent: 15,
  coins: ['BTC'],
  expires_at: '2026-04-01T23:59:59.000Z',
};

test('limits come back as they were', () => {
  expect(mandateOf(valuesOf(mandate), mandate.coins)).toEqual(mandate);
  expect(mandateOf(valuesOf(NO_MANDATE), null)).toEqual(NO_MANDATE);
});

test('separators may be typed', () => {
  expect(mandateOf({ ...valuesOf(NO_MANDATE), orderMax: ' 1,500 ' }, null).order_max_usdt).toBe(1_500);
});

test.each([
  ['orderMax', '0'],
  ['turnoverMax', '-5'],
  ['orderMax', 'much'],
  ['drawdownStop', '101'],
  ['expires', '2026-02-28'],
])('%s of %s is refused', (field, value) => {
  expect(Object.keys(mandateProblems({ ...valuesOf(mandate), [field]: value }, TODAY))).toEqual([field]);
});

test('empty fields are no limits', () => {
  expect(mandateProblems(valuesOf(NO_MANDATE), TODAY)).toEqual({});
});
