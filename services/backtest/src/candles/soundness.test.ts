// Finds impossible candles, and disagreement between two intervals.
import { describe, expect, test } from 'vitest';
import { type CandleRow, type CandleSeries, seriesOf, withCandles } from './series.ts';
import { candleFlaw, disagreementsOf, flawsOf } from './soundness.ts';

const HOUR = 3_600_000;

describe('candleFlaw', () => {
  test.each([
    [[0, 2, 3, 1, 2, 0], null],
    [[0, 2, 2, 2, 2, 5], null],
    [[0, 2, 1, 1, 2, 0], 'high 1 is below 2'],
    [[0, 2, 3, 2.5, 2, 0], 'low 2.5 is above 2'],
    [[0, 0, 3, 0, 2, 0], 'a price is not above 0'],
    [[0, 2, 3, -1, 2, 0], 'a price is not above 0'],
    [[0, 2, 3, 1, 2, -1], 'volume -1 is below 0'],
    [[0, 2, Number.POSITIVE_INFINITY, 1, 2, 0], 'a value is not a number'],
    [[0, 2, 3, 1, 2, Number.NaN], 'a value is not a number'],
  ] as const)('%j: %s', (row, flaw) => {
    expect(candleFlaw(row)).toBe(flaw);
  });
});

/** An hour's candle whose prices all differ. */
const hour = (index: number): CandleRow => [index * HOUR, 10 + index, 20 + index, 5 + index, 11 + index, 2];
const hours = (count: number): CandleRow[] => Array.from({ length: count }, (_, index) => hour(index));

describe('flawsOf', () => {
  test('nothing is wrong with real and filled candles', () => {
    expect(flawsOf(seriesOf('BTC', '1h', [hour(0), hour(3)], []))).toEqual([]);
  });

  test('reports flawed bars in a row together', () => {
    const series = seriesOf('BTC', '1h', hours(5), []);
    series.high[1] = 1;
    series.close[3] = Number.NaN;
    series.close[4] = Number.NaN;
    expect(flawsOf(series)).toEqual([
      { fromMs: HOUR, toMs: HOUR, what: 'high 1 is below 12' },
      { fromMs: 3 * HOUR, toMs: 4 * HOUR, what: 'a value is not a number' },
    ]);
  });

  test.each([
    ['is filled but not flat', (series: CandleSeries) => series.high.set([99], 1)],
    ['is filled but not flat', (series: CandleSeries) => series.volume.set([1], 1)],
    ['has an unknown mark', (series: CandleSeries) => series.synthetic.set([7], 1)],
  ])('finds a bar that %s', (what, spoil) => {
    const series = seriesOf('BTC', '1h', [hour(0), hour(2)], []);
    spoil(series);
    expect(flawsOf(series)).toEqual([{ fromMs: HOUR, toMs: HOUR, what }]);
  });

  test('a flat line of more than a day is not an outage', () => {
    const series = withCandles(seriesOf('BTC', '1h', [hour(0)], []), [hour(27)], []);
    expect(flawsOf(series)).toEqual([{ fromMs: 25 * HOUR, toMs: 26 * HOUR, what: 'is filled for too long' }]);
  });
});

describe('disagreementsOf', () => {
  /** The sums of four hours from 04:00 and from 08:00. */
  const bar = (first: number): CandleRow => [first * HOUR, 10 + first, 23 + first, 5 + first, 14 + first, 8];
  const fours = (...rows: CandleRow[]) => seriesOf('BTC', '4h', rows, []);

  test('sums of hours equal the candle itself', () => {
    const almost = bar(8).with(5, 8 * (1 + 1e-9)) as unknown as CandleRow;
    expect(disagreementsOf(seriesOf('BTC', '1h', hours(12), []), fours(bar(4), almost))).toEqual([]);
  });

  test.each([
    [1, 'open'],
    [2, 'high'],
    [3, 'low'],
    [4, 'close'],
    [5, 'volume'],
  ])('value %i of a candle: another %s', (index, name) => {
    const other = bar(4).with(index, (bar(4)[index] as number) + 0.001) as unknown as CandleRow;
    expect(disagreementsOf(seriesOf('BTC', '1h', hours(12), []), fours(other, bar(8)))).toEqual([
      { fromMs: 4 * HOUR, toMs: 4 * HOUR, what: `has another ${name} than its hours` },
    ]);
  });

  test('hours without a trade do not count', () => {
    const outage = seriesOf('BTC', '1h', [...hours(3), ...hours(12).slice(6)], []);
    const open = bar(4).with(1, 16).with(3, 11).with(5, 4) as unknown as CandleRow;
    expect(disagreementsOf(outage, fours(open))).toEqual([]);
  });

  test('a bar whose hours are all filled must be filled too', () => {
    const outage = seriesOf('BTC', '1h', [...hours(4), ...hours(12).slice(8)], []);
    expect(disagreementsOf(outage, fours(bar(0), bar(8)))).toEqual([]);
    expect(disagreementsOf(outage, fours(bar(0), bar(4), bar(8)))).toEqual([
      { fromMs: 4 * HOUR, toMs: 4 * HOUR, what: 'is there at one interval only' },
    ]);
  });

  test('bars that have not all hours are not judged', () => {
    const part = seriesOf('BTC', '1h', hours(11).slice(1), []);
    const wrong = [0, 4, 8].map((first) => bar(first).with(1, 6 + first) as unknown as CandleRow);
    expect(disagreementsOf(part, fours(...wrong)).map(({ fromMs }) => fromMs / HOUR)).toEqual([4]);
  });
});
