// A portfolio can be tested where every one of its coins has candles.
import { describe, expect, test } from 'vitest';
import { commonDateRange, rangeRefusal } from './date-range.ts';
import { type CandleRow, type CandleSeries, type SyntheticSpan, seriesOf } from './series.ts';

const DAY = 86_400_000;
const at = (iso: string) => Date.parse(`${iso}T00:00:00Z`);

const daily = (coin: string, first: string, days: number, synthetic: SyntheticSpan[] = []): CandleSeries =>
  seriesOf(
    coin,
    '24h',
    Array.from({ length: days }, (_, day): CandleRow => [at(first) + day * DAY, 1, 1, 1, 1, 1]),
    synthetic,
  );

const portfolio = [
  daily('BTC', '2020-01-01', 100),
  daily('SOL', '2020-02-01', 69, [[at('2020-03-01'), at('2020-03-03')]]),
];

test('the youngest coin limits the start, the first that ends the end, and made-up spans are told', () => {
  expect(commonDateRange(portfolio)).toEqual({
    available: true,
    start_date: '2020-02-02',
    end_date: '2020-04-09',
    limited_by: 'SOL',
    synthetic: [{ coin: 'SOL', start_date: '2020-03-01', end_date: '2020-03-02' }],
  });
});

test('coins that never traded at the same time have no range', () => {
  const apart = [daily('BTC', '2020-01-01', 10), daily('SOL', '2020-02-01', 10)];
  expect(commonDateRange(apart)).toMatchObject({ available: false, start_date: null, end_date: null });
});

describe('rangeRefusal', () => {
  const refusal = (from: string, until: string) => rangeRefusal(portfolio, at(from), at(until));

  test('a range with candles is fine', () => {
    expect(refusal('2020-02-01', '2020-04-10')).toBeNull();
  });

  test.each([
    ['2020-01-31', '2020-03-01', 'SOL'],
    ['2020-03-01', '2020-04-11', 'BTC, SOL'],
  ])('from %s until %s there are no candles of %s', (from, until, coins) => {
    expect(refusal(from, until)).toEqual({
      refused: 'NO_CANDLES_IN_RANGE',
      data: { coins, start: '2020-02-02', end: '2020-04-09' },
    });
  });
});
