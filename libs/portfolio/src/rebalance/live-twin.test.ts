// Each cause of a gap is found where it is the only one, and together they are the gap.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate, splitGap, type TwinRebalance } from '../index.ts';

/** Half of 1,000 USDT into BTC at 100, as the backtest does it. */
const asPlanned: TwinRebalance = {
  at: 0,
  twinWeights: { BTC: 0.5 },
  liveWeights: { BTC: 0.5 },
  twinPrices: { BTC: 100 },
  livePrices: { BTC: 100 },
  feeRate: 0,
  slippage: 0,
  fills: [{ coin: 'BTC', quantity: 5, price: 100, fee: 0 }],
};
const split = (given: Partial<TwinRebalance>, end = 200) =>
  splitGap({ cash: 1_000 }, [{ ...asPlanned, ...given }], [{ at: 1, prices: { BTC: end } }])[0];
const none = { signal: 0, timing: 0, price: 0, fee: 0, skipped: 0 };

describe('the gap between a live account and its twin', () => {
  it('is nothing when all went as in the backtest', () => {
    expect(split({})).toEqual({ at: 1, twin: 1_500, live: 1_500, gap: 0, parts: none });
  });

  it.each<[keyof typeof none, number, Partial<TwinRebalance>]>([
    [
      'signal',
      -250,
      { liveWeights: { BTC: 0.25 }, fills: [{ coin: 'BTC', quantity: 2.5, price: 100, fee: 0 }] },
    ],
    ['signal', 500, { twinWeights: null, fills: [{ coin: 'BTC', quantity: 5, price: 100, fee: 0 }] }],
    ['timing', -200, { livePrices: { BTC: 125 }, fills: [{ coin: 'BTC', quantity: 4, price: 125, fee: 0 }] }],
    ['price', -10, { fills: [{ coin: 'BTC', quantity: 5, price: 102, fee: 0 }] }],
    ['fee', -3, { fills: [{ coin: 'BTC', quantity: 5, price: 100, fee: 3 }] }],
    ['skipped', -100, { fills: [{ coin: 'BTC', quantity: 4, price: 100, fee: 0 }] }],
    ['skipped', -500, { liveWeights: null, livePrices: null, fills: [] }],
  ])('is %s, of %d USDT', (cause, gap, given) => {
    const found = split(given);
    expect(found?.gap).toBeCloseTo(gap, 9);
    for (const [part, amount] of Object.entries(found?.parts ?? {}))
      expect(amount, part).toBeCloseTo(part === cause ? gap : 0, 9);
  });

  it('does not come from what was paid in', () => {
    const later: TwinRebalance = {
      ...asPlanned,
      at: 2,
      deposit: 500,
      fills: [{ coin: 'BTC', quantity: 2.5, price: 100, fee: 0 }],
    };
    const [, end] = splitGap(
      { cash: 1_000 },
      [asPlanned, later],
      [
        { at: 1, prices: { BTC: 100 } },
        { at: 3, prices: { BTC: 200 } },
      ],
    );
    expect(end).toEqual({ at: 3, twin: 2_250, live: 2_250, gap: 0, parts: none });
  });

  it('is nothing where both begin with coins', () => {
    const start = { cash: 500, units: { BTC: 5 } };
    const rebalance = { ...asPlanned, fills: [] };
    expect(splitGap(start, [rebalance], [{ at: 1, prices: { BTC: 200 } }])).toEqual([
      { at: 1, twin: 1_500, live: 1_500, gap: 0, parts: none },
    ]);
  });

  it('counts a fee that was taken from the coin as a fee', () => {
    const found = split({ fills: [{ coin: 'BTC', quantity: 5, price: 100, fee: 0, coinFee: 0.05 }] }, 100);
    expect(found?.gap).toBeCloseTo(-5, 9);
    expect(found?.parts.fee).toBeCloseTo(-5, 9);
  });

  it('is refused without the price of a coin that is held', () => {
    expect(() => splitGap({ cash: 1_000 }, [asPlanned], [{ at: 1, prices: {} }])).toThrow(
      new RangeError('price of BTC is undefined, not an amount'),
    );
  });
});

const price = fc.double({ min: 0.01, max: 1_000, noNaN: true });
const share = fc.integer({ min: 0, max: 50 }).map((percent) => percent / 100);
const pair = <T>(one: fc.Arbitrary<T>) => fc.record({ BTC: one, ETH: one });
const rebalance = fc.record({
  twinWeights: fc.option(pair(share)),
  liveWeights: fc.option(pair(share)),
  twinPrices: pair(price),
  livePrices: fc.option(pair(price)),
  feeRate: fc.constantFrom(0, 0.001),
  slippage: fc.constantFrom(0, 0.0005),
  fills: fc.array(
    fc.record({
      coin: fc.constantFrom('BTC', 'ETH'),
      quantity: fc.integer({ min: -100, max: 100 }).map((amount) => amount / 100),
      price,
      fee: share,
    }),
    { maxLength: 3 },
  ),
});

it('adds up, whatever happened', () => {
  fc.assert(
    fc.property(fc.array(rebalance, { maxLength: 5 }), pair(price), (list, prices) => {
      const timed = list.map((one, at) => ({ ...one, at }));
      const [point] = splitGap({ cash: 1_000 }, timed, [{ at: 9, prices }]);
      const sum = Object.values(point?.parts ?? {}).reduce((total, part) => total + part, 0);
      const { twin = 0, live = 0 } = point ?? {};
      const parts = Object.values(point?.parts ?? {});
      const scale = Math.max(1, Math.abs(twin), Math.abs(live), ...parts.map(Math.abs));
      expect(Math.abs(sum - (point?.gap ?? Number.NaN)) / scale).toBeLessThan(1e-12);
    }),
  );
});

it('has a twin that is worth what simulate says', () => {
  const bars = fc.array(fc.record({ weights: pair(share), prices: pair(price) }), {
    minLength: 1,
    maxLength: 6,
  });
  const terms = fc.record({
    feeRate: fc.constantFrom(0, 0.001),
    slippageBps: fc.constantFrom(0, 5),
    band: fc.constantFrom(null, { width: 0.1, to: 'target' as const }, { width: 0.1, to: 'edge' as const }),
  });
  fc.assert(
    fc.property(bars, terms, (list, { feeRate, slippageBps, band }) => {
      const rows = (of: 'weights' | 'prices') =>
        Float64Array.from(list.flatMap((bar) => [bar[of].BTC, bar[of].ETH]));
      const { value } = simulate({
        bars: list.length,
        coins: 2,
        open: rows('prices'),
        close: rows('prices'),
        targets: rows('weights'),
        startingCapital: 1_000,
        feeRate,
        slippageBps,
        ...(band && { band }),
      });
      const rebalances = list.map(
        ({ weights, prices }, at): TwinRebalance => ({
          at,
          twinWeights: weights,
          liveWeights: null,
          twinPrices: prices,
          livePrices: null,
          feeRate,
          slippage: slippageBps / 10_000,
          band,
          fills: [],
        }),
      );
      const points = splitGap(
        { cash: 1_000 },
        rebalances,
        list.map(({ prices }, at) => ({ at, prices })),
      );
      points.forEach(({ twin }, bar) => {
        expect(twin / (value[bar] as number)).toBeCloseTo(1, 9);
      });
    }),
  );
});
