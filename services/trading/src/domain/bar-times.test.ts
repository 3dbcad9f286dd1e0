// When bars close and rebalances are due: a moment after the close.
import { describe, expect, test } from 'vitest';
import { AFTER_CLOSE_MS, newestClose, nextRebalance } from './bar-times.ts';

const at = (iso: string): number => Date.parse(iso);

test.each([
  ['24h', '2026-03-04T00:00:00Z', '2026-03-04T00:00:00Z'],
  ['24h', '2026-03-03T23:59:59Z', '2026-03-03T00:00:00Z'],
  ['4h', '2026-03-04T13:30:00Z', '2026-03-04T12:00:00Z'],
  // Weeks begin on Monday.
  ['weekly', '2026-03-04T13:30:00Z', '2026-03-02T00:00:00Z'],
] as const)('the newest closed bar of %s at %s closed at %s', (timeframe, now, close) => {
  expect(newestClose(timeframe, at(now))).toBe(at(close));
});

describe('the next rebalance', () => {
  test('comes a moment after the close, and after that with the next bar', () => {
    const midnight = at('2026-03-04T00:00:00Z');
    const due = midnight + AFTER_CLOSE_MS;
    expect(nextRebalance('24h', midnight)).toBe(due);
    expect(nextRebalance('24h', due)).toBe(due + 86_400_000);
  });
});
