// Heavy work runs a few pieces at a time, and a flood from one caller holds up no others.
import { expect, test } from 'vitest';
import { openFairQueue } from './fair-queue.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that lasts until the test ends it, and the order of starts. */
const workshop = (atOnceMax: number, waitingMax: number) => {
  const queue = openFairQueue(atOnceMax, waitingMax);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    run: (caller: string, name = caller, gone?: AbortSignal) =>
      queue.run(
        caller,
        async () => {
          started.push(name);
          await new Promise<void>((resolve) => ends.push(resolve));
          return name;
        },
        gone,
      ),
    /** Ends the oldest piece under way once everything that could start has started. */
    endOne: async () => {
      await settled();
      ends.shift()?.();
      await settled();
    },
  };
};

test('work runs up to the limit, and the rest waits in order of arrival', async () => {
  const { run, started, endOne } = workshop(2, 10);
  const results = ['a', 'b', 'c', 'd'].map((name) => run('caller', name));
  await settled();
  expect(started).toEqual(['a', 'b']);
  for (let ended = 0; ended < 4; ended += 1) await endOne();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
});

test('callers take turns, even when one of them floods', async () => {
  const { run, started, endOne } = workshop(1, 100);
  for (let n = 0; n < 50; n += 1) void run('flood', `flood ${n}`);
  void run('first');
  void run('second');
  for (let ended = 0; ended < 4; ended += 1) await endOne();
  expect(started).toEqual(['flood 0', 'first', 'second', 'flood 1', 'flood 2']);
});

test('a newcomer comes before callers that always wait with one piece more', async () => {
  const { run, started, endOne } = workshop(1, 100);
  const regulars = Array.from({ length: 20 }, (_, index) => `regular ${index}`);
  for (const regular of regulars) void run(regular);
  for (const regular of regulars) {
    await endOne();
    void run(regular);
  }
  void run('newcomer');
  await endOne();
  expect(started.at(-1)).toBe('newcomer');
});

test("a full queue gives a flood's place to a newcomer, until all callers wait with equally much", async () => {
  const { run } = workshop(1, 4);
  void run('flood');
  const floods = Array.from({ length: 4 }, () => run('flood'));
  expect(await run('flood')).toBeNull();
  for (const newcomer of ['one', 'two']) void run(newcomer);
  expect(await floods[3]).toBeNull();
  expect(await floods[2]).toBeNull();
  // Now one, two and two floods wait: a third newcomer still has less waiting than the flood, a fourth as much.
  void run('three');
  expect(await floods[1]).toBeNull();
  expect(await run('four')).toBeNull();
});

test('work that fails gives its place free', async () => {
  const queue = openFairQueue(1, 1);
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run('a', async () => 'fine')).toBe('fine');
});

test('work whose caller is gone leaves the queue at once, and gives its place free', async () => {
  const { run, started, endOne } = workshop(1, 1);
  void run('busy');
  const caller = new AbortController();
  const waiting = run('gone', 'gone', caller.signal);
  expect(await run('full')).toBeNull();
  caller.abort();
  expect(await waiting).toBeNull();
  void run('newcomer');
  await endOne();
  expect(await run('gone', 'gone', caller.signal)).toBeNull();
  expect(started).toEqual(['busy', 'newcomer']);
});
