// Reports keep every digit, and no fill twice.
import type { Order, Trade } from 'ccxt';
import { expect, test } from 'vitest';
import { fillsOf, isComplete, plain, reportOf } from './order-report.ts';

const trade = (id: string, amount: string): Trade =>
  ({
    id,
    order: '7',
    symbol: 'BTC/USDT',
    side: 'buy',
    price: '50000.10000000',
    amount,
    fee: { cost: '0.00000100', currency: 'BTC' },
    timestamp: 5,
  }) as unknown as Trade;
const order = (more: object): Order =>
  ({
    id: '7',
    clientOrderId: 'one',
    symbol: 'BTC/USDT',
    side: 'buy',
    status: 'expired',
    amount: '0.00300000',
    filled: '0.00200000',
    cost: '100.00020000',
    ...more,
  }) as unknown as Order;

test('amounts lose the zeros at their end and nothing else', () => {
  expect(['1.50000000', '100', '100.00000000', '0.00000001', '0'].map(plain)).toEqual([
    '1.5',
    '100',
    '100',
    '0.00000001',
    '0',
  ]);
  expect(() => plain('1e-8')).toThrow('not a decimal');
});

test('an order is reported with its fills, one that came twice once', () => {
  const report = reportOf(order({}), [
    trade('1', '0.00100000'),
    trade('1', '0.00100000'),
    trade('2', '0.001'),
  ]);
  expect(report).toMatchObject({ coin: 'BTC', status: 'expired', filled: '0.002', quoteFilled: '100.0002' });
  expect(report.fills.map(({ id, fee }) => [id, fee])).toEqual([
    ['1', '0.000001'],
    ['2', '0.000001'],
  ]);
  expect(isComplete(report)).toBe(true);
  expect(isComplete({ ...report, fills: fillsOf([trade('1', '0.001')]) })).toBe(false);
});

test('an order whose sum the exchange does not have is worth its fills', () => {
  const [first, second] = [
    { ...trade('1', '0.001'), cost: '50.00010000' },
    { ...trade('2', '0.001'), cost: '50.0002' },
  ] as unknown as [Trade, Trade];
  const report = (trades: Trade[]) => reportOf(order({ cost: '-1.00000000' }), trades).quoteFilled;
  expect(report([first, first, second])).toBe('100.0003');
  expect(report([])).toBe('0');
});

test.each([{ status: 'strange' }, { clientOrderId: undefined }, { side: undefined }, { amount: 'NaN' }])(
  'an order that cannot be read is an error: %o',
  (more) => {
    expect(() => reportOf(order(more), [])).toThrow();
  },
);
