// Parameters as people write them.
import { expect, test } from 'vitest';
import { readWishes } from './wishes.ts';

test.each([
  ['the top 3 coins', { top: 3 }],
  ['hold the two strongest coins', { top: 2 }],
  ['best five, please', { top: 5 }],
  ['hold the top 3 weekly', { top: 3, schedule: 'weekly' }],
  ['Buy the 3 coins with the best 30-day momentum', { top: 3, lookback: { count: 30, unit: 'days' } }],
  ['the two assets with the highest 8 week return', { top: 2, lookback: { count: 56, unit: 'days' } }],
  ['rebalanced weekly', { schedule: 'weekly' }],
  ['once a month', { schedule: 'monthly' }],
  ['every 4 hours', { schedule: '4h' }],
  ['trade every 10 days', { schedule: { days: 10 } }],
  ['every two weeks', { schedule: { days: 14 } }],
  ['with a stop at 10 %', { stop: 0.1 }],
  ['7.5% trailing stop', { stop: 0.075 }],
  ['stop loss of 8 percent', { stop: 0.08 }],
  ['over the last 60 days', { lookback: { count: 60, unit: 'days' } }],
  ['a 20-bar window', { lookback: { count: 20, unit: 'bars' } }],
  ['8 weeks of momentum', { lookback: { count: 56, unit: 'days' } }],
  ['RSI(7)', { lookback: { count: 7, unit: 'bars' } }],
  ['at most 25 % in a coin', { cap: 0.25 }],
  ['target 20 % volatility', { volatility: 0.2 }],
  ['a 10 % drift band', { band: 0.1 }],
  ['below 25, sold above 60', { oversold: 25, recovered: 60 }],
  ['2.5 standard deviations below', { deviations: 2.5 }],
  ['the last 3 days of the month', { lastDays: 3 }],
  ['something nice', {}],
])('%s', (text, wishes) => {
  expect(readWishes(text)).toMatchObject(wishes);
});

test.each([
  'the best 30-day momentum',
  'the strongest 8 weeks',
  'the top 10 % of days',
  'the top 2.5 % of days',
])('%s: no number of coins', (text) => {
  expect(readWishes(text)).not.toHaveProperty('top');
});

test('a number out of all proportion is not a parameter', () => {
  expect(readWishes('top 5000, stop at 100 %, 90000 days')).toEqual({});
});
