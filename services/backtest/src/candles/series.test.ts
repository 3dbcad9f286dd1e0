// Outages become marked flat candles, missing data does not, and synthetic prices are never silent.
import { describe, expect, test } from 'vitest';
import {
  assertOutagesShort,
  type CandleRow,
  continuedTo,
  emptySeries,
  filledSpans,
  joinedSeries,
  type SyntheticSpan,
  seriesOf,
  withCandles,
  withoutCandles,
} from './series.ts';

const HOUR = 3_600_000;
const row = (hour: number, close: number): CandleRow => [
  hour * HOUR,
  close - 1,
  close + 2,
  close - 2,
  close,
  5,
];

describe('continuedTo', () => {
  const series = seriesOf('BTC', '1h', [row(0, 100), row(1, 103)], []);

  test('goes on at the last close, without volume, and says so', () => {
    const longer = continuedTo(series, 3 * HOUR);
    expect([...longer.timestamp]).toEqual([0, HOUR, 2 * HOUR, 3 * HOUR]);
    expect([...longer.close]).toEqual([100, 103, 103, 103]);
    expect([...longer.low]).toEqual([98, 101, 103, 103]);
    expect([...longer.volume]).toEqual([5, 5, 0, 0]);
    expect([...longer.filled]).toEqual([0, 0, 1, 1]);
  });

  test.each([
    ['its last bar', HOUR],
    ['an earlier one', 0],
  ])('changes nothing up to %s', (_what, lastMs) => {
    expect(continuedTo(series, lastMs)).toBe(series);
  });

  test('has nothing to go on from without a candle', () => {
    expect(continuedTo(emptySeries('BTC', '1h'), 3 * HOUR).timestamp).toHaveLength(0);
  });
});

describe('seriesOf', () => {
  test('an outage is met by flat candles at the last close', () => {
    const series = seriesOf('BTC', '1h', [row(0, 100), row(3, 103)], []);
    expect([...series.timestamp]).toEqual([0, HOUR, 2 * HOUR, 3 * HOUR]);
    expect([...series.open]).toEqual([99, 100, 100, 102]);
    expect([...series.high]).toEqual([102, 100, 100, 105]);
    expect([...series.low]).toEqual([98, 100, 100, 101]);
    expect([...series.close]).toEqual([100, 100, 100, 103]);
    expect([...series.volume]).toEqual([5, 0, 0, 5]);
    expect([...series.filled]).toEqual([0, 1, 1, 0]);
  });

  test('more than a day without candles is not an outage', () => {
    expect(() => seriesOf('VET', '1h', [row(0, 100), row(26, 103)], [])).toThrow(/25 candles are missing/);
  });

  test('candles out of order or off the grid are refused', () => {
    expect(() => seriesOf('BTC', '1h', [row(1, 100), row(0, 100), row(2, 1)], [])).toThrow(/out of order/);
    expect(() => seriesOf('BTC', '1h', [row(0, 100), row(0.5, 100), row(2, 1)], [])).toThrow(/out of order/);
  });

  test('every bar that a made-up span touches is marked', () => {
    const rows = [row(0, 1), row(1, 1), row(2, 1), row(3, 1)];
    expect([...seriesOf('BTC', '1h', rows, [[HOUR * 1.5, HOUR * 2]]).synthetic]).toEqual([0, 1, 0, 0]);
    expect([...seriesOf('BTC', '1h', rows, [[HOUR * 2, null]]).synthetic]).toEqual([0, 0, 1, 1]);
  });

  test('no candles make an empty series', () => {
    expect(seriesOf('BTC', '1h', [], []).timestamp).toHaveLength(0);
  });
});

