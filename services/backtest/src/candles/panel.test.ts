// Several coins on one time axis, with the warm-up before the range.
import { describe, expect, test } from 'vitest';
import { decodePanel, encodePanel, matrixOf, panelOf } from './panel.ts';
import { type CandleRow, type CandleSeries, type SyntheticSpan, seriesOf } from './series.ts';

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

  test('candles that arrive later change nothing of a range', () => {
    const known = [daily('BTC', -500, 520), daily('SOL', -1, 20)];
    const later = [daily('BTC', -500, 600), daily('SOL', -1, 90)];
    const [then, now] = [known, later].map((series) => encodePanel(panelOf(series, start, start + 10 * DAY)));
    expect(now).toEqual(then);
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

  test('made-up bars of the warm-up are counted apart, as far back as it reaches', () => {
    const coin = (name: string, spans: readonly SyntheticSpan[]) =>
      seriesOf(
        name,
        '24h',
        Array.from({ length: 501 }, (_, index): CandleRow => [start + (index - 500) * DAY, 1, 1, 1, 1, 1]),
        spans,
      );
    const series = [
      coin('BTC', [[start - 500 * DAY, start - 450 * DAY]]),
      coin('VET', [
        [start - 410 * DAY, start - 390 * DAY],
        [start - 5 * DAY, start - 3 * DAY],
      ]),
    ];
    const panel = panelOf(series, start, start + DAY);
    expect(panel.syntheticCandles).toBe(0);
    expect(panel.syntheticWarmUp).toEqual([{ coin: 'VET', candles: 12, until_ms: start - 3 * DAY }]);
    expect(decodePanel(encodePanel(panel))).toEqual(panel);
  });

  test('flat candles of outages are marked bar by bar', () => {
    const rows = [-3, -1, 0].map((day): CandleRow => [start + day * DAY, 1, 1, 1, 1, 1]);
    const panel = panelOf([seriesOf('BTC', '24h', rows, [])], start, start + DAY);
    expect([...(panel.filled.get('BTC') ?? [])]).toEqual([0, 1, 0, 0]);
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
