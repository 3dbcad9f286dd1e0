// Properties of every portfolio on the real limits of all markets; and planner and simulator are one.
import Big from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import marketRules from '../../fixtures/market-rules.json' with { type: 'json' };
import { faultsOf } from '../../fixtures/order-faults.ts';
import {
  fitBuys,
  type MarketRules,
  type PlanInput,
  type PlannedOrder,
  planRebalance,
  type RebalancePlan,
  simulate,
} from '../index.ts';

const RULES: readonly MarketRules[] = marketRules;
const PORTFOLIOS = 5_000;
/** They take two seconds, and many times that on a machine that does other work. */
const PATIENCE_MS = 120_000;

const decimal = (max: number, digits: number) =>
  fc.double({ min: 0, max, noNaN: true }).map((amount) => amount.toFixed(digits));
/** Amounts from dust to more than the largest order. */
const worth = fc
  .tuple(fc.double({ min: -2, max: 8, noNaN: true }), fc.boolean())
  .map(([exponent, isHeld]) => (isHeld ? 10 ** exponent : 0));
const price = fc.double({ min: -4, max: 5, noNaN: true }).map((exponent) => 10 ** exponent);
const rate = fc.constantFrom(0, 0.0005, 0.001, 0.01);

const band = fc.option(
  fc.record({ width: fc.constantFrom(0.01, 0.1), to: fc.constantFrom('target', 'edge') }),
  { nil: null },
);

const coinInput = (rules: MarketRules) =>
  fc.record({
    rules: fc.constant(rules),
    price,
    free: worth,
    locked: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, worth),
    part: fc.integer({ min: 0, max: 10 }),
  });

const portfolio: fc.Arbitrary<PlanInput> = fc
  .record({
    coins: fc
      .shuffledSubarray([...RULES], { minLength: 1, maxLength: 10 })
      .chain((subset) => fc.tuple(...subset.map(coinInput))),
    spare: fc.integer({ min: 0, max: 10 }),
    cash: fc.oneof(decimal(300, 8), decimal(1e7, 8), fc.constant('0')),
    feeRate: rate,
    slippage: rate,
    limitMargin: fc.constantFrom(0, 0.01),
    band: fc.option(fc.record({ width: fc.constantFrom(0.01, 0.1), to: fc.constantFrom('target', 'edge') }), {
      nil: null,
    }),
  })
  .map(({ coins, spare, band, ...rest }) => {
    const parts = coins.reduce((sum, { part }) => sum + part, spare) || 1;
    return {
      ...rest,
      ...(band && { band }),
      holdings: coins.map(({ rules, price, free, locked }) => ({
        coin: rules.coin,
        free: (free / price).toFixed(8),
        locked: (locked / price).toFixed(8),
      })),
      prices: Object.fromEntries(coins.map(({ rules, price }) => [rules.coin, price.toFixed(8)])),
      weights: Object.fromEntries(coins.map(({ rules, part }) => [rules.coin, part / parts])),
      rules: Object.fromEntries(coins.map(({ rules }) => [rules.coin, rules])),
    };
  });

const paidAtLimit = (orders: readonly PlannedOrder[], feeRate: number) =>
  orders.reduce(
    (sum, { quantity, limitPrice }) => sum.plus(new Big(feeRate).plus(1).times(quantity).times(limitPrice)),
    new Big(0),
  );

const soldOf = (plan: RebalancePlan, coin: string) =>
  plan.sells
    .filter((order) => order.coin === coin)
    .reduce((sum, { quantity }) => sum.plus(quantity), new Big(0));

// spec: results.74
it(
  'plans only orders that the exchange accepts and the holdings cover',
  () => {
    fc.assert(
      fc.property(portfolio, (input) => {
        const plan = planRebalance(input);
        expect(faultsOf([...plan.sells, ...plan.buys], input)).toEqual([]);
        for (const { coin, free } of input.holdings) expect(soldOf(plan, coin).lte(free)).toBe(true);
        const bought = new Set(plan.buys.map(({ coin }) => coin));
        expect(plan.sells.filter(({ coin }) => bought.has(coin))).toEqual([]);
      }),
      { numRuns: PORTFOLIOS },
    );
  },
  PATIENCE_MS,
);

it(
  'never takes the cash below zero, whichever of the sells fill and however badly the buys do',
  () => {
    fc.assert(
      fc.property(portfolio, fc.double({ min: 0, max: 1, noNaN: true }), (input, filled) => {
        const plan = planRebalance(input);
        const proceeds = plan.sells.reduce(
          (sum, { quantity, limitPrice }) => sum.plus(new Big(quantity).times(limitPrice)),
          new Big(0),
        );
        const cash = proceeds
          .times(filled)
          .times(1 - input.feeRate)
          .plus(input.cash)
          .toFixed();
        const { buys } = fitBuys(plan.wantedBuys, cash, input);
        expect(faultsOf(buys, input)).toEqual([]);
        expect(paidAtLimit(buys, input.feeRate).lte(cash)).toBe(true);
      }),
      { numRuns: PORTFOLIOS },
    );
  },
  PATIENCE_MS,
);

