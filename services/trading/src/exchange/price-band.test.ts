// Which prices a market takes follows from its absolute limits and, where they are narrow, from shares of its average price.
import { expect, test } from 'vitest';
import { priceRulesInFilters } from './binance-filters.ts';
import { bandOf } from './price-band.ts';

const NONE = { buyMax: '0', sellMin: '0', buyShareMax: '0', sellShareMin: '0' };

test.each<[string, Partial<typeof NONE>, object]>([
  ['no rules', {}, {}],
  [
    'a largest and a smallest price',
    { buyMax: '101', sellMin: '0.01' },
    { buyPriceMax: '101', sellPriceMin: '0.01' },
  ],
  ['shares that are never reached', { buyShareMax: '5', sellShareMin: '0.2' }, {}],
  [
    'narrow shares',
    { buyShareMax: '1.002', sellShareMin: '0.998' },
    { buyPriceMax: '100.2', sellPriceMin: '99.8' },
  ],
  [
    'both: the stricter ones count',
    { buyMax: '100.1', sellMin: '50', buyShareMax: '1.002', sellShareMin: '0.998' },
    { buyPriceMax: '100.1', sellPriceMin: '99.8' },
  ],
  ['a rule that cannot be read is left to the plan', { buyShareMax: 'much' }, { buyPriceMax: 'much' }],
])('%s', (_what, rules, band) => {
  expect(bandOf({ ...NONE, ...rules }, '100')).toEqual(band);
});

test('an average that is not known leaves the absolute limits', () => {
  expect(bandOf({ ...NONE, buyMax: '101', buyShareMax: '1.002' }, '0')).toEqual({ buyPriceMax: '101' });
});

const PRICE = { filterType: 'PRICE_FILTER', minPrice: '0.01', maxPrice: '100000.00', tickSize: '0.01000000' };
const BY_SIDE = {
  ...{ filterType: 'PERCENT_PRICE_BY_SIDE', bidMultiplierUp: '1.002', bidMultiplierDown: '0.2' },
  ...{ askMultiplierUp: '5', askMultiplierDown: '0.998', avgPriceMins: 5 },
};
const FOR_BOTH = { filterType: 'PERCENT_PRICE', multiplierUp: '1.3', multiplierDown: '0.7', avgPriceMins: 5 };

test.each<[string, object[], object]>([
  [
    'each side has its own',
    [PRICE, BY_SIDE],
    { buyMax: '100000', sellMin: '0.01', buyShareMax: '1.002', sellShareMin: '0.998' },
  ],
  ['the older filter has one for both', [FOR_BOTH], { ...NONE, buyShareMax: '1.3', sellShareMin: '0.7' }],
  ['by side counts before it', [FOR_BOTH, BY_SIDE], { ...NONE, buyShareMax: '1.002', sellShareMin: '0.998' }],
  ['no filters', [], NONE],
])('of filters: %s', (_what, filters, rules) => {
  expect(priceRulesInFilters({ filters })).toEqual(rules);
});
