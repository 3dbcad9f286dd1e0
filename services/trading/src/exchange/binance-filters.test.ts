// Which rules of a market follow from its filters.
import { describe, expect, test } from 'vitest';
import { rulesInFilters } from './binance-filters.ts';

const PRICE = { filterType: 'PRICE_FILTER', minPrice: '0.01', maxPrice: '100000.00', tickSize: '0.01000000' };
const LOT = { filterType: 'LOT_SIZE', minQty: '0.00010', maxQty: '9000.0', stepSize: '0.00010000' };
const NOTIONAL = {
  ...{ filterType: 'NOTIONAL', minNotional: '5.00000000', maxNotional: '9000000.00000000' },
  ...{ applyMinToMarket: true, applyMaxToMarket: false, avgPriceMins: 5 },
};
const POSITION = { filterType: 'MAX_POSITION', maxPosition: '1000.00000000' };
const USUAL = {
  ...{ tickSize: '0.01', lotSize: '0.0001', amountMin: '0.0001', amountMax: '9000' },
  ...{ notionalMin: '5', notionalMax: '9000000', positionMax: '0' },
};
const rulesOf = (...filters: unknown[]) => rulesInFilters({ filters });

test('steps, largest amounts, notionals and the largest position', () => {
  expect(rulesOf(PRICE, LOT, NOTIONAL)).toEqual(USUAL);
  expect(rulesOf(PRICE, LOT, NOTIONAL, POSITION)).toEqual({ ...USUAL, positionMax: '1000' });
});

test('the older and the newer smallest notional count, the larger one', () => {
  const older = (minNotional: string) => ({ filterType: 'MIN_NOTIONAL', minNotional, applyToMarket: true });
  expect(rulesOf(older('10')).notionalMin).toBe('10');
  expect(rulesOf(older('10'), NOTIONAL).notionalMin).toBe('10');
  expect(rulesOf(older('1'), NOTIONAL).notionalMin).toBe('5');
  expect(rulesOf(older('much'), NOTIONAL).notionalMin).toBe('much');
});

test.each([
  { filterType: 'MARKET_LOT_SIZE', minQty: '1', maxQty: '2', stepSize: '3' },
  { filterType: 'ICEBERG_PARTS', limit: 10 },
  { filterType: 'MAX_NUM_ICEBERG_ORDERS', maxNumIcebergOrders: 5 },
  { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
  { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 5 },
  { filterType: 'TRAILING_DELTA', minTrailingAboveDelta: 10, maxTrailingAboveDelta: 2000 },
  { filterType: 'MAX_NUM_ORDER_AMENDS', maxNumOrderAmends: 10 },
  { filterType: 'MAX_NUM_ORDER_LISTS', maxNumOrderLists: 20 },
  { filterType: 'PERCENT_PRICE', multiplierUp: '1.3', multiplierDown: '0.7', avgPriceMins: 5 },
  { filterType: 'A_FILTER_OF_TOMORROW', limit: 'x' },
])('$filterType changes none of them', (filter) => {
  expect(rulesOf(PRICE, LOT, NOTIONAL, filter)).toEqual(USUAL);
});

describe('what is not as documented', () => {
  test.each<[string, unknown]>([
    ['no filters', {}],
    ['filters that are no list', { filters: 'none' }],
    ['nothing', undefined],
  ])('%s: no rules', (_what, info) => {
    expect(new Set(Object.values(rulesInFilters(info)))).toEqual(new Set(['0']));
  });

  test('a value that is no amount stays as it is, but for its length', () => {
    expect(rulesOf({ ...LOT, stepSize: 'NaN' }).lotSize).toBe('NaN');
    expect(rulesOf({ ...PRICE, tickSize: 'x'.repeat(1_000) }).tickSize).toHaveLength(40);
  });
});
