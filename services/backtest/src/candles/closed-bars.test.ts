// A bar counts as closed only when it is, by the exchange's clock, and as soon as it is.
import { TIMEFRAME_MS } from '@tradeium/contracts';
import { testLog } from '@tradeium/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openClosedBars } from './closed-bars.ts';

const CLOSE_MS = Date.parse('2026-03-04T12:00:00Z');
const BAR_MS = TIMEFRAME_MS['1h'];
const OPEN_MS = CLOSE_MS - BAR_MS;

/** At so many milliseconds after the close by the exchange's clock; ours is ahead of it by `aheadMs`. */
const barsAt = (exchangeMs: number, aheadMs: number) => {
  const log = testLog();
  let asked = 0;
  const time = async () => {
    asked += 1;
    return CLOSE_MS + exchangeMs;
  };
  const bars = openClosedBars({ source: { time }, now: () => CLOSE_MS + exchangeMs + aheadMs, log });
  return { bars, log, asked: () => asked };
};

describe('the newest closed bar', () => {
  test('is never one that the exchange still counts, however our clock is off by less than ten seconds', async () => {
    const near = fc.integer({ min: -30_000, max: 1_999 });
    await fc.assert(
      fc.asyncProperty(near, fc.integer({ min: -9_999, max: 9_999 }), async (exchangeMs, aheadMs) => {
        const { bars } = barsAt(exchangeMs, aheadMs);
        expect(await bars.newest('1h')).toBe(OPEN_MS - BAR_MS);
      }),
    );
  });

  test('is there two seconds after its close, whatever our clock says', async () => {
    const since = fc.integer({ min: 2_000, max: BAR_MS - 30_000 });
    await fc.assert(
      fc.asyncProperty(since, fc.integer({ min: -9_999, max: 9_999 }), async (exchangeMs, aheadMs) => {
        const { bars } = barsAt(exchangeMs, aheadMs);
        expect(await bars.newest('1h')).toBe(OPEN_MS);
      }),
    );
  });

  test('is requested in the seconds around a close only, and once by all who ask together', async () => {
    const midway = barsAt(BAR_MS / 2, 0);
    await midway.bars.newest('1h');
    expect(midway.asked()).toBe(0);
    const close = barsAt(2_500, 0);
    await Promise.all(Array.from({ length: 10 }, () => close.bars.newest('1h')));
    expect(close.asked()).toBe(1);
    await close.bars.newest('1h');
    expect(close.asked()).toBe(1);
  });

  test('is not one that only a clock far ahead of ours has closed', async () => {
    const log = testLog();
    const source = { time: async () => CLOSE_MS + 2 * BAR_MS };
    const bars = openClosedBars({ source, now: () => CLOSE_MS + 2_500, log });
    expect(await bars.newest('1h')).toBe(OPEN_MS - BAR_MS);
    expect(log.lines.map(({ message }) => message)).toContain('the clock of the exchange cannot be right');
  });

  test('waits twelve seconds by our clock where the exchange does not tell its time', async () => {
    const log = testLog();
    const source = { time: () => Promise.reject(new Error('no answer')) };
    const bars = (sinceMs: number) => openClosedBars({ source, now: () => CLOSE_MS + sinceMs, log });
    expect(await bars(11_999).newest('1h')).toBe(OPEN_MS - BAR_MS);
    expect(await bars(12_000).newest('1h')).toBe(OPEN_MS);
    expect(log.lines.map(({ message }) => message)).toContain('the clock of the exchange could not be read');
  });
});
