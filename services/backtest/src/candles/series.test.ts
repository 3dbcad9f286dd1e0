// Outages become flat candles that are marked, missing data does not, and made-up prices are never silent.
import { describe, expect, test } from 'vitest';
import { type CandleRow, concatSeries, seriesOf, sliceSeries } from './series.ts';

const HOUR = 3_600_000;
const row = (hour: number, close: number): CandleRow => [
  hour * HOUR,
  close - 1,
  close + 2,
  close - 2,
  close,
  5,
];

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

  test('more than a day without candles is no outage', () => {
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

test('a series continues with what was fetched later', () => {
  const all = seriesOf('BTC', '1h', [row(0, 1), row(1, 2), row(2, 3)], [[2 * HOUR, null]]);
  const joined = concatSeries(sliceSeries(all, 0, 1), sliceSeries(all, 1));
  expect(joined).toEqual(all);
});
