// Which live twins a look is about: after the close of their bar and after a rebalance; once an hour it is all.
import { TIMEFRAMES } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { oldTwinsAt } from './refresh-twins.ts';

const at = (time: string) => oldTwinsAt(new Date(`2026-03-02T${time}Z`));

test.each([
  // A Monday: every interval has closed.
  ['00:10:00', TIMEFRAMES],
  ['04:12:00', ['1h', '4h']],
  ['05:20:00', ['1h']],
  ['05:25:00', []],
  ['05:59:59', []],
])('at %s those on %j', (time, timeframes) => {
  expect(at(time)?.timeframes).toEqual(timeframes);
});

test('of a deployment that has rebalanced in the last twenty minutes', () => {
  expect(at('05:40:00')?.rebalancedSince).toBe('2026-03-02T05:20:00.000Z');
});

test('a look within five minutes of the time from which twins of an hour are made is about all, and there is one each hour', () => {
  const looks = Array.from({ length: 12 }, (_, index) => `05:${String(5 * index).padStart(2, '0')}:07`);
  expect(looks.filter((time) => at(time) === undefined)).toEqual(['05:05:07']);
});
