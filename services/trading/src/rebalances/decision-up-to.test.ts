// Which decision of a strategy counts: that of the bar, or the newest one up to it.
import { Float64, Table, tableToIPC, vectorFromArray } from 'apache-arrow';
import { expect, test } from 'vitest';
import { decisionUpTo } from './decision-up-to.ts';

const file = (...btc: number[]) =>
  tableToIPC(new Table({ BTC: vectorFromArray(btc, new Float64()) }), 'file');
const weekly = file(0.4, Number.NaN, 0.6, Number.NaN, Number.NaN);

test('a bar without a decision has none', () => {
  expect(decisionUpTo(weekly, 4, ['BTC'], 4)).toEqual({ weights: null, row: 4 });
  expect(decisionUpTo(weekly, 2, ['BTC'], 2)).toEqual({ weights: { BTC: 0.6 }, row: 2 });
});

// spec: trading.34
test('the newest decision is the last one up to the bar, never a later one', () => {
  expect(decisionUpTo(weekly, 4, ['BTC'], 0)).toEqual({ weights: { BTC: 0.6 }, row: 2 });
  expect(decisionUpTo(weekly, 1, ['BTC'], 0)).toEqual({ weights: { BTC: 0.4 }, row: 0 });
});

test('a decision of before the oldest bar that counts is none', () => {
  expect(decisionUpTo(weekly, 4, ['BTC'], 2)).toEqual({ weights: { BTC: 0.6 }, row: 2 });
  expect(decisionUpTo(weekly, 4, ['BTC'], 3)).toEqual({ weights: null, row: 4 });
  expect(decisionUpTo(weekly, 1, ['BTC'], -3)).toEqual({ weights: { BTC: 0.4 }, row: 0 });
});

test('a strategy that never decided has no weights', () => {
  expect(decisionUpTo(file(Number.NaN, Number.NaN), 1, ['BTC'], 0).weights).toBeNull();
});
