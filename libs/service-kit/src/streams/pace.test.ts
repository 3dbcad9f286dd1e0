// The pace of streams: few of them wait for nothing, and many have their turns in slices.
import { expect, test } from 'vitest';
import { openPace } from './pace.ts';

const FEW = 10;
const SLICE = 25;

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A pace with numbered streams, whose slices end when the test says so. */
const openedPace = () => {
  const slices: (() => void)[] = [];
  const pace = openPace(() => new Promise<void>((end) => slices.push(end)));
  const streams = Array.from({ length: 3_000 }, (_, number) => ({ number }));
  const had: number[] = [];
  const ask = (from: number, count: number) => {
    for (const stream of streams.slice(from, from + count))
      void pace.turn(stream).then(() => had.push(stream.number));
    return settled();
  };
  const endSlice = () => {
    slices.shift()?.();
    return settled();
  };
  return { had, ask, endSlice, slices };
};

test('few streams go on at once, however much they have', async () => {
  const { had, ask } = openedPace();
  for (let times = 0; times < 50; times += 1) await ask(0, FEW);
  expect(had).toHaveLength(50 * FEW);
});

test('more wait for the end of a slice and go on together, in the order in which they asked', async () => {
  const { had, ask, endSlice } = openedPace();
  await ask(0, FEW + SLICE + 1);
  expect(had).toHaveLength(FEW);
  await endSlice();
  expect(had).toHaveLength(FEW + SLICE);
  // One that asks again is behind those that wait.
  await ask(0, 1);
  await endSlice();
  expect(had.slice(FEW + SLICE)).toEqual([FEW + SLICE, 0]);
});

test('after a slice without any they go on at once again, and until then nothing runs', async () => {
  const { had, ask, endSlice, slices } = openedPace();
  await ask(0, FEW);
  await endSlice();
  expect(slices).toEqual([]);
  await ask(FEW, FEW);
  expect(had).toHaveLength(2 * FEW);
});

test('the more streams wait, the more go on in a slice: all of them within a fifth of a second', async () => {
  const { had, ask, endSlice } = openedPace();
  await ask(0, FEW + 2_000);
  await endSlice();
  expect(had).toHaveLength(FEW + 100);
});
