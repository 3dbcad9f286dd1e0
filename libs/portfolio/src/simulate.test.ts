// The engine's rules, each shown on a case small enough to work out by hand.
import { describe, expect, it } from 'vitest';
import { simulate } from './simulate.ts';
import type { SimulationInput } from './simulation-input.ts';

const leave = Number.NaN;

type Rows = number[][];

/** A run over rows of prices; the close is the open unless given. */
const run = (
  input: { open: Rows; close?: Rows; targets: Rows } & Partial<
    Omit<SimulationInput, 'open' | 'close' | 'targets'>
  >,
) => {
  const { open, close = open, targets, ...settings } = input;
  return simulate({
    bars: open.length,
    coins: open[0]?.length ?? 0,
    startingCapital: 1000,
    feeRate: 0,
    ...settings,
    open: Float64Array.from(open.flat()),
    close: Float64Array.from(close.flat()),
    targets: Float64Array.from(targets.flat()),
  });
};

describe('buying and selling', () => {
  it('buys the weight of the value at the open and values it at the close', () => {
    const result = run({ open: [[100]], close: [[110]], targets: [[0.5]] });
    expect(result.value[0]).toBe(500 + 5 * 110);
    expect(result.returns[0]).toBeCloseTo(0.05, 15);
    expect(result.exposure[0]).toBeCloseTo(550 / 1050, 15);
    expect(result.turnover[0]).toBe(0.5);
  });

  it('charges a buy its fee on top of the notional', () => {
    const result = run({ open: [[100]], targets: [[0.5]], feeRate: 0.01 });
    expect(result.fees[0]).toBe(5);
    expect(result.value[0]).toBe(500 - 5 + 500);
  });

  it('takes the fee of a sell out of its proceeds', () => {
    const result = run({ open: [[100], [100]], targets: [[0.5], [0]], feeRate: 0.01 });
    expect(result.fees[1]).toBe(5);
    expect(result.value[1]).toBe(495 + 500 - 5);
    expect(result.exposure[1]).toBe(0);
  });

  it('shrinks all buys by one factor when the cash does not reach for the fees, and ends at no cash', () => {
    const result = run({ open: [[10, 20]], targets: [[0.75, 0.25]], feeRate: 0.01 });
    expect(result.value[0]).toBeCloseTo(1000 / 1.01, 10);
    expect(result.fees[0]).toBeCloseTo(1000 - 1000 / 1.01, 10);
    expect(result.exposure[0]).toBe(1);
    const later = run({
      open: [
        [10, 20],
        [20, 20],
      ],
      targets: [
        [0.75, 0.25],
        [leave, leave],
      ],
      feeRate: 0.01,
    });
    expect(later.value[1]).toBeCloseTo((750 * 2 + 250) / 1.01, 10);
  });

  it('sells before it buys, so that a full switch needs no cash in hand', () => {
    const result = run({
      open: [
        [10, 20],
        [10, 20],
      ],
      targets: [
        [0, 1],
        [1, 0],
      ],
      feeRate: 0.01,
    });
    const first = 1000 / 1.01;
    expect(result.value[0]).toBeCloseTo(first, 10);
    expect(result.value[1]).toBeCloseTo((first * 0.99) / 1.01, 10);
    expect(result.turnover[1]).toBeCloseTo(1, 10);
    expect(result.totals.fills).toBe(3);
    // Of 1000, and then of all that is left: sold whole, and bought with the proceeds.
    expect(result.totals.costShare).toBeCloseTo(0.01 / 1.01 + 0.01 + (0.99 * 0.01) / 1.01, 14);
  });

  it('brings drifted weights back when the same target is given again', () => {
    const result = run({
      open: [
        [10, 10],
        [30, 10],
        [30, 10],
      ],
      targets: [
        [0.5, 0.5],
        [0.5, 0.5],
        [leave, leave],
      ],
    });
    expect(result.value[1]).toBe(2000);
    expect(result.turnover[1]).toBe(0.25);
    expect(result.totals).toMatchObject({ rebalances: 2, fills: 4, tradedNotional: 2000, turnover: 1.25 });
  });

  it('lets weights drift while rows are NaN', () => {
    const result = run({
      open: [
        [10, 10],
        [30, 10],
      ],
      targets: [
        [0.5, 0.5],
        [leave, leave],
      ],
    });
    expect(result.value[1]).toBe(2000);
    expect(result.turnover[1]).toBe(0);
    expect([...result.targetRow]).toEqual([0, 0]);
    expect(result.totals.rebalances).toBe(1);
  });

  it('does not count a rebalance that moves nothing, nor takes rounding for a trade', () => {
    const still = new Array(50).fill([0.7, 0.3, 1.1]);
    const result = run({ open: still, targets: still.map(() => [0.1, 0.2, 0.3]) });
    expect(result.totals).toMatchObject({ rebalances: 1, fills: 3 });
  });
});

