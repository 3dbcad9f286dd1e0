// Properties of every portfolio, market and fee: money is neither made nor lost but by prices and fees.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holdBasketValue } from './benchmark.ts';
import { type Simulation, simulate } from './simulate.ts';
import type { SimulationInput } from './simulation-input.ts';
import { computeStatistics } from './statistics.ts';

const price = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
const step = fc.double({ min: 0.75, max: 4 / 3, noNaN: true });
const weights = (coins: number) =>
  fc
    .array(fc.integer({ min: 0, max: 100 }), { minLength: coins + 1, maxLength: coins + 1 })
    .map((parts) => parts.slice(0, coins).map((part) => part / Math.max(1, sum(parts))));
const row = (coins: number) =>
  fc.oneof({ weight: 3, arbitrary: weights(coins) }, fc.constant(new Array<number>(coins).fill(Number.NaN)));
const rows = (bars: number, one: fc.Arbitrary<number[]>) =>
  fc.array(one, { minLength: bars, maxLength: bars }).map((all) => Float64Array.from(all.flat()));
/** A walk of opens and closes for each coin, from any first price, of at most a third up or down a step. */
const walks = (bars: number, coins: number) =>
  fc
    .tuple(
      fc.array(price, { minLength: coins, maxLength: coins }),
      fc.array(step, { minLength: 2 * bars * coins, maxLength: 2 * bars * coins }),
    )
    .map(([last, steps]) => {
      const open = new Float64Array(bars * coins);
      const close = new Float64Array(bars * coins);
      for (let cell = 0; cell < bars * coins; cell++) {
        const before = cell < coins ? (last[cell] as number) : (close[cell - coins] as number);
        open[cell] = before * (steps[2 * cell] as number);
        close[cell] = (open[cell] as number) * (steps[2 * cell + 1] as number);
      }
      return { open, close };
    });

const market: fc.Arbitrary<SimulationInput> = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 }))
  .chain(([bars, coins]) =>
    fc.record({
      bars: fc.constant(bars),
      coins: fc.constant(coins),
      prices: walks(bars, coins),
      targets: rows(bars, row(coins)),
      startingCapital: fc.double({ min: 1, max: 1e9, noNaN: true }),
      feeRate: fc.double({ min: 0, max: 0.1, noNaN: true }),
      slippageBps: fc.integer({ min: 0, max: 500 }),
      minTradeNotional: fc.constantFrom(0, 10),
    }),
  )
  .map(({ prices, ...rest }) => ({ ...rest, ...prices }));

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

const expectSame = (found: Float64Array, wanted: Float64Array, factor = 1, tolerance = 1e-8): void => {
  found.forEach((value, i) => {
    const want = (wanted[i] as number) * factor;
    if (Math.abs(value - want) > tolerance * Math.max(Math.abs(want), 1e-3)) expect(value).toBe(want);
  });
};

it('never borrows: coins are never worth more than the whole portfolio', () => {
  fc.assert(
    fc.property(market, (input) => {
      for (const share of simulate(input).exposure) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
    }),
  );
});

it('gives a number in every cell, and totals that are the sums of their columns', () => {
  fc.assert(
    fc.property(market, (input) => {
      const { totals, targetRow: _, fills: __, ...columns } = simulate(input);
      for (const column of Object.values(columns))
        for (const cell of column) expect(cell).toSatisfy(Number.isFinite);
      expect(totals.feesPaid).toBe(sum(columns.fees));
      expect(totals.turnover).toBe(sum(columns.turnover));
      expect(totals.finalValue).toBe(columns.value.at(-1));
    }),
  );
});

it('conserves value while prices stand still and nothing costs anything', () => {
  fc.assert(
    fc.property(market, (input) => {
      const first = input.open.slice(0, input.coins);
      const still = Float64Array.from(
        { length: input.bars * input.coins },
        (_, i) => first[i % input.coins] as number,
      );
      const { value } = simulate({ ...input, open: still, close: still, feeRate: 0, slippageBps: 0 });
      expectSame(value, new Float64Array(input.bars).fill(input.startingCapital));
    }),
  );
});

it('loses exactly the fees while prices stand still', () => {
  fc.assert(
    fc.property(market, (input) => {
      const first = input.open.slice(0, input.coins);
      const still = Float64Array.from(
        { length: input.bars * input.coins },
        (_, i) => first[i % input.coins] as number,
      );
      const { totals } = simulate({ ...input, open: still, close: still, slippageBps: 0 });
      expectSame(
        Float64Array.of(totals.finalValue + totals.feesPaid),
        Float64Array.of(input.startingCapital),
      );
    }),
  );
});

