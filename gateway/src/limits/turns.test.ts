// Attempts start an interval apart, addresses take turns, and a flood crowds out only itself.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { networkOf, openTurns, type TurnOptions } from './turns.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const OPTIONS: TurnOptions = {
  intervalMs: 40,
  perAddressMax: 100,
  waitingMax: 1_000,
  waitMaxMs: 5_000,
  rememberedMax: 1_000,
};
const stays = () => false;

/** Takes turns, and notes when and how each was answered. */
const openClock = (options: Partial<TurnOptions> = {}) => {
  const turns = openTurns({ ...OPTIONS, ...options });
  const began = performance.now();
  const answers: { address: string; at: number; isTurn: boolean }[] = [];
  return {
    answers,
    take: (address: string, hasLeft = stays) =>
      void turns
        .take(address, hasLeft)
        .then((isTurn) => answers.push({ address, at: Math.round(performance.now() - began), isTurn })),
    turnsOf: (address: string) =>
      answers.filter((answer) => answer.address === address && answer.isTurn).map(({ at }) => at),
  };
};

test('an attempt that comes alone waits for nothing, attempts that come together start an interval apart', async () => {
  const { take, turnsOf } = openClock();
  for (let attempt = 0; attempt < 3; attempt += 1) take('a');
  await vi.advanceTimersByTimeAsync(1_000);
  take('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(turnsOf('a')).toEqual([0, 40, 80, 1_000]);
});

test('three addresses that flood do not keep a fourth waiting', async () => {
  const { take, turnsOf } = openClock();
  for (let attempt = 0; attempt < 500; attempt += 1) for (const address of ['a', 'b', 'c']) take(address);
  await vi.advanceTimersByTimeAsync(500);
  take('d');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(turnsOf('d')[0]).toBeLessThanOrEqual(500 + 4 * 40);
  const shares = ['a', 'b', 'c'].map((address) => turnsOf(address).length);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
});

test('a hundred and twenty-five networks with one attempt each, always another one, do not keep a newcomer waiting', async () => {
  const { take, turnsOf } = openClock();
  const networks = Array.from({ length: 125 }, (_, index) => `network ${index}`);
  for (let round = 0; round < 4; round += 1) {
    for (const network of networks) take(network);
    await vi.advanceTimersByTimeAsync(2_500);
  }
  take('newcomer');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(turnsOf('newcomer')[0]).toBeLessThanOrEqual(10_000 + 40);
});

test.each([
  ['2001:db8:1:1::1', '2001:db8:1:ffff::2', true],
  ['2001:db8:1::1', '2001:db8:2::1', false],
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
])('%s and %s wait together: %s', (one, other, isSame) => {
  expect(networkOf({ ip: one }) === networkOf({ ip: other })).toBe(isSame);
});

test('attempts of an address beyond its bound are turned away at once', async () => {
  const { take, answers } = openClock({ perAddressMax: 2 });
  for (let attempt = 0; attempt < 5; attempt += 1) take('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(answers.map(({ isTurn }) => isTurn)).toEqual([true, false, false]);
});

test('where all places are taken, a newcomer gets one of the address that has most', async () => {
  const { take, answers, turnsOf } = openClock({ waitingMax: 4 });
  for (let attempt = 0; attempt < 5; attempt += 1) take('a');
  take('b');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(turnsOf('b')).toEqual([40]);
  expect(answers.filter(({ isTurn }) => !isTurn)).toEqual([{ address: 'a', at: 0, isTurn: false }]);
});

test('an attempt that has waited too long is turned away, one whose client has left costs no turn', async () => {
  const { take, turnsOf } = openClock({ waitMaxMs: 100 });
  take('a');
  take('b', () => true);
  for (let attempt = 0; attempt < 5; attempt += 1) take('c');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([turnsOf('a'), turnsOf('b'), turnsOf('c')]).toEqual([[0], [], [40, 80]]);
});
