// An order's outcome: its fees by asset, each fill once, and what the assets cost that paid them.
import { expect, test, vi } from 'vitest';
import type { Fill, OrderReport } from '../exchange/exchange-account.ts';
import { resultOf } from './order-reports.ts';

const fill = (id: string, fee: string, feeAsset: string): Fill => ({
  ...{ id, price: '100', quantity: '1', fee, feeAsset, at: 0 },
});
const report = (fills: Fill[], side: 'buy' | 'sell' = 'buy'): OrderReport => ({
  ...{ clientOrderId: 'a', exchangeOrderId: '1', coin: 'BTC', side, status: 'filled' },
  ...{ quantity: '2', filled: '2', quoteFilled: '200', fills },
});
const accountWith = (prices: () => Promise<Record<string, string>>) => ({ prices: vi.fn(prices) });

test('fees add up, each fill once, with the price of an asset that is neither USDT nor the coin', async () => {
  const account = accountWith(async () => ({ BNB: '600' }));
  const fills = [
    fill('1', '0.01', 'BNB'),
    fill('1', '0.01', 'BNB'),
    fill('2', '0.02', 'BNB'),
    fill('3', '1', 'USDT'),
  ];
  expect(await resultOf(account, report(fills))).toEqual({
    ...{ exchangeOrderId: '1', filled: '2', quoteFilled: '200', fillIds: ['1', '2', '3'] },
    ...{ fees: { BNB: '0.03', USDT: '1' }, feePrices: { BNB: '600' } },
  });
  expect(account.prices).toHaveBeenCalledExactlyOnceWith(['BNB']);
});

test.each([
  { name: 'in USDT and the coin', of: report([fill('1', '1', 'USDT'), fill('2', '0.01', 'BTC')]) },
  { name: 'of a sale, which change no average', of: report([fill('1', '0.01', 'BNB')], 'sell') },
])('fees $name need no price', async ({ of }) => {
  const account = accountWith(async () => ({}));
  expect(await resultOf(account, of)).not.toHaveProperty('feePrices');
  expect(account.prices).not.toHaveBeenCalled();
});

test('an exchange without prices now keeps no outcome from being noted', async () => {
  const account = accountWith(() => Promise.reject(new Error('it is silent')));
  const result = await resultOf(account, report([fill('1', '0.01', 'BNB')]));
  expect(result.fees).toEqual({ BNB: '0.01' });
  expect(result).not.toHaveProperty('feePrices');
});
