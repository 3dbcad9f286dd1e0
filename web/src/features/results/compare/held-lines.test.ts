// The benchmarks of a comparison: one line for each that is distinct, rebased as the results are.
import { expect, test } from 'vitest';
import type { RunCurves, Series } from '../curves/run-curves.ts';
import { rebased, valuesAtCloses } from './compare-curves.ts';
import { distinctHeld, heldCurves, heldReturns } from './held-lines.ts';

const DAY_MS = 86_400_000;
const iso = (day: number) => new Date(day * DAY_MS).toISOString();
const series = (firstDay: number, values: readonly number[], barDays = 1): Series => ({
  times: Float64Array.from(values, (_, bar) => (firstDay + bar * barDays) * DAY_MS),
  values: Float64Array.from(values),
});

/** A run of these coins that begins on a day with 100, and what holding them was worth at the close of each of its days. */
const run = (
  coins: readonly string[],
  firstDay: number,
  held: readonly number[] | null,
  {
    barDays = 1,
    prices = {},
  }: { barDays?: number; prices?: Readonly<Record<string, readonly number[]>> } = {},
) => {
  const days = (held ?? [1, 1, 1, 1]).length * barDays;
  const portfolio = series(firstDay, Array(days / barDays).fill(100), barDays);
  const line = held && series(firstDay, held, barDays);
  const curves = {
    ...{ portfolio, initialValue: 100, heldCoins: line, basket: coins.length > 1 ? line : null },
    holds: new Map(Object.entries(prices).map(([coin, values]) => [coin, series(firstDay, values, barDays)])),
  } as unknown as RunCurves;
  const statistics = {
    ...{ start: iso(firstDay), end: iso(firstDay + days), coins: coins.map((coin) => ({ coin })) },
    basket: held && { total_return: 0 },
  };
  return { curves, statistics };
};

const drawn = (...runs: ReturnType<typeof run>[]) => {
  const lines = rebased(runs.map(({ curves, statistics }) => valuesAtCloses(curves, statistics)));
  const curves = heldCurves(runs, lines);
  return { named: distinctHeld(runs, curves, lines), returns: heldReturns(runs, curves) };
};
const namesOf = ({ named }: ReturnType<typeof drawn>) => named.map(({ name }) => name);

test('one coin is one line, whenever and at whatever interval it was bought; it begins at 100 with the shared days', () => {
  const weeks = run(['BTC'], 0, [70, 140], { barDays: 7 });
  const days = run(['BTC'], 7, [50, 60, 70, 80, 90, 100, 200]);
  const both = drawn(weeks, days);
  expect(namesOf(both)).toEqual(['Hold BTC']);
  expect(Array.from(both.named[0]?.series.values ?? [])).toEqual([100, 50, 60, 70, 80, 90, 100, 200]);
  expect(both.returns).toEqual([
    { name: 'BTC', totalReturn: 1 },
    { name: 'BTC', totalReturn: 1 },
  ]);
});

test('several coins are another line where the coins differ', () => {
  const two = run(['BTC', 'ETH'], 0, [101, 102, 103, 104]);
  expect(namesOf(drawn(two, run(['ETH', 'BTC'], 0, [101, 102, 103, 104])))).toEqual([
    'Hold all coins equally',
  ]);
  expect(namesOf(drawn(two, run(['BTC'], 0, [1, 2, 3, 4])))).toEqual(['Hold all coins equally', 'Hold BTC']);
  expect(namesOf(drawn(two, run(['BTC', 'SOL'], 0, [1, 2, 3, 4])))).toEqual([
    'Hold BTC, ETH equally',
    'Hold BTC, SOL equally',
  ]);
});

test('several coins are bought equally where the shared days begin, so they are one line and one return', () => {
  const long = run(['BTC', 'ETH'], 0, [250, 300, 450, 550], {
    prices: { BTC: [100, 100, 200, 200], ETH: [400, 500, 700, 900] },
  });
  const short = run(['ETH', 'BTC'], 2, [170, 190], {
    prices: { BTC: [200, 200], ETH: [140, 180] },
  });
  const both = drawn(long, short);
  expect(namesOf(both)).toEqual(['Hold all coins equally']);
  expect(Array.from(both.named[0]?.series.values ?? [])).toEqual([100, 170, 190]);
  const [ofLong, ofShort] = both.returns;
  expect(ofLong).toEqual({ name: ofShort?.name, totalReturn: expect.closeTo(0.9, 9) });
  expect(ofShort?.totalReturn).toBeCloseTo(0.9, 9);
});

test('several coins of a result without their prices are drawn only where it begins with the shared days', () => {
  const [long, short] = [run(['BTC', 'ETH'], 0, [101, 102, 103, 104]), run(['ETH', 'BTC'], 1, [99, 98, 97])];
  const { named, returns } = drawn(long, short);
  expect(named.map(({ series: { values } }) => Array.from(values))).toEqual([[100, 99, 98, 97]]);
  expect(returns).toEqual([null, { name: 'all coins equally', totalReturn: expect.closeTo(-0.03, 9) }]);
});

test('where results share no time, the same coin is a line for each', () => {
  expect(namesOf(drawn(run(['BTC'], 0, [101, 102]), run(['BTC'], 10, [50, 60])))).toEqual([
    'Hold BTC, 1 Jan 1970 – 2 Jan 1970',
    'Hold BTC, 11 Jan 1970 – 12 Jan 1970',
  ]);
});

test('a result that does not know what holding was worth has no line', () => {
  const known = run(['BTC'], 0, [101, 102, 103, 104]);
  const { named, returns } = drawn(known, run(['BTC'], 0, null));
  expect(named).toHaveLength(1);
  expect(returns).toEqual([{ name: 'BTC', totalReturn: expect.closeTo(0.04, 9) }, null]);
});
