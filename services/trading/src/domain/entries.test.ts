// A deployment's payments for its coins: buys add up, sells keep the average, corrections count once.
import { describe, expect, test } from 'vitest';
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

// spec: trading.35
test('buys at two prices have their average', () => {
  expect(gainOf(bought().BTC, 2, 300)).toMatchObject({ average: 150, gain: 300, percent: 100 });
});

test('fees make the entry dearer, in USDT and in the coin', () => {
  const paid = withTraded({}, btc('buy'), NOTHING, amounts('1', '100', { USDT: '1', BTC: '0.01' }));
  expect(paid.BTC).toEqual({ quantity: 0.99, costUsdt: 101 });
});

describe('fees in another coin', () => {
  const bnb = (fee: string, price?: string) => ({
    ...amounts('1', '100', { BNB: fee }),
    ...(price !== undefined && { feePrices: { BNB: price } }),
  });

  test('count with the price of that moment', () => {
    const paid = withTraded({}, btc('buy'), NOTHING, bnb('0.01', '600'));
    expect(paid).toEqual({ BTC: { quantity: 1, costUsdt: 106 } });
  });

  test('are named where that price is not known, until all is sold', () => {
    const paid = withTraded({}, btc('buy'), NOTHING, bnb('0.01'));
    expect(paid.BTC).toEqual({ quantity: 1, costUsdt: 100, unpricedFees: ['BNB'] });
    expect(gainOf(paid.BTC, 1, 110)?.unpricedFees).toEqual(['BNB']);
    const half = withTraded(paid, btc('sell'), NOTHING, amounts('0.5', '55'));
    expect(half.BTC).toEqual({ quantity: 0.5, costUsdt: 50, unpricedFees: ['BNB'] });
    expect(withTraded(half, btc('sell'), NOTHING, amounts('0.5', '55')).BTC?.unpricedFees).toBeUndefined();
  });

  test('count once when an order is corrected', () => {
    const known = bnb('0.01', '600');
    const corrected = { ...amounts('2', '200', { BNB: '0.02' }), feePrices: { BNB: '650' } };
    const paid = withTraded(withTraded({}, btc('buy'), NOTHING, known), btc('buy'), known, corrected);
    expect(paid.BTC).toEqual({ quantity: 2, costUsdt: 213 });
  });

  test('take away what the deployment bought of that coin, at its average', () => {
    const entries = { BNB: { quantity: 2, costUsdt: 1_000 } };
    const paid = withTraded(entries, btc('buy'), NOTHING, bnb('0.5', '600'));
    expect(paid.BNB).toEqual({ quantity: 1.5, costUsdt: 750 });
  });
});

test('a sale keeps the average of the rest', () => {
  const left = withTraded(bought(), btc('sell'), NOTHING, amounts('1.5', '900'));
  expect(gainOf(left.BTC, 0.5, 150)).toMatchObject({ average: 150, gain: 0, percent: 0 });
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
