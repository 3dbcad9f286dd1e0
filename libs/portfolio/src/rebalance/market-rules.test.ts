// Plans under every kind of market rule: 0 is no rule, a largest position counts, and what cannot be read leaves out one coin.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { faultsOf } from '../../fixtures/order-faults.ts';
import { checkCapital, fitBuys, type MarketRules, type PlanInput, planRebalance } from '../index.ts';

const rulesOf = (coin: string, more: Partial<MarketRules> = {}): MarketRules => ({
  ...{ coin, tickSize: '0.0001', lotSize: '0.1', amountMin: '0.1', amountMax: '9000000', notionalMin: '5' },
  ...more,
});
const inputOf = (rules: readonly MarketRules[], more: Partial<PlanInput> = {}): PlanInput => ({
  cash: '4000',
  holdings: [],
  weights: Object.fromEntries(rules.map(({ coin }) => [coin, 1 / rules.length])),
  prices: Object.fromEntries(rules.map(({ coin }) => [coin, '1'])),
  rules: Object.fromEntries(rules.map((each) => [each.coin, each])),
  ...{ feeRate: 0.001, slippage: 0, limitMargin: 0.01 },
  ...more,
});
const boughtIn = (input: PlanInput) =>
  planRebalance(input).buys.map(({ coin, quantity }) => `${quantity} ${coin}`);

describe('a rule of 0 is none', () => {
  test.each<[string, Partial<MarketRules>, string]>([
    ['step of prices', { tickSize: '0.00000000' }, '3988 XRP'],
    ['step of quantities', { lotSize: '0', amountMin: '0' }, '3988.02794012 XRP'],
    ['largest quantity', { amountMax: '0.00000000' }, '3988 XRP'],
    ['smallest quantity', { amountMin: '0' }, '3988 XRP'],
    ['smallest and largest notional', { notionalMin: '0', notionalMax: '0.00000000' }, '3988 XRP'],
    ['largest position', { positionMax: '0' }, '3988 XRP'],
  ])('%s', (_name, rules, bought) => {
    expect(boughtIn(inputOf([rulesOf('XRP', rules)]))).toEqual([bought]);
  });

  test('in the replay of a run with other capitals, too', () => {
    const one = new Float64Array([1]);
    const run = { bars: 1, coins: 1, open: one, close: one, targets: one, feeRate: 0 };
    const { points } = checkCapital(run, [rulesOf('XRP', { lotSize: '0', amountMin: '0' })]);
    expect(points.map(({ totalReturn }) => Math.abs(totalReturn) < 1e-6)).not.toContain(false);
  });
});

describe('a largest position', () => {
  const positionMax = '1000';

  test('caps what is bought, and the rest is reported', () => {
    const { buys, skipped } = planRebalance(inputOf([rulesOf('XRP', { positionMax })]));
    expect(buys.map(({ quantity }) => quantity)).toEqual(['1000']);
    expect(skipped).toEqual([{ coin: 'XRP', side: 'buy', notional: '3000', reason: 'above-position-max' }]);
  });

  test('counts what is held, locked and in open buys', () => {
    const holdings = [{ coin: 'XRP', free: '300', locked: '200', openBuys: '100' }];
    expect(boughtIn(inputOf([rulesOf('XRP', { positionMax })], { holdings }))).toEqual(['400 XRP']);
    const full = [{ coin: 'XRP', free: '1200', locked: '0' }];
    const plan = planRebalance(inputOf([rulesOf('XRP', { positionMax })], { holdings: full }));
    expect(plan.buys).toEqual([]);
    expect(plan.skipped.map(({ reason }) => reason)).toEqual(['above-position-max']);
  });

  test('leaves the cash to the other coins, and does not hold up a sell', () => {
    const rules = [rulesOf('XRP', { positionMax }), rulesOf('ADA')];
    const weights = { XRP: 0.9, ADA: 0.1 };
    expect(boughtIn(inputOf(rules, { weights }))).toEqual(['1000 XRP', '400 ADA']);
    const holdings = [{ coin: 'XRP', free: '5000', locked: '0' }];
    const { sells } = planRebalance(inputOf(rules, { holdings, weights: { XRP: 0, ADA: 0 } }));
    expect(sells.map(({ quantity }) => quantity)).toEqual(['5000']);
  });
});