it('says about every coin that stays away from its target why', () => {
  fc.assert(
    fc.property(portfolio, (input) => {
      const { skipped, sells, buys, drift, value } = planRebalance(input);
      const said = new Set([...skipped, ...sells, ...buys].map(({ coin }) => coin));
      for (const [coin, { weight, target }] of Object.entries(drift.before)) {
        if (Number(value) > 0 && Math.abs(weight - target) > 1e-9) expect(said).toContain(coin);
      }
    }),
  );
});

const freeMarket = fc.record({
  capital: fc.double({ min: 1, max: 1e7, noNaN: true }),
  feeRate: fc.double({ min: 0, max: 0.05, noNaN: true }),
  slippageBps: fc.integer({ min: 0, max: 200 }),
  band,
  coins: fc.array(
    fc.record({
      prices: fc.tuple(price, price),
      parts: fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 })),
    }),
    { minLength: 1, maxLength: 10 },
  ),
  spares: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })),
});

/** A coin whose share changes by exactly the band's width, which neither floats nor thirds write exactly. */
const driftedToTheEdge = (coins: number, to: 'target' | 'edge') => ({
  ...{
    capital: 1,
    feeRate: 0,
    slippageBps: 0,
    band: { width: 0.1 as const, to },
    spares: [0, 3] as [number, number],
  },
  coins: Array.from({ length: coins }, (_, i) => ({
    prices: [1, 1] as [number, number],
    parts: (i === 0 ? [3, 4] : [(10 - 3) / (coins - 1), (7 - 4) / (coins - 1)]) as [number, number],
  })),
});

// spec: results.75
it('ends with the amounts that simulate ends with, to 1e-12, when the market is ideal', () => {
  fc.assert(
    fc.property(freeMarket, ({ capital, feeRate, slippageBps, band, coins, spares }) => {
      const weightsAt = (bar: 0 | 1) => {
        const parts = coins.reduce((sum, coin) => sum + coin.parts[bar], spares[bar]) || 1;
        return coins.map((coin) => coin.parts[bar] / parts);
      };
      const pricesAt = (bar: 0 | 1) => coins.map((coin) => coin.prices[bar]);
      const open = Float64Array.from([...pricesAt(0), ...pricesAt(1)]);
      const { fills, value } = simulate({
        bars: 2,
        coins: coins.length,
        open,
        close: open,
        targets: Float64Array.from([...weightsAt(0), ...weightsAt(1)]),
        startingCapital: capital,
        feeRate,
        slippageBps,
        ...(band && { band }),
        recordFills: true,
      });
      let book = { cash: new Big(capital), held: coins.map(() => new Big(0)) };
      for (const bar of [0, 1] as const) {
        const ideal = { rules: null, feeRate, slippage: slippageBps / 10_000, ...(band && { band }) };
        book = traded(book, { ...ideal, ...named(pricesAt(bar), weightsAt(bar)) });
        const worth = book.held.reduce(
          (sum, held, i) => sum.plus(held.times(open[bar * coins.length + i] ?? 0)),
          book.cash,
        );
        expect(Math.abs(Number(worth.div(value[bar] as number).minus(1)))).toBeLessThan(1e-12);
      }
      const scale = value[1] as number;
      coins.forEach((coin, i) => {
        const last = fills ? [...fills.coin].lastIndexOf(i) : -1;
        const held = last < 0 ? 0 : (fills?.held[last] as number);
        const off = Number(book.held[i]?.minus(held)) * coin.prices[1];
        expect(Math.abs(off) / scale).toBeLessThan(1e-12);
      });
    }),
    {
      numRuns: 1_000,
      examples: [[driftedToTheEdge(6, 'target')], [driftedToTheEdge(6, 'edge')]],
    },
  );
});

const named = (prices: readonly number[], weights: readonly number[]) => ({
  prices: Object.fromEntries(prices.map((price, coin) => [`C${coin}`, String(price)])),
  weights: Object.fromEntries(weights.map((weight, coin) => [`C${coin}`, weight])),
});

type Book = { cash: Big; held: Big[] };

/** The book after all planned orders have filled as expected. */
const traded = ({ cash, held }: Book, market: Omit<PlanInput, 'cash' | 'holdings'>): Book => {
  const holdings = held.map((amount, coin) => ({ coin: `C${coin}`, free: amount.toFixed(), locked: '0' }));
  const { sells, buys } = planRebalance({ ...market, cash: cash.toFixed(), holdings });
  const after: Book = { cash, held: [...held] };
  for (const { coin, side, quantity, notional } of [...sells, ...buys]) {
    const i = Number(coin.slice(1));
    const sign = side === 'buy' ? 1 : -1;
    const paid = new Big(market.slippage).times(sign).plus(1).times(notional);
    after.held[i] = (after.held[i] as Big).plus(new Big(quantity).times(sign));
    after.cash = after.cash.minus(paid.times(sign)).minus(paid.times(market.feeRate));
  }
  return after;
};
