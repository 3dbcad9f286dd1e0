// Which jobs run side by side, and what a failure leaves.
import { expect, test } from 'vitest';
import { runInPlaces } from './run-in-places.ts';

type NamedJob = { readonly name: string; readonly places: number };

const job = (name: string, places = 1): NamedJob => ({ name, places });

/** Runs jobs that end when the test says so. */
const openRun = (jobs: readonly NamedJob[], placesMax: number) => {
  const ends = new Map<string, (hasSucceeded: boolean) => void>();
  const outcome = runInPlaces(jobs, placesMax, ({ name }) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    ends.set(name, resolve);
    return promise;
  });
  return {
    outcome,
    running: () => [...ends.keys()],
    end: async (name: string, hasSucceeded = true): Promise<void> => {
      ends.get(name)?.(hasSucceeded);
      ends.delete(name);
      await new Promise(setImmediate);
    },
  };
};

test('a job begins as soon as its places are free, in the order of the list', async () => {
  const { outcome, running, end } = openRun([job('large', 2), job('a'), job('b'), job('c')], 3);
  expect(running()).toEqual(['large', 'a']);
  await end('a');
  expect(running()).toEqual(['large', 'b']);
  await end('large');
  expect(running()).toEqual(['b', 'c']);
  await end('b');
  await end('c');
  expect(await outcome).toEqual({ failed: [], left: [] });
});

test('a job that does not fit yet holds up none that does', async () => {
  const { outcome, running, end } = openRun([job('a'), job('large', 2), job('b')], 2);
  expect(running()).toEqual(['a', 'b']);
  await end('a');
  expect(running()).toEqual(['b']);
  await end('b');
  expect(running()).toEqual(['large']);
  await end('large');
  expect(await outcome).toEqual({ failed: [], left: [] });
});

test('a job larger than all places runs alone', async () => {
  const { outcome, running, end } = openRun([job('huge', 9), job('a')], 2);
  expect(running()).toEqual(['huge']);
  await end('huge');
  expect(running()).toEqual(['a']);
  await end('a');
  expect(await outcome).toEqual({ failed: [], left: [] });
});

test('after a failure no other begins, and what runs is awaited', async () => {
  const { outcome, running, end } = openRun([job('a'), job('b'), job('c')], 2);
  await end('a', false);
  expect(running()).toEqual(['b']);
  await end('b', false);
  expect(await outcome).toEqual({ failed: [job('a'), job('b')], left: [job('c')] });
});