describe('a band of prices', () => {
  const sold = { cash: '0', holdings: [{ coin: 'XRP', free: '4000', locked: '0' }], weights: { XRP: 0 } };

  test.each<[string, Partial<MarketRules>, Partial<PlanInput>, string]>([
    ['no band', {}, {}, '1.01'],
    ['a band that is wider than the margin', { buyPriceMax: '5' }, {}, '1.01'],
    ['a band that ends below the margin', { buyPriceMax: '1.00255' }, {}, '1.0025'],
    ['one that ends a tick from the price', { buyPriceMax: '1.0001' }, {}, '1.0001'],
    ['for a sell: no band', {}, sold, '0.99'],
    ['for a sell: a band that ends above the margin', { sellPriceMin: '0.99755' }, sold, '0.9976'],
    ['for a sell: one that ends a tick from the price', { sellPriceMin: '0.9999' }, sold, '0.9999'],
  ])('%s', (_what, rules, more, limit) => {
    const input = inputOf([rulesOf('XRP', rules)], { cash: '100000', weights: { XRP: 0.01 }, ...more });
    const { buys, sells } = planRebalance(input);
    expect([...buys, ...sells].map(({ limitPrice }) => limitPrice)).toEqual([limit]);
    expect(fitBuys([{ coin: 'XRP', notional: '40' }], '100000', input).buys).toHaveLength(1);
  });

  test.each<[string, Partial<MarketRules>, Partial<PlanInput>]>([
    ['a buy', { buyPriceMax: '0.9999' }, {}],
    ['a buy that would have to be at the price', { buyPriceMax: '1' }, {}],
    ['a sell', { sellPriceMin: '1.0001' }, sold],
    ['a sell that would have to be at the price', { sellPriceMin: '1' }, sold],
  ])('that the price itself has left: %s is not sent, and the other coin is traded', (_what, rules, more) => {
    const input = inputOf([rulesOf('XRP', rules), rulesOf('ADA')], {
      ...{ cash: '4000', ...more },
      weights: { XRP: 0.5, ADA: 0.5, ...more.weights },
    });
    const { buys, sells, skipped, wantedBuys } = planRebalance(input);
    expect(sells).toEqual([]);
    expect(buys.every(({ coin }) => coin === 'ADA')).toBe(true);
    expect(skipped).toContainEqual(expect.objectContaining({ coin: 'XRP', reason: 'outside-price-band' }));
    expect(fitBuys(wantedBuys, '4000', input).buys.map(({ coin }) => coin)).not.toContain('XRP');
  });
});

describe('rules that cannot be read', () => {
  test.each(['NaN', '', '-1', '1e-8', 'x'.repeat(50)])('leave out their coin alone: %o', (tickSize) => {
    const rules = [rulesOf('XRP', { tickSize }), rulesOf('ADA')];
    const { buys, skipped, wantedBuys } = planRebalance(inputOf(rules));
    expect(buys.map(({ coin }) => coin)).toEqual(['ADA']);
    expect(skipped).toEqual([{ coin: 'XRP', side: 'buy', notional: '2000', reason: 'unreadable-rules' }]);
    const wanted = [...wantedBuys, { coin: 'XRP', notional: '2000' }];
    expect(fitBuys(wanted, '4000', inputOf(rules)).skipped).toEqual(skipped);
  });
});

test('where the largest order is less than twice the smallest, the largest ones are sent and the rest is left', () => {
  const rules = rulesOf('XRP', { amountMin: '900', amountMax: '1000' });
  const { buys, skipped } = planRebalance(inputOf([rules], { cash: '2600' }));
  expect(buys.map(({ quantity }) => quantity)).toEqual(['1000', '1000']);
  expect(skipped.map(({ reason }) => reason)).toEqual(['above-amount-max']);
});

const amount = (...values: string[]) => fc.constantFrom('0', '0.00000000', ...values);
const anyRules = (coin: string): fc.Arbitrary<MarketRules> =>
  fc
    .record(
      {
        tickSize: amount('0.00000001', '0.01', '0.05', '1', '3', 'NaN', '1e-8'),
        lotSize: amount('0.00000001', '0.001', '0.3', '1', '100', '-1'),
        amountMin: amount('0.001', '0.25', '10'),
        amountMax: amount('0.0001', '5', '12', '9000', '1e999'),
        notionalMin: amount('5', '10', '100'),
        notionalMax: amount('7', '150', '9000000'),
        positionMax: amount('0.5', '10', '1000'),
        buyPriceMax: amount('0.0041', '1.003', '33.4', '65000'),
        sellPriceMin: amount('0.0039', '0.997', '33.3', '65000.02'),
      },
      { requiredKeys: ['tickSize', 'lotSize', 'amountMin', 'amountMax', 'notionalMin'] },
    )
    .map((rules) => ({ coin, ...rules }));
const balance = fc.constantFrom('0', '0.00000001', '0.5', '7.77', '12.34567891', '100000');
const anyCoin = (coin: string) =>
  fc.record({
    rules: anyRules(coin),
    price: fc.constantFrom('0', '0.00000001', '0.004', '1', '33.33', '65000.01'),
    holding: fc.record(
      { coin: fc.constant(coin), free: balance, locked: balance, openBuys: balance },
      { requiredKeys: ['coin', 'free', 'locked'] },
    ),
    part: fc.integer({ min: 0, max: 3 }),
  });

it('never throws under any rules, and every order is one that they allow', () => {
  const coins = fc.tuple(...['BTC', 'ETH', 'XRP'].map(anyCoin));
  const cash = fc.constantFrom('0', '5', '777.77', '1000000');
  const margin = fc.constantFrom(0, 0.01);
  fc.assert(
    fc.property(coins, cash, margin, (drawn, cash, limitMargin) => {
      const sum = drawn.reduce((total, { part }) => total + part, 1);
      const input: PlanInput = {
        ...{ cash, limitMargin, feeRate: 0.001, slippage: 0 },
        holdings: drawn.map(({ holding }) => holding),
        prices: Object.fromEntries(drawn.map(({ rules, price }) => [rules.coin, price])),
        rules: Object.fromEntries(drawn.map(({ rules }) => [rules.coin, rules])),
        weights: Object.fromEntries(drawn.map(({ rules, part }) => [rules.coin, part / sum])),
      };
      const { sells, buys, wantedBuys } = planRebalance(input);
      expect(faultsOf([...sells, ...buys], input)).toEqual([]);
      expect(faultsOf(fitBuys(wantedBuys, cash, input).buys, input)).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
}, 120_000);
