// The pace of readers: few of them wait for nothing, and many have their turns together.
import { expect, test } from 'vitest';
import { openPace } from './pace.ts';

const paceOf = (readers: number) => {
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const pace = openPace((ms) => new Promise<void>((end) => waits.push({ ms, end })));
  const leave = Array.from({ length: readers }, pace.join);
  return { pace, waits, leave };
};

test('few readers get their words at once', async () => {
  const { pace, waits } = paceOf(50);
  await pace.turn();
  expect(waits).toEqual([]);
});

test('many readers have their turns together, and the next words wait for another one', async () => {
  const { pace, waits } = paceOf(200);
  const turns: number[] = [];
  const both = [1, 2].map(async (reader) => {
    await pace.turn();
    turns.push(reader);
  });
  expect(waits.map(({ ms }) => ms)).toEqual([40]);
  expect(turns).toEqual([]);
  waits[0]?.end();
  await Promise.all(both);
  void pace.turn();
  expect(waits).toHaveLength(2);
});

test('no number of readers makes a turn longer than a tenth of a second, and those that leave no longer count', async () => {
  const { pace, waits } = paceOf(10_000);
  void pace.turn();
  expect(waits.map(({ ms }) => ms)).toEqual([100]);
  const few = paceOf(51);
  few.leave[0]?.();
  await few.pace.turn();
  expect(few.waits).toEqual([]);
});
