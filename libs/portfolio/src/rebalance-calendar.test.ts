// Calendars: which bars trade which decisions, as a table, and for any decisions.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginsPeriod, type RebalanceCalendar, targetsOnCalendar, tradedBars } from './rebalance-calendar.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const at = (iso: string): number => Date.parse(`${iso}Z`);

test.each([
  ['bar', '2025-01-01T01:00', HOUR, true],
  ['daily', '2025-01-02T00:00', HOUR, true],
  ['daily', '2025-01-02T01:00', HOUR, false],
  ['daily', '2025-01-02T00:00', DAY, true],
  ['weekly', '2025-01-05T00:00', DAY, false],
  ['weekly', '2025-01-06T00:00', DAY, true],
  ['weekly', '2025-01-06T12:00', 12 * HOUR, false],
  ['weekly', '2025-01-06T00:00', WEEK, true],
  ['monthly', '2024-12-31T00:00', DAY, false],
  ['monthly', '2025-01-01T00:00', DAY, true],
  ['monthly', '2024-02-29T23:00', HOUR, false],
  ['monthly', '2024-03-01T00:00', HOUR, true],
  // Weeks seldom begin with the month: it is the first one that opens in it.
  ['monthly', '2025-03-31T00:00', WEEK, false],
  ['monthly', '2025-04-07T00:00', WEEK, true],
] as const)(
  '%s: the bar that opens at %s, after one of %i ms, trades: %s',
  (calendar, open, barMs, trades) => {
    expect(beginsPeriod(calendar, at(open), at(open) - barMs)).toBe(trades);
  },
);

const bars = (start: string, barMs: number, count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, bar) => at(start) + bar * barMs);

test.each<[string, RebalanceCalendar, number[], number[]]>([
  // From Thursday the 2nd to Monday the 13th.
  ['the first one at once, then the newest one at a Monday', 'weekly', [0, 1, 2, 6, 9], [0, 2, 9]],
  ['a first one in mid-week at once', 'weekly', [2, 3], [2, 3]],
  ['one of a Monday itself', 'weekly', [0, 4, 11], [0, 4, 11]],
  ['nothing without a new one', 'weekly', [0], [0]],
  ['one that waits longer than the bars last', 'monthly', [0, 5], [0]],
  ['every one at every bar', 'bar', [0, 1, 5], [0, 1, 5]],
  ['every one of daily bars', 'daily', [0, 1, 5], [0, 1, 5]],
])('%s is traded', (_, calendar, decided, traded) => {
  const found = tradedBars(bars('2025-01-02T00:00', DAY, 12), (bar) => decided.includes(bar), calendar);
  expect([...found].filter((bar) => bar >= 0)).toEqual(traded);
});

test('a decision that waits is traded at the first bar of the week, with its own weights', () => {
  const nothing = Number.NaN;
  const targets = Float64Array.of(0.1, 0.2, 0.3, nothing, 0.5, nothing);
  const openTimes = bars('2025-01-02T00:00', DAY, 6);
  const weekly = targetsOnCalendar(targets, openTimes, 1, 'weekly');
  expect([...weekly]).toEqual([0.1, nothing, nothing, nothing, 0.5, nothing]);
  expect(targetsOnCalendar(targets, openTimes, 1, 'bar')).toBe(targets);
});

const calendar = fc.constantFrom<RebalanceCalendar>('bar', 'daily', 'weekly', 'monthly');
const decisions = fc.array(fc.boolean(), { minLength: 1, maxLength: 300 });
const barMs = fc.constantFrom(HOUR, 6 * HOUR, DAY, WEEK);

test('trades come at the first decision and at first bars only, each with the newest decision that no trade has used', () => {
  fc.assert(
    fc.property(calendar, decisions, barMs, fc.nat(400), (each, decides, length, day) => {
      const openTimes = decides.map((_, bar) => at('2024-01-01T00:00') + day * DAY + bar * length);
      const found = tradedBars(openTimes, (bar) => decides[bar] === true, each);
      const first = decides.indexOf(true);
      found.forEach((from, bar) => {
        const begins = bar > 0 && beginsPeriod(each, openTimes[bar] as number, openTimes[bar - 1] as number);
        const before = Math.max(-1, ...found.slice(0, bar).filter((one) => one >= 0));
        const newest = decides.lastIndexOf(true, bar);
        const isTraded = first >= 0 && (bar === first || (bar > first && begins && newest > before));
        expect([bar, from]).toEqual([bar, isTraded ? newest : -1]);
      });
    }),
  );
});
