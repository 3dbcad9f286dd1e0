// How many replies begin at once, how many wait, and for how long.
import { refuse } from '@tradeium/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStarts } from './starts.ts';

const UNAVAILABLE = refuse('SERVICE_UNAVAILABLE');
const NEVER = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Replies of many users, which begin until the test ends that. */
const open = () => {
  const starts = openStarts();
  const [begun, ends] = [[] as number[], [] as (() => void)[]];
  const run = (user: number, caller = NEVER) =>
    starts.run(`user-${user}`, caller, async () => {
      begun.push(user);
      await new Promise<void>((resolve) => ends.push(resolve));
      return user;
    });
  const runMany = (count: number) => Array.from({ length: count }, (_, user) => run(user));
  const endOne = async () => {
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { run, runMany, endOne, begun };
};

test('16 replies begin at once, 500 wait for their turn, and one more is refused', async () => {
  const { run, runMany, endOne, begun } = open();
  const [first] = runMany(516);
  expect(await run(516)).toEqual(UNAVAILABLE);
  expect(begun).toHaveLength(16);
  await endOne();
  expect(await first).toBe(0);
  expect(begun).toHaveLength(17);
});

test('those that have waited for 20 s are refused then, and give their places to others', async () => {
  const { run, runMany, endOne, begun } = open();
  const waiting = runMany(516).slice(16);
  let refused = 0;
  for (const reply of waiting) void reply.then(() => (refused += 1));
  await vi.advanceTimersByTimeAsync(19_999);
  expect(refused).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => UNAVAILABLE));
  void run(999);
  await endOne();
  expect(begun.slice(16)).toEqual([999]);
});

test('one whose caller is gone leaves at once, and never begins', async () => {
  const { run, runMany, endOne, begun } = open();
  runMany(16);
  const caller = new AbortController();
  const waiting = run(16, caller.signal);
  caller.abort();
  expect(await waiting).toEqual(UNAVAILABLE);
  expect(await run(17, caller.signal)).toEqual(UNAVAILABLE);
  await endOne();
  expect(begun).toHaveLength(16);
});

test('a reply that takes long to begin is not refused for that', async () => {
  const { run, endOne } = open();
  const reply = run(1);
  await vi.advanceTimersByTimeAsync(60_000);
  await endOne();
  expect(await reply).toBe(1);
});
