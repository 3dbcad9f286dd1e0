// How long the next attempt has to wait: tables of the policy, and guarantees against any attacker.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ADDRESS_FAILURES_MAX,
  type Attempts,
  NO_ATTEMPTS,
  newestAfterFailure,
  pairAfterFailure,
  STRANGERS_FAILURES_MAX,
  secondsToWait,
} from './login-attempts.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const wait = (attempts: Partial<Attempts>, now = NOW) => secondsToWait({ ...NO_ATTEMPTS, ...attempts }, now);

describe('one account from one address', () => {
  test.each([
    [1, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [10, 32],
    [14, 512],
    [15, 900],
    [1_000, 900],
  ])('after %i failures waits %i seconds', (count, seconds) =>
    expect(wait({ pair: { count, newestAt: NOW } })).toBe(seconds),
  );
  test('waits no longer once the time is over, and no shorter', () => {
    const pair = { count: 7, newestAt: NOW };
    expect(wait({ pair }, NOW + 3_001)).toBe(1);
    expect(wait({ pair }, NOW + 4_000)).toBe(0);
  });
});

describe('one account from addresses that never logged in to it', () => {
  const strangers = Array.from({ length: STRANGERS_FAILURES_MAX }, (_, index) => NOW - 10 * MINUTE + index);

  test('waits after ten failures in a quarter of an hour, until the first of them is over', () => {
    expect(wait({ strangers: strangers.slice(1) })).toBe(0);
    expect(wait({ strangers })).toBe(300);
    expect(wait({ strangers }, NOW + 5 * MINUTE)).toBe(0);
  });
  test('does not wait where its owner has logged in before: a stranger cannot lock the owner out', () =>
    expect(wait({ strangers, isKnownAddress: true })).toBe(0));
});

test('an address waits after a hundred failures in a quarter of an hour, known or not', () => {
  const address = Array.from({ length: ADDRESS_FAILURES_MAX }, () => NOW - MINUTE);
  expect(wait({ address: address.slice(1) })).toBe(0);
  expect(wait({ address })).toBe(840);
  expect(wait({ address, isKnownAddress: true })).toBe(840);
});

describe('whatever an attacker does', () => {
  /** Tries as soon as it is allowed, plus the given pauses; returns the times of the failures. */
  const guess = (pauses: readonly number[], isKnownAddress: boolean): number[] => {
    let attempts: Attempts = { ...NO_ATTEMPTS, isKnownAddress };
    let now = NOW;
    const failures: number[] = [];
    for (const pause of pauses) {
      now += pause;
      if (secondsToWait(attempts, now) > 0) continue;
      failures.push(now);
      attempts = {
        isKnownAddress,
        pair: pairAfterFailure(attempts.pair, now),
        strangers: newestAfterFailure(attempts.strangers, STRANGERS_FAILURES_MAX, now),
        address: newestAfterFailure(attempts.address, ADDRESS_FAILURES_MAX, now),
      };
    }
    return failures;
  };
  const pauses = fc.array(fc.integer({ min: 0, max: 2 * MINUTE }), { minLength: 50, maxLength: 300 });

  test('there are never more than ten failures in a quarter of an hour', () =>
    fc.assert(
      fc.property(pauses, (chosen) => {
        const failures = guess(chosen, false);
        for (const [index, at] of failures.entries()) {
          const next = failures[index + STRANGERS_FAILURES_MAX];
          if (next !== undefined) expect(next - at).toBeGreaterThanOrEqual(15 * MINUTE);
        }
      }),
    ));

  test('from the sixth failure on each costs at least twice the time of the one before', () =>
    fc.assert(
      fc.property(pauses, (chosen) => {
        const failures = guess(chosen, true);
        for (let count = 5; count < failures.length; count += 1) {
          const pause = (failures[count] as number) - (failures[count - 1] as number);
          expect(pause).toBeGreaterThanOrEqual(Math.min(2 ** (count - 5) * SECOND, 15 * MINUTE));
        }
      }),
    ));

  test('what is kept of it stays small', () =>
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 100 }), (times, max) => {
        expect(newestAfterFailure(times, max, NOW).length).toBeLessThanOrEqual(max);
      }),
    ));
});
