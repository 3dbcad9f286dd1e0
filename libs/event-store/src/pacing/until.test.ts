// How often is looked for something, and what ends that.
import { expect, test } from 'vitest';
import { until, type Waiting } from './until.ts';

/** The moments of the looks, of which the last may find it, and the outcome. */
const watched = async (looksNeeded: number, waiting: Waiting) => {
  const looks: number[] = [];
  const found = await until(async () => {
    looks.push(performance.now());
    return looks.length === looksNeeded ? 'there' : undefined;
  }, waiting);
  return { looks, found };
};

test.each([1, 4])('the first of %i looks is at once, and the last one finds it', async (needed) => {
  const { looks, found } = await watched(needed, { pauseMs: 1, timeoutMs: 60_000 });
  expect([looks.length, found]).toEqual([needed, 'there']);
});

test('pauses grow up to the longest', async () => {
  const { looks } = await watched(4, { pauseMs: 20, pauseMaxMs: 40 });
  const pauses = looks.slice(1).map((at, n) => at - (looks[n] ?? 0));
  // A timer may end a moment early, and on a busy machine late.
  for (const [n, leastMs] of [20, 30, 40].entries()) expect(pauses[n]).toBeGreaterThan(leastMs - 2);
});

test('no look begins after the time', async () => {
  const { looks, found } = await watched(2, { pauseMs: 60_000, timeoutMs: 1_000 });
  expect([looks.length, found]).toEqual([1, undefined]);
});

test('stopping ends a pause and the waiting', async () => {
  const { looks, found } = await watched(2, { pauseMs: 60_000, signal: AbortSignal.abort() });
  expect([looks.length, found]).toEqual([0, undefined]);
  const stopping = new AbortController();
  const waiting = until(
    async () => {
      setImmediate(() => stopping.abort());
      return undefined;
    },
    { pauseMs: 60_000, signal: stopping.signal },
  );
  expect(await waiting).toBeUndefined();
});

test('a look that throws ends it', async () => {
  const failing = until(() => Promise.reject(new Error('away')), { pauseMs: 100 });
  await expect(failing).rejects.toThrow('away');
});