describe('withCandles', () => {
  const made: SyntheticSpan[] = [[2 * HOUR, null]];

  test('a series continues with later candles as if all had come at once', () => {
    const rows = [row(0, 1), row(1, 2), row(2, 3), row(5, 4)];
    const all = seriesOf('BTC', '1h', rows, made);
    const first = seriesOf('BTC', '1h', rows.slice(0, 2), made);
    expect(withCandles(first, rows.slice(1), made)).toEqual(all);
    expect(withCandles(emptySeries('BTC', '1h'), rows, made)).toEqual(all);
    expect(withCandles(all, [], made)).toEqual(all);
  });

  test('what comes late takes the place of flat candles, and those after follow it', () => {
    const known = seriesOf('BTC', '1h', [row(0, 100), row(4, 104)], []);
    const mended = withCandles(known, [row(2, 102)], []);
    expect([...mended.filled]).toEqual([0, 1, 0, 1, 0]);
    expect([...mended.close]).toEqual([100, 100, 102, 102, 104]);
    expect([...known.filled]).toEqual([0, 1, 1, 1, 0]);
  });

  test('a made-up candle takes no real one away, a real one takes a made-up one', () => {
    const real = seriesOf('BTC', '1h', [row(0, 1), row(3, 4)], []);
    const bridged = withCandles(real, [row(1, 9), row(2, 9), row(3, 9)], [[HOUR, 4 * HOUR]]);
    expect([...bridged.close]).toEqual([1, 9, 9, 4]);
    expect([...bridged.synthetic]).toEqual([0, 1, 1, 0]);
    const found = withCandles(bridged, [row(2, 3)], []);
    expect([...found.close]).toEqual([1, 9, 3, 4]);
    expect([...found.synthetic]).toEqual([0, 1, 0, 0]);
  });

  test('earlier candles make it longer at its beginning', () => {
    const later = seriesOf('BTC', '1h', [row(5, 6)], []);
    expect([...withCandles(later, [row(3, 4), row(4, 5)], []).close]).toEqual([4, 5, 6]);
  });

  test('more than a day between two parts is seen', () => {
    const apart = withCandles(seriesOf('BTC', '1h', [row(0, 1)], []), [row(26, 2)], []);
    expect(() => assertOutagesShort(apart)).toThrow(/25 candles are missing before 1970-01-02T02:00/);
  });
});

test('flat candles are found from a time on', () => {
  const series = seriesOf('BTC', '1h', [row(0, 1), row(3, 4), row(5, 6)], []);
  expect(filledSpans(series)).toEqual([
    [HOUR, 2 * HOUR],
    [4 * HOUR, 4 * HOUR],
  ]);
  expect(filledSpans(series, 2 * HOUR)[0]).toEqual([2 * HOUR, 2 * HOUR]);
});

test('candles that are taken out become flat, the first one stays', () => {
  const series = seriesOf('BTC', '1h', [row(0, 1), row(1, 2), row(2, 3)], []);
  const without = withoutCandles(series, [[0, HOUR]]);
  expect([...without.filled]).toEqual([0, 1, 0]);
  expect([...without.close]).toEqual([1, 1, 3]);
});

test('a week that holds one made-up hour is made up', () => {
  const monday = 4 * 24 * HOUR;
  const weeks = [0, 1, 2].map((week): CandleRow => [monday + week * 168 * HOUR, 1, 1, 1, 1, 1]);
  const hour = monday + 168 * HOUR + 100 * HOUR;
  expect([...seriesOf('BTC', 'weekly', weeks, [[hour, hour + HOUR]]).synthetic]).toEqual([0, 1, 0]);
});

describe('joinedSeries', () => {
  const first = seriesOf('BTC', '1h', [row(2, 102), row(3, 103), row(5, 105)], [[5 * HOUR, 6 * HOUR]]);

  test('adds what is missing before, after and in between, and keeps the candles that are there', () => {
    const other = seriesOf('BTC', '1h', [row(0, 1), row(1, 2), row(3, 999), row(4, 4), row(7, 7)], []);
    const joined = joinedSeries(first, other);
    expect([...joined.close]).toEqual([1, 2, 102, 103, 4, 105, 105, 7]);
    expect([...joined.filled]).toEqual([0, 0, 0, 0, 0, 0, 1, 0]);
    expect([...joined.synthetic]).toEqual([0, 0, 0, 0, 0, 1, 0, 0]);
  });

  test('prefers real prices, and keeps the marks of those that are made up', () => {
    const other = seriesOf('BTC', '1h', [row(5, 55), row(6, 66)], [[6 * HOUR, 7 * HOUR]]);
    const joined = joinedSeries(first, other);
    expect([...joined.close.slice(-2)]).toEqual([55, 66]);
    expect([...joined.synthetic.slice(-2)]).toEqual([0, 1]);
  });

  test('is the same series when the other has nothing to add', () => {
    expect(joinedSeries(first, seriesOf('BTC', '1h', [row(2, 1), row(3, 1)], []))).toBe(first);
  });
});
