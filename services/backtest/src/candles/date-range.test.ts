// A portfolio can be tested where all its coins have candles.
import { TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { commonDateRange, rangeRefusal } from './date-range.ts';
import { type CandleRow, type CandleSeries, type SyntheticSpan, seriesOf } from './series.ts';

const DAY = 86_400_000;
const at = (iso: string) => Date.parse(iso.length === 10 ? `${iso}T00:00:00Z` : iso);

const series = (
  coin: string,
  timeframe: Timeframe,
  first: string,
  last: string,
  synthetic: SyntheticSpan[] = [],
): CandleSeries => {
  const rows: CandleRow[] = [];
  for (let open = at(first); open <= at(last); open += TIMEFRAME_MS[timeframe])
    rows.push([open, 1, 1, 1, 1, 1]);
  return seriesOf(coin, timeframe, rows, synthetic);
};
const daily = (coin: string, first: string, days: number, synthetic: SyntheticSpan[] = []): CandleSeries =>
  series(coin, '24h', first, new Date(at(first) + (days - 1) * DAY).toISOString(), synthetic);

const portfolio = [
  daily('BTC', '2020-01-01', 100),
  daily('SOL', '2020-02-01', 69, [[at('2020-03-01'), at('2020-03-03')]]),
];

test('the youngest coin limits the start, the first that ends the end, and made-up spans are reported', () => {
  expect(commonDateRange(portfolio)).toEqual({
    available: true,
    start_date: '2020-02-02',
    end_date: '2020-04-09',
    limited_by: 'SOL',
    synthetic: [{ coin: 'SOL', start_date: '2020-03-01', end_date: '2020-03-02' }],
  });
});

test('made-up candles outside the common range are not reported', () => {
  const early = daily('BTC', '2020-01-01', 100, [[at('2020-01-10'), at('2020-02-03')]]);
  expect(commonDateRange([early, portfolio[1] as CandleSeries]).synthetic[0]).toEqual({
    coin: 'BTC',
    start_date: '2020-02-02',
    end_date: '2020-02-02',
  });
});

test('coins that never traded at the same time have no range', () => {
  const apart = [daily('BTC', '2020-01-01', 10), daily('SOL', '2020-02-01', 10)];
  expect(commonDateRange(apart)).toMatchObject({
    available: false,
    start_date: null,
    end_date: null,
    synthetic: [],
  });
});

describe('a coin listed on Tuesday 2020-08-11 at 06:00, now Friday 2020-09-25', () => {
  test.each([
    ['1h', '2020-08-11T06:00:00Z', '2020-09-25T13:00:00Z', '2020-08-12', '2020-09-24'],
    ['4h', '2020-08-11T04:00:00Z', '2020-09-25T08:00:00Z', '2020-08-12', '2020-09-24'],
    ['6h', '2020-08-11T06:00:00Z', '2020-09-25T06:00:00Z', '2020-08-12', '2020-09-24'],
    ['8h', '2020-08-11T00:00:00Z', '2020-09-25T00:00:00Z', '2020-08-12', '2020-09-24'],
    ['12h', '2020-08-11T00:00:00Z', '2020-09-24T12:00:00Z', '2020-08-12', '2020-09-24'],
    ['24h', '2020-08-11', '2020-09-24', '2020-08-12', '2020-09-24'],
    ['weekly', '2020-08-10', '2020-09-14', '2020-08-17', '2020-09-20'],
  ] as const)('has whole %s bars (first %s, last %s) from %s to %s', (timeframe, first, last, start, end) => {
    const range = commonDateRange([series('SOL', timeframe, first, last)]);
    expect([range.start_date, range.end_date]).toEqual([start, end]);
    const one = [series('SOL', timeframe, first, last)];
    expect(rangeRefusal(one, at(start), at(end) + DAY)).toBeNull();
    // The day, or week, of the listing is a part of one, and no range begins with it.
    const before = timeframe === 'weekly' ? 7 * DAY : DAY;
    expect(rangeRefusal(one, at(start) - before, at(end) + DAY)).not.toBeNull();
    expect(rangeRefusal(one, at(start), at(end) + 2 * DAY)).not.toBeNull();
  });
});

describe('rangeRefusal', () => {
  const refusal = (from: string, until: string) => rangeRefusal(portfolio, at(from), at(until));

  test('a range with candles is fine', () => {
    expect(refusal('2020-02-02', '2020-04-10')).toBeNull();
  });

  test('days in which no week begins have no weekly candle, and it is said so', () => {
    const weekly = [series('BTC', 'weekly', '2020-01-06', '2020-06-01')];
    expect(rangeRefusal(weekly, at('2020-03-03'), at('2020-03-07'))).toEqual({ refused: 'NO_WEEK_IN_RANGE' });
    expect(rangeRefusal(weekly, at('2020-03-03'), at('2020-03-10'))).toBeNull();
  });

  test.each([
    ['2020-01-31', '2020-03-01', 'SOL'],
    ['2020-02-01', '2020-03-01', 'SOL'],
    ['2020-03-01', '2020-04-11', 'BTC, SOL'],
  ])('from %s until %s there are no candles of %s', (from, until, coins) => {
    expect(refusal(from, until)).toEqual({
      refused: 'NO_CANDLES_IN_RANGE',
      data: { coins, start: '2020-02-02', end: '2020-04-09' },
    });
  });
});
