// Buys and sells stand on the price chart of their coin, apart in shape and colour, and not too many of them.
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../../lib/csv/csv.ts';
import {
  areThinned,
  MARKS_MAX,
  marksOf,
  priceFigure,
  priceSummary,
  pricesOf,
  withPart,
} from './price-figure.ts';
import { coinsOf, sumsOf, type Trade, tradesOf } from './trades.ts';

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);
const CSV = [
  'timestamp,coin,side,price,amount,fee,profit',
  '2025-01-01T00:00:00.000Z,BTC,buy,100,2,0.2,',
  '2025-01-02T06:00:00.000Z,ETH,buy,10,5,0.05,',
  '2025-01-03T00:00:00.000Z,BTC,sell,90,2,0.18,-20.38',
  '2025-01-03T00:00:00.000Z,ETH,sell,20,5,0.1,49.85',
].join('\n');
const TRADES = tradesOf(parseCsv(CSV)) as Trade[];
const STATISTICS = {
  curves: {
    timestamp: [0, 1, 2].map((day) => new Date(START + day * DAY).toISOString()),
    prices: { BTC: { first_open: 100, close: [101, 95, 92] }, ETH: { first_open: 9, close: [10, 15] } },
  },
};
const SIZE = { widthPx: 600, heightPx: 200 };
const COLORS = { text: 't', dimmed: 'd', grid: 'g', surface: 's', price: 'p', buy: 'green', sell: 'red' };

describe('the list', () => {
  test('adds up to what its closed positions brought', () => {
    expect(sumsOf(TRADES)).toEqual({ trades: 4, closed: 2, wins: 1, profit: expect.closeTo(29.47, 9) });
    expect(coinsOf(TRADES)).toEqual(['BTC', 'ETH']);
  });

  test('of another kind is ignored', () => {
    expect(tradesOf(parseCsv('timestamp,coin\nx,BTC'))).toBeNull();
  });
});

describe('the chart', () => {
  test('is a sentence about the range that it shows', () => {
    const marks = marksOf(TRADES, 'BTC');
    expect(priceSummary('BTC', marks, null)).toBe('Price of BTC in USDT with 1 buy and 1 sell');
    expect(priceSummary('BTC', marks, { from: START, to: START + DAY })).toBe(
      'Price of BTC in USDT with 1 buy and 0 sells, 1 Jan 2025 – 2 Jan 2025',
    );
  });

  test('has the price day by day, and each trade at its time and price', () => {
    const prices = pricesOf(STATISTICS, 'BTC');
    const { data } = priceFigure(prices ?? never(), marksOf(TRADES, 'BTC'), SIZE, COLORS);
    expect(data).toMatchObject([
      { name: 'Price', y: Float64Array.of(101, 95, 92) },
      { name: 'Buy', x: [START], y: [100], marker: { symbol: 'triangle-up', color: 'green' } },
      { name: 'Sell', x: [START + 2 * DAY], y: [90], marker: { symbol: 'triangle-down', color: 'red' } },
    ]);
  });

  test('draws the bars of the run, and all bars of the part that is zoomed into', () => {
    const at = (...hours: number[]) => hours.map((hour) => START + hour * 3_600_000);
    const whole = { bars: 9, times: at(0, 4, 9), prices: [100, 140, 90] };
    expect(areThinned(whole)).toBe(true);
    expect(areThinned({ bars: 2, times: at(0, 1, 2), prices: [1, 2, 3] })).toBe(false);
    expect(withPart(whole, undefined).values).toEqual(Float64Array.of(100, 140, 90));
    const line = withPart(whole, { bars: 2, times: at(3, 4, 5), prices: [130, 140, 150] });
    expect(line).toEqual({
      times: Float64Array.from(at(0, 3, 4, 5, 9)),
      values: Float64Array.of(100, 130, 140, 150, 90),
    });
    const range = { from: START + 3 * 3_600_000, to: START + 5 * 3_600_000 };
    const { layout } = priceFigure(line, [], SIZE, COLORS, range);
    expect(layout.xaxis).toMatchObject({ range: [range.from, range.to] });
    expect(layout.yaxis).toMatchObject({ range: [expect.closeTo(128.8, 9), expect.closeTo(151.2, 9)] });
  });

  test('is not there for prices that do not fit, and for results without prices', () => {
    expect(pricesOf(STATISTICS, 'ETH')).toBeNull();
    expect(pricesOf(STATISTICS, 'SOL')).toBeNull();
    expect(pricesOf({ curves: { timestamp: [] } }, 'BTC')).toBeNull();
    expect(pricesOf({}, 'BTC')).toBeNull();
  });

  test('marks the newest of very many trades', () => {
    const many = Array.from({ length: MARKS_MAX + 5 }, (_, index) => ({
      ...(TRADES[0] as Trade),
      ms: index,
    }));
    const marks = marksOf(many, 'BTC');
    expect([marks.length, marks[0]?.ms]).toEqual([MARKS_MAX, 5]);
  });
});

const never = (): never => {
  throw new Error('there are no prices');
};