describe('a curve', () => {
  it('stays at the starting capital until the first target', () => {
    const result = run({ open: [[10], [20], [40]], targets: [[leave], [1], [leave]] });
    expect([...result.value]).toEqual([1000, 1000, 2000]);
    expect([...result.targetRow]).toEqual([-1, 1, 1]);
    expect([...result.exposure]).toEqual([0, 1, 1]);
  });

  it('measures drawdown from the highest value, the starting capital included', () => {
    const result = run({
      open: [[10], [10], [10]],
      close: [[8], [16], [12]],
      targets: [[1], [leave], [leave]],
    });
    expect([...result.drawdown]).toEqual([-0.19999999999999996, 0, -0.25]);
  });

  it('survives a coin that becomes worthless: nothing is left, traded or undefined', () => {
    const result = run({ open: [[10], [0], [10]], close: [[0], [0], [10]], targets: [[1], [1], [1]] });
    expect([...result.value]).toEqual([0, 0, 1000]);
    expect([...result.returns]).toEqual([-1, 0, 0]);
    expect([...result.drawdown]).toEqual([-1, -1, 0]);
    expect([...result.exposure]).toEqual([0, 0, 1]);
    expect(result.totals).toMatchObject({ rebalances: 1, fills: 1 });
  });

  it('keeps the cash that was meant for a worthless coin', () => {
    const result = run({ open: [[0, 10]], targets: [[0.5, 0.5]] });
    expect(result.value[0]).toBe(1000);
    expect(result.totals.fills).toBe(1);
  });

  it('is flat for a portfolio of nothing but USDT, and empty for no bars', () => {
    expect([...run({ open: [[], []], targets: [[], []] }).value]).toEqual([1000, 1000]);
    expect(run({ open: [], targets: [] }).totals).toMatchObject({ finalValue: 1000, rebalances: 0 });
  });
});

describe('optional frictions', () => {
  it('fills worse than the open by the slippage, on both sides', () => {
    const result = run({ open: [[100], [100]], targets: [[0.5], [0]], slippageBps: 100, feeRate: 0.01 });
    expect(result.value[0]).toBeCloseTo(1000 - 500 * 1.01 * 1.01 + 500, 10);
    expect(result.fees[0]).toBeCloseTo(500 * 1.01 * 0.01, 10);
    expect(result.value[1]).toBeCloseTo(1000 - 500 * 1.01 * 1.01 + 500 * 0.99 * 0.99, 10);
  });

  it('leaves out trades below the minimum, on both sides, and does those at it', () => {
    const open = new Array(3).fill([100, 100]);
    const targets = [
      [0.5, 0.004],
      [0.495, 0.25],
      [0.25, 0.26],
    ];
    const result = run({ open, targets, minTradeNotional: 250 });
    expect([...result.turnover]).toEqual([0.5, 0.25, 0.25]);
    expect([...result.exposure]).toEqual([0.5, 0.75, 0.5]);
  });

  it('counts no trade where a buy finds no cash, as every sell was too small', () => {
    const result = run({
      open: [
        [10, 10, 10],
        [10, 10, 10],
      ],
      targets: [
        [0.5, 0.5, 0],
        [0.35, 0.35, 0.3],
      ],
      minTradeNotional: 250,
      recordFills: true,
    });
    expect(result.totals).toMatchObject({ rebalances: 1, fills: 2, tradedNotional: 1000 });
    expect(result.fills?.bar).toEqual(Int32Array.of(0, 0));
    expect(result.turnover[1]).toBe(0);
  });
});

