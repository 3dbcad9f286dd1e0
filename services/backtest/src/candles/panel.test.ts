// Several coins on one time axis, with the warm-up before the range.
import { describe, expect, test } from 'vitest';
import { decodePanel, encodePanel, matrixOf, panelOf } from './panel.ts';
import { type CandleRow, type CandleSeries, seriesOf } from './series.ts';

const DAY = 86_400_000;
const start = Date.parse('2024-01-01T00:00:00Z');

/** Daily candles whose close is the day's number; `firstDay` counts from 2024-01-01. */
const daily = (coin: string, firstDay: number, days: number): CandleSeries =>
  seriesOf(
    coin,
    '24h',
    Array.from({ length: days }, (_, index): CandleRow => {
      const day = firstDay + index;
      return [start + day * DAY, day, day + 0.5, day - 0.5, day, 1];
    }),
    [],
  );

describe('panelOf', () => {
  test('warm-up reaches back 400 days, as far as there are candles', () => {
    const long = panelOf([daily('BTC', -500, 600)], start, start + 10 * DAY);
    expect(long.firstBar).toBe(400);
    expect(long.timestamps).toHaveLength(410);
    const short = panelOf([daily('BTC', -3, 100)], start, start + 10 * DAY);
    expect(short.firstBar).toBe(3);
    expect(short.timestamps[short.firstBar]).toBe(start);
  });

  test('a coin is NaN before it was listed', () => {
    const panel = panelOf([daily('BTC', -2, 10), daily('SOL', -1, 10)], start, start + 2 * DAY);
    expect([...(panel.columns.get('BTC.close') ?? [])]).toEqual([-2, -1, 0, 1]);
    expect([...(panel.columns.get('SOL.close') ?? [])]).toEqual([Number.NaN, -1, 0, 1]);
  });

  test('a matrix has a row for each bar of the range and a column for each coin', () => {
    const panel = panelOf([daily('BTC', -2, 10), daily('SOL', -1, 10)], start, start + 2 * DAY);
    expect([...matrixOf(panel, 'high', panel.firstBar)]).toEqual([0.5, 0.5, 1.5, 1.5]);
  });

  test('only the bars of the range count as filled or made up', () => {
    const outage = seriesOf(
      'BTC',
      '24h',
      [
        [start - 2 * DAY, 1, 1, 1, 1, 1],
        [start, 1, 1, 1, 1, 1],
        [start + 2 * DAY, 1, 1, 1, 1, 1],
      ],
      [[start + 2 * DAY, null]],
    );
    const panel = panelOf([outage], start, start + 3 * DAY);
    expect(panel).toMatchObject({ filledCandles: 1, syntheticCandles: 1, firstBar: 2 });
  });

  test('weeks open on Monday', () => {
    const monday = Date.parse('2024-01-01T00:00:00Z');
    const weekly = seriesOf(
      'BTC',
      'weekly',
      Array.from({ length: 5 }, (_, week): CandleRow => [monday + week * 7 * DAY, 1, 1, 1, 1, 1]),
      [],
    );
    const panel = panelOf([weekly], monday + 2 * DAY, monday + 21 * DAY);
    expect(new Date(panel.timestamps[panel.firstBar] as number).toISOString()).toBe(
      '2024-01-08T00:00:00.000Z',
    );
    expect(panel.timestamps.length - panel.firstBar).toBe(2);
  });
});

test('a panel comes back from its Arrow file as it was, and the same panel gives the same bytes', () => {
  const panel = panelOf([daily('BTC', -2, 10), daily('SOL', -1, 10)], start, start + 2 * DAY);
  expect(decodePanel(encodePanel(panel))).toEqual(panel);
  expect(encodePanel(panel)).toEqual(encodePanel(panel));
});
