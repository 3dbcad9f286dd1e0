// What a deployment paid for its coins: buys add up, sells keep the average, corrections count once.
import { expect, test } from 'vitest';
import { type Entries, gainOf, withHeld, withTraded } from './entries.ts';

const NOTHING = { filled: '0', quoteFilled: '0', fees: {} };
const amounts = (filled: string, quoteFilled: string, fees: Record<string, string> = {}) => ({
  filled,
  quoteFilled,
  fees,
});
const btc = (side: 'buy' | 'sell') => ({ coin: 'BTC', side });

const bought = (): Entries =>
  withTraded(
    withTraded({}, btc('buy'), NOTHING, amounts('1', '100')),
    btc('buy'),
    NOTHING,
    amounts('1', '200'),
  );

test('buys at two prices have their average', () => {
  expect(gainOf(bought().BTC, 2, 300)).toEqual({ average: 150, gain: 300, percent: 100 });
});

test('fees make the entry dearer, in USDT and in the coin', () => {
  const paid = withTraded({}, btc('buy'), NOTHING, amounts('1', '100', { USDT: '1', BTC: '0.01' }));
  expect(paid.BTC).toEqual({ quantity: 0.99, costUsdt: 101 });
});

test('a sale keeps the average of the rest', () => {
  const left = withTraded(bought(), btc('sell'), NOTHING, amounts('1.5', '900'));
  expect(gainOf(left.BTC, 0.5, 150)).toEqual({ average: 150, gain: 0, percent: 0 });
});

test('a fill that is found late counts once', () => {
  const part = withTraded({}, btc('buy'), NOTHING, amounts('1', '100'));
  expect(withTraded(part, btc('buy'), amounts('1', '100'), amounts('3', '300')).BTC).toEqual({
    quantity: 3,
    costUsdt: 300,
  });
});

test('coins that others took away have no gain, those that others brought neither', () => {
  expect(withHeld(bought(), { BTC: '1' }).BTC).toEqual({ quantity: 1, costUsdt: 150 });
  expect(withHeld(bought(), { BTC: '9' }).BTC).toEqual({ quantity: 2, costUsdt: 300 });
  expect(gainOf(undefined, 5, 100)).toBeNull();
});
