// Limits survive the way into the form and back, and nonsense is refused at its field.
import { NO_MANDATE } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { mandateOf, mandateProblems, mandateWords, valuesOf } from './mandate-values.ts';

const TODAY = '2026-03-01';
const mandate = {
  order_max_usdt: 500,
  daily_turnover_max_usdt: 2_000.5,
  drawdown_stop_percent: 15,
  coins: ['BTC'],
  expires_at: '2026-04-01T23:59:59.000Z',
  on_drawdown: 'sell' as const,
  on_limit: 'stop' as const,
};

test('limits come back as they were', () => {
  expect(mandateOf(valuesOf(mandate), mandate.coins)).toEqual(mandate);
  expect(mandateOf(valuesOf(NO_MANDATE), null)).toEqual(NO_MANDATE);
});

test('limits are said in a line', () => {
  expect(mandateWords(mandate)).toBe(
    'orders up to 500.00 USDT, turnover up to 2,000.50 USDT a day, a larger order stops the rebalance, stop at a drawdown of 15.00\u202f% and sell everything, buys of BTC only, until 1 Apr 2026',
  );
  expect(mandateWords(NO_MANDATE)).toBe('none');
  expect(mandateWords({ ...NO_MANDATE, order_max_usdt: 500 })).toBe(
    'orders up to 500.00 USDT, larger orders are sent smaller',
  );
});

test('separators may be typed', () => {
  expect(mandateOf({ ...valuesOf(NO_MANDATE), orderMax: ' 1,500 ' }, null).order_max_usdt).toBe(1_500);
});

// spec: trading-page.33
test.each([
  ['orderMax', '0'],
  ['turnoverMax', '-5'],
  ['orderMax', 'much'],
  ['drawdownStop', '101'],
  ['expires', '2026-02-28'],
])('%s of %s is refused', (field, value) => {
  expect(Object.keys(mandateProblems({ ...valuesOf(mandate), [field]: value }, TODAY))).toEqual([field]);
});

test('empty fields are not limits', () => {
  expect(mandateProblems(valuesOf(NO_MANDATE), TODAY)).toEqual({});
});
