// Trades on the candles of their coin: one mark for all purchases of a candle, and one for all sales.
import { expect, test } from 'vitest';
import { marksOf } from './marks.ts';
import { type Prices, pricesOf } from './prices.ts';
import type { Trade } from './trades.ts';

const DAY = 86_400_000;
const four = [1, 1, 1, 1];
const PRICES = pricesOf({
  ...{ bar_ms: DAY, candle_ms: 7 * DAY, times: [0, 7, 14, 21].map((day) => day * DAY), until_ms: 28 * DAY },
  ...{ open: four, high: four, low: four, close: four },
}) as Prices;
const trade = (day: number, side: Trade['side'], price: number, amount: number): Trade => ({
  ...{ ms: day * DAY, coin: 'BTC', side, price, amount, profit: Number.NaN },
});

test('a candle has at most one mark of each side, at their average price by amount', () => {
  const trades = [
    trade(0, 'buy', 100, 1),
    trade(8, 'buy', 100, 1),
    trade(13.9, 'buy', 200, 3),
    trade(9, 'sell', 50, 2),
    trade(27, 'sell', 60, 2),
  ];
  expect(marksOf(trades, PRICES)).toEqual([
    { candle: 0, side: 'buy', count: 1, price: 100 },
    { candle: 1, side: 'buy', count: 2, price: 175 },
    { candle: 1, side: 'sell', count: 1, price: 50 },
    { candle: 3, side: 'sell', count: 1, price: 60 },
  ]);
});

test('very many trades are as many marks as their candles have sides', () => {
  const many = Array.from({ length: 50_000 }, (_, place) =>
    trade((place % 280) / 10, place % 2 ? 'buy' : 'sell', 10, 1),
  );
  expect(marksOf(many, PRICES)).toHaveLength(8);
});

test('without candles there are none', () => {
  expect(marksOf([trade(0, 'buy', 1, 1)], { ...PRICES, times: new Float64Array() })).toEqual([]);
});