it('reaches its targets at the open when nothing costs anything', () => {
  fc.assert(
    fc.property(market, (input) => {
      const free = { ...input, close: input.open, feeRate: 0, slippageBps: 0, minTradeNotional: 0 };
      const { exposure } = simulate(free);
      for (let bar = 0; bar < input.bars; bar++) {
        const target = sum(input.targets.subarray(bar * input.coins, (bar + 1) * input.coins));
        if (!Number.isNaN(target)) expect(exposure[bar]).toBeCloseTo(target, 6);
      }
    }),
  );
});

it('scales with the capital', () => {
  fc.assert(
    fc.property(market, fc.double({ min: 0.01, max: 100, noNaN: true }), (market, factor) => {
      const input = { ...market, minTradeNotional: 0 };
      const plain = simulate(input);
      const scaled = simulate({ ...input, startingCapital: input.startingCapital * factor });
      expectSame(scaled.value, plain.value, factor);
      expectSame(scaled.returns, plain.returns);
      expectSame(scaled.turnover, plain.turnover);
    }),
  );
});

it('does not care in which order the coins come, nor in which unit one of them is counted', () => {
  fc.assert(
    fc.property(market, fc.double({ min: 0.001, max: 1000, noNaN: true }), (input, factor) => {
      const { coins } = input;
      const mirrored = (matrix: Float64Array) =>
        matrix.map((_, i) => matrix[i - (i % coins) + (coins - 1 - (i % coins))] as number);
      const split = (matrix: Float64Array) =>
        mirrored(matrix).map((cell, i) => (i % coins === 0 ? cell * factor : cell));
      const other = {
        ...input,
        open: split(input.open),
        close: split(input.close),
        targets: mirrored(input.targets),
      };
      expectSame(simulate(other).value, simulate(input).value);
    }),
  );
});

it('decides nothing by what comes later', () => {
  fc.assert(
    fc.property(market, (input) => {
      const { coins } = input;
      const bars = Math.ceil(input.bars / 2);
      const cut = (matrix: Float64Array) => matrix.slice(0, bars * coins);
      const short = {
        ...input,
        bars,
        open: cut(input.open),
        close: cut(input.close),
        targets: cut(input.targets),
      };
      expect(simulate(short).value).toEqual(simulate(input).value.slice(0, bars));
    }),
  );
});

/** Statistics of daily bars, including coins, positions and benchmarks. */
const statisticsOf = (input: SimulationInput, simulation: Simulation) => {
  const { bars, coins, close, startingCapital } = input;
  const basket = holdBasketValue(input.open.subarray(0, coins), close, startingCapital);
  return computeStatistics({
    openTimes: Float64Array.from({ length: bars }, (_, bar) => Date.UTC(2024, 11, 25 + bar)),
    barMs: 86_400_000,
    startingCapital,
    simulation,
    benchmark: null,
    basket: { name: 'Basket', value: basket },
    holdings: simulation.fills && {
      coins: Array.from({ length: coins }, (_, coin) => `C${coin}`),
      close,
      fills: simulation.fills,
    },
    grossFinalValue: simulate({ ...input, feeRate: 0 }).totals.finalValue,
  });
};

it("adds up: the coins' profits are the run's profit, their fees its fees, their trades its trades", () => {
  fc.assert(
    fc.property(market, (input) => {
      const simulation = simulate({ ...input, recordFills: true });
      const { coins, final_value, total_return } = statisticsOf(input, simulation);
      const total = (of: 'profit' | 'contribution' | 'fees_paid' | 'fills') =>
        sum((coins ?? []).map((coin) => coin[of]));
      const scale = final_value + sum((coins ?? []).map(({ profit }) => Math.abs(profit)));
      const off = total('profit') - (final_value - input.startingCapital);
      expect(Math.abs(off) / scale).toBeLessThan(1e-9);
      expect(Math.abs(total('contribution') - total_return) / scale).toBeLessThan(1e-9);
      expect(Math.abs(total('fees_paid') - simulation.totals.feesPaid) / scale).toBeLessThan(1e-9);
      expect(total('fills')).toBe(simulation.totals.fills);
    }),
  );
});

it('trades the same whether or not the fills are recorded', () => {
  fc.assert(
    fc.property(market, (input) => {
      const { fills, ...recorded } = simulate({ ...input, recordFills: true });
      const { fills: none, ...plain } = simulate(input);
      expect(recorded).toEqual(plain);
      expect(fills?.bar).toHaveLength(plain.totals.fills);
      expect(none).toBeNull();
    }),
  );
});

it('has statistics that are numbers, words or null, never NaN or infinite', () => {
  const numbersIn = (value: unknown): number[] =>
    typeof value === 'number'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(numbersIn)
        : [];
  fc.assert(
    fc.property(market, (input) => {
      const found = statisticsOf(input, simulate({ ...input, recordFills: true }));
      for (const value of numbersIn(found)) expect(value).toSatisfy(Number.isFinite);
    }),
  );
});
