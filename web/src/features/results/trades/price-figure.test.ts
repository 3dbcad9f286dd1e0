// The price chart: candles, and marks that stand apart from them in place, shape and colour.
import { describe, expect, test } from 'vitest';
import type { Scale } from '../pictures/figure-layout.ts';
import { marksOf } from './marks.ts';
import { type PriceView, priceFigure } from './price-figure.ts';
import { closesOf, type Prices, pricesOf } from './prices.ts';
import type { Trade } from './trades.ts';

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);
const COLORS = { text: 't', dimmed: 'd', grid: 'g', surface: 's', price: 'p', buy: 'green', sell: 'red' };
const VIEW: PriceView = {
  ...{ range: { from: START, to: START + 3 * DAY }, widthPx: 600, heightPx: 230, scale: 'linear' },
};
const PRICES = pricesOf({
  ...{
    bar_ms: DAY,
    candle_ms: DAY,
    times: [0, 1, 2].map((day) => START + day * DAY),
    until_ms: START + 3 * DAY,
  },
  ...{ open: [100, 104, 90], high: [110, 120, 100], low: [95, 80, 85], close: [104, 90, 99] },
}) as Prices;
const trade = (day: number, side: Trade['side']): Trade => ({
  ...{ ms: START + day * DAY, coin: 'BTC', side, price: 100, amount: 1, profit: Number.NaN },
});
const MARKS = marksOf([trade(0, 'buy'), trade(1, 'buy'), trade(1, 'sell')], PRICES);

test('candles are drawn in the middle of their time, hollow where the price rose and filled where it fell', () => {
  const [candles] = priceFigure(PRICES, [], VIEW, COLORS).data;
  expect(candles).toMatchObject({
    type: 'candlestick',
    x: Float64Array.from([0.5, 1.5, 2.5], (day) => START + day * DAY),
    open: Float64Array.of(100, 104, 90),
    close: Float64Array.of(104, 90, 99),
    increasing: { fillcolor: 's' },
    decreasing: { fillcolor: 'p' },
  });
});

test('closes alone are a line', () => {
  const timestamp = [0, 1].map((day) => new Date(START + day * DAY).toISOString());
  const closes = closesOf({ curves: { timestamp, prices: { BTC: { close: [5, 6] } } } }, 'BTC');
  const [line] = priceFigure(closes ?? PRICES, [], VIEW, COLORS).data;
  expect(line).toMatchObject({ type: 'scatter', mode: 'lines', y: Float64Array.of(5, 6) });
});

describe.each(['linear', 'log'] as const)('marks on a %s scale', (scale: Scale) => {
  const { data, layout } = priceFigure(PRICES, MARKS, { ...VIEW, scale }, COLORS);
  const [, buys, sells] = data;

  // spec: results.45
  test('stand below the low of their candle, or above its high, and hide nothing of it', () => {
    expect(buys).toMatchObject({ name: 'Buy', marker: { symbol: 'triangle-up', color: 'green', size: 8 } });
    expect(sells).toMatchObject({ name: 'Sell', marker: { symbol: 'triangle-down', color: 'red' } });
    expect(buys?.x).toEqual([START + DAY / 2, START + 1.5 * DAY]);
    expect(buys?.y.map((y, place) => y < (PRICES.low[place] as number))).toEqual([true, true]);
    expect(sells?.y.map((y) => y > 120)).toEqual([true]);
  });

  test('are as far from their candles as from each other’s on the screen, and within the pane', () => {
    const heightOf = (value: number) => (scale === 'log' ? Math.log10(value) : value);
    const [bottom = 0, top = 0] = layout.yaxis.range;
    const pxOf = (value: number) => ((heightOf(value) - bottom) / (top - bottom)) * (230 - 8 - 26);
    const away = [
      pxOf(95) - pxOf(buys?.y[0] as number),
      pxOf(80) - pxOf(buys?.y[1] as number),
      pxOf(sells?.y[0] as number) - pxOf(120),
    ];
    for (const px of away) expect(px).toBeCloseTo(9, 6);
    for (const y of [...(buys?.y ?? []), ...(sells?.y ?? [])]) {
      expect(pxOf(y)).toBeGreaterThanOrEqual(7.9);
      expect(pxOf(y)).toBeLessThanOrEqual(230 - 8 - 26 - 7.9);
    }
  });
});

test('marks are smaller where there are many candles', () => {
  const sizeIn = (widthPx: number) =>
    priceFigure(PRICES, MARKS, { ...VIEW, widthPx }, COLORS).data[1]?.marker.size;
  expect([sizeIn(600), sizeIn(18), sizeIn(6)]).toEqual([8, 7, 5]);
});

test('the axis fits the candles that are shown, also where the price stands still', () => {
  const rangeOf = (prices: typeof PRICES) => priceFigure(prices, [], VIEW, COLORS).layout.yaxis.range;
  const [bottom = 0, top = 0] = rangeOf(PRICES);
  expect(bottom).toBeLessThan(80);
  expect(top).toBeGreaterThan(120);
  const still = Float64Array.of(7, 7, 7);
  const [low = 0, high = 0] = rangeOf({ ...PRICES, open: still, high: still, low: still, close: still });
  expect(low).toBeLessThan(7);
  expect(high).toBeGreaterThan(7);
});
