// When rebalances are due: after the close of a bar, each deployment at its own moment.
import { describe, expect, test } from 'vitest';
import { AFTER_CLOSE_MS, jitterOf, newestClose, nextRebalance, relativeTime } from './bar-times.ts';

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

  test('of a few deployments does not wait for the others', () => {
    const ids = Array.from({ length: 40 }, (_, index) => `deployment-${index}`);
    expect(jitterOf('alone', 1)).toBeLessThan(50);
    expect(Math.max(...ids.map((id) => jitterOf(id, ids.length)))).toBeLessThan(2_000);
  });

  test('of a thousand deployments is spread over half a minute', () => {
    const jitters = Array.from({ length: 1_000 }, (_, index) => jitterOf(`deployment-${index}`, 1_000));
    const perSecond = Array.from(
      { length: 30 },
      (_, second) => jitters.filter((ms) => Math.floor(ms / 1_000) === second).length,
    );
    expect(Math.max(...jitters)).toBeLessThan(30_000);
    expect(Math.max(...perSecond)).toBeLessThan(80);
  });
});

test.each([
  [5 * 60_000, 'in 5 minutes'],
  [-2 * 3_600_000, '2 hours ago'],
  [-86_400_000, '1 day ago'],
  [0, 'in 0 seconds'],
])('%s ms from now is %s', (ms, words) => {
  expect(relativeTime(1_000_000_000 + ms, 1_000_000_000)).toBe(words);
});
