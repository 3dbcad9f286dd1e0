// Mails to a mailbox and registrations from a network are limited by the hour and by the day.
import { describe, expect, test } from 'vitest';
import { type Allowance, secondsUntilAllowed, type Use, withUse } from './mail-allowance.ts';

const HOUR_MS = 3_600_000;
const ALLOWANCE: Allowance = { perHour: 2, perDay: 3 };
const use = (at: number, id = `at ${at}`): Use => ({ at, id });
const after = (...times: number[]) =>
  times.reduce<readonly Use[]>((uses, at) => withUse(uses, ALLOWANCE, use(at)), []);

describe('an allowance', () => {
  test('is used up within an hour, and free again an hour after the oldest use that counts', () => {
    const uses = after(0, 1_000);
    expect(secondsUntilAllowed(uses, ALLOWANCE, use(2_000))).toBe(3_598);
    expect(secondsUntilAllowed(uses, ALLOWANCE, use(HOUR_MS - 1))).toBe(1);
    expect(secondsUntilAllowed(uses, ALLOWANCE, use(HOUR_MS))).toBe(0);
  });
  test('is used up within a day', () => {
    const uses = after(0, 2 * HOUR_MS, 4 * HOUR_MS);
    expect(secondsUntilAllowed(uses, ALLOWANCE, use(6 * HOUR_MS))).toBe(18 * 3_600);
    expect(secondsUntilAllowed(uses, ALLOWANCE, use(24 * HOUR_MS))).toBe(0);
  });
  test('is not used by what is refused, nor twice by a repeated command', () => {
    const uses = after(0, 1_000);
    expect(withUse(uses, ALLOWANCE, use(2_000))).toEqual(uses);
    const again = use(3_000, 'at 1000');
    expect(secondsUntilAllowed(uses, ALLOWANCE, again)).toBe(0);
    expect(withUse(uses, ALLOWANCE, again)).toEqual(uses);
  });
  test('keeps no more than it looks at', () => {
    expect(after(...Array.from({ length: 9 }, (_, day) => day * 24 * HOUR_MS))).toHaveLength(3);
  });
});
