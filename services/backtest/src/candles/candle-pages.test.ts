// Candles missing from a page by mistake are fetched again; those the exchange really lacks are retried only once.

import { openLog } from '@tradeium/service-kit';
import { describe, expect, test } from 'vitest';
import { pagesOf } from './candle-pages.ts';
import type { CandleSource } from './exchange.ts';
import type { CandleRow } from './series.ts';

const HOUR = 3_600_000;
const PAGE = 10;
const row = (hour: number): CandleRow => [hour * HOUR, 1, 1, 1, 1, 1];
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** An exchange with candles of these hours; `spoil` changes the answer to one request (counted from 1). */
const exchangeWith = (hours: number[], spoil = (rows: CandleRow[], _request: number) => rows) => {
  const asked: [from: number, to: number][] = [];
  const source: CandleSource = {
    name: 'test',
    pageCandles: PAGE,
    page: async (_coin, _timeframe, fromMs, toMs) => {
      asked.push([fromMs / HOUR, toMs / HOUR]);
      const inSpan = hours.filter((hour) => hour * HOUR >= fromMs && hour * HOUR <= toMs).slice(0, PAGE);
      return spoil(inSpan.map(row), asked.length);
    },
    isTraded: async () => true,
    time: async () => Date.now(),
    rules: async () => [],
    syntheticSpans: async () => [],
  };
  return { source, asked };
};

const hoursFetched = async (source: CandleSource, from: number, to: number): Promise<number[]> => {
  const wanted = { coin: 'BTC', timeframe: '1h', log: openLog('test', 'silent') } as const;
  const hours: number[] = [];
  for await (const page of pagesOf(source, wanted, from * HOUR, to * HOUR))
    hours.push(...page.map(([ms]) => ms / HOUR));
  return hours;
};

describe('pages', () => {
  test('follow one another without asking for anything twice', async () => {
    const { source, asked } = exchangeWith(range(0, 24));
    expect(await hoursFetched(source, 0, 24)).toEqual(range(0, 24));
    expect(asked).toEqual([
      [0, 24],
      [10, 24],
      [20, 24],
    ]);
  });

  test('an outage is requested once more, and stays a hole', async () => {
    const hours = range(0, 12).filter((hour) => hour !== 3 && hour !== 4);
    const { source, asked } = exchangeWith(hours);
    expect(await hoursFetched(source, 0, 12)).toEqual(hours);
    expect(asked).toEqual([
      [0, 12],
      [3, 4],
      [12, 12],
    ]);
  });

  test('candles that were left out of the middle or the beginning of a page are found', async () => {
    const { source, asked } = exchangeWith(range(0, 15), (rows, request) =>
      rows.filter(([ms]) => !(request === 1 && ms === 5 * HOUR) && !(request === 3 && ms <= 11 * HOUR)),
    );
    expect(await hoursFetched(source, 0, 15)).toEqual(range(0, 15));
    expect(asked).toEqual([
      [0, 15],
      [5, 5],
      [10, 15],
      [10, 11],
    ]);
  });

  test('a page that ends early is continued from where it ended', async () => {
    const { source } = exchangeWith(range(0, 15), (rows, request) =>
      request === 1 ? rows.slice(0, 3) : rows,
    );
    expect(await hoursFetched(source, 0, 15)).toEqual(range(0, 15));
  });

  test('a page that came empty is requested again', async () => {
    const { source } = exchangeWith(range(0, 25), (rows, request) => (request === 2 ? [] : rows));
    expect(await hoursFetched(source, 0, 25)).toEqual(range(0, 25));
  });

  test('impossible candles are requested again, and left out when they stay', async () => {
    const broken = (hour: number): CandleRow => [hour * HOUR, 1, 0.5, 1, 1, 1];
    const { source } = exchangeWith(range(0, 9), (rows, request) =>
      rows.map((one) => {
        const hour = one[0] / HOUR;
        return hour === 2 || (hour === 6 && request === 1) ? broken(hour) : one;
      }),
    );
    expect(await hoursFetched(source, 0, 9)).toEqual(range(0, 9).filter((hour) => hour !== 2));
  });

  test('many holes are requested together', async () => {
    const hours = range(0, 200).filter((hour) => hour % 2 === 0);
    const { source, asked } = exchangeWith(hours);
    const wide = { ...source, pageCandles: 1_000, page: source.page };
    expect(await hoursFetched(wide, 0, 200)).toEqual(hours);
    expect(asked.length).toBeLessThan(150);
  });

  test('an exchange that looks no further than a page is followed to the listing', async () => {
    const listed = range(35, 50);
    const asked: number[] = [];
    const source: CandleSource = {
      ...exchangeWith([]).source,
      page: async (_coin, _timeframe, fromMs, toMs) => {
        asked.push(fromMs / HOUR);
        const endMs = Math.min(toMs, fromMs + (PAGE - 1) * HOUR);
        return listed.map(row).filter(([ms]) => ms >= fromMs && ms <= endMs);
      },
    };
    expect(await hoursFetched(source, 0, 50)).toEqual(listed);
    expect(asked.slice(0, 4)).toEqual([0, 10, 20, 30]);
  });

  test('nothing is requested where nothing is missing', async () => {
    const { source, asked } = exchangeWith(range(0, 5));
    expect(await hoursFetched(source, 3, 2)).toEqual([]);
    expect(asked).toEqual([]);
  });
});