describe('input that cannot be', () => {
  const good = { open: [[10, 10]], targets: [[0.5, 0.5]] };
  it.each([
    ['a weight above 1', { targets: [[0.5, 1.5]] }, 'target weight of coin 1 at bar 0 is 1.5'],
    ['a negative weight', { targets: [[-0.1, 0]] }, 'target weight of coin 0 at bar 0 is -0.1'],
    ['a row that is NaN in part', { targets: [[0.5, leave]] }, 'target weight of coin 1 at bar 0 is NaN'],
    [
      'weights of more than all',
      { targets: [[0.6, 0.6]] },
      'target weights at bar 0 sum to 1.2, more than 1',
    ],
    ['a missing open', { open: [[10, leave]], close: [[10, 10]] }, 'open price of coin 1 at bar 0 is NaN'],
    ['a missing close', { close: [[10, leave]] }, 'close price of coin 1 at bar 0 is NaN'],
    ['a negative price', { close: [[-1, 10]] }, 'close price of coin 0 at bar 0 is -1'],
    ['an infinite price', { close: [[10, Infinity]] }, 'close price of coin 1 at bar 0 is Infinity'],
    ['matrices of another size', { targets: [[0.5]] }, 'targets has 1 cells, not 1 bars × 2 coins'],
    ['no capital', { startingCapital: 0 }, 'startingCapital is 0, not a positive amount'],
    ['a fee of all', { feeRate: 1 }, 'feeRate is 1, not in 0..1'],
    ['a negative slippage', { slippageBps: -1 }, 'slippageBps is -1, not in 0..10000'],
    ['a minimum that is no number', { minTradeNotional: leave }, 'minTradeNotional is NaN, not an amount'],
  ])('refuses %s and says where', (_, change, message) => {
    expect(() => run({ ...good, ...change })).toThrow(new RangeError(message));
  });

  it('takes weights that miss 1 only by rounding', () => {
    expect(run({ open: [[10, 10]], targets: [[0.5000001, 0.5]] }).value[0]).toBeCloseTo(1000, 9);
  });
});

describe('a drift band', () => {
  const drifting = {
    open: [[10], [15], [40]],
    targets: [[0.5], [0.5], [0.5]],
  };
  const fills = (to: 'target' | 'edge', width: number) => {
    const { fills } = run({ ...drifting, band: { width, to }, recordFills: true });
    return [...(fills?.bar ?? [])].map((bar, i) => [bar, fills?.held[i]]);
  };

  it('leaves a coin alone until its weight is further away than the band is wide', () => {
    // 0.6 at the second bar, 0.8 at the third.
    expect(fills('target', 0.15)).toEqual([
      [0, 50],
      [2, expect.closeTo((0.5 * 2500) / 40, 12)],
    ]);
  });

  it('is traded to its edge only, if so wished', () => {
    expect(fills('edge', 0.15)).toEqual([
      [0, expect.closeTo(35, 12)],
      [2, expect.closeTo((0.65 * (650 + 35 * 40)) / 40, 12)],
    ]);
  });

  it('keeps nothing of a coin whose target is 0', () => {
    const left = run({ open: [[10], [10]], targets: [[0.2], [0]], band: { width: 0.1, to: 'edge' } });
    expect([...left.exposure]).toEqual([expect.closeTo(0.1, 12), 0]);
  });

  it('of no width changes nothing', () => {
    const plain = run({ ...drifting, feeRate: 0.01 });
    expect(run({ ...drifting, feeRate: 0.01, band: { width: 0, to: 'target' } })).toEqual(plain);
  });
});
