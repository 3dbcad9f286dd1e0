// The price chart of a coin: its candles, and below and above them where it was bought and sold.

import { AXIS_PX, layoutBasics, timeAxis, valueAxis } from '../../../lib/charts/figure-basics.ts';
import type { TimeRange } from '../curves/chart-range.ts';
import { moneyAxis, type Scale } from '../pictures/figure-layout.ts';
import type { Mark } from './marks.ts';
import type { Prices } from './prices.ts';

export type PriceColors = {
  readonly text: string;
  readonly dimmed: string;
  readonly grid: string;
  readonly surface: string;
  readonly price: string;
  readonly buy: string;
  readonly sell: string;
};

export type PriceView = {
  readonly range: TimeRange;
  /** Of the pane, and of the whole chart. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly scale: Scale;
};

const TOP_PX = 8;
/** Smaller where there are many candles, so that a mark leaves those next to its own free. */
const MARK_PX = { least: 5, most: 8 } as const;
/** From the end of a candle to the middle of its mark, and from there to the edge of the pane. */
const OFFSET_PX = 9;
const ROOM_PX = 8;

/** A scale that is read by its axis, and back. */
const AXES = {
  linear: [(value: number) => value, (place: number) => place],
  log: [Math.log10, (place: number) => 10 ** place],
} as const satisfies Record<Scale, readonly [(value: number) => number, (place: number) => number]>;

const lowestOf = (values: Float64Array): number => values.reduce((a, b) => Math.min(a, b));
const highestOf = (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b));

/** The axis of these prices, with room for marks beyond them; and how much of it a pixel is. */
const priceAxis = ({ low, high }: Prices, { heightPx, scale }: PriceView) => {
  const [placeOf] = AXES[scale];
  const [bottom, top] = [placeOf(lowestOf(low)), placeOf(highestOf(high))];
  const inner = heightPx - TOP_PX - AXIS_PX;
  const beyondPx = OFFSET_PX + ROOM_PX;
  const perPx = (top - bottom || Math.abs(top) * 0.02 || 0.02) / (inner - 2 * beyondPx);
  return { perPx, range: [bottom - beyondPx * perPx, top + beyondPx * perPx] };
};

/** Hollow where the price rose and filled where it fell, so that marks have the colours. */
const candleTrace = (prices: Prices, x: Float64Array, { price, surface }: PriceColors) => ({
  name: 'Price',
  type: 'candlestick' as const,
  x,
  open: prices.open,
  high: prices.high,
  low: prices.low,
  close: prices.close,
  increasing: { line: { color: price, width: 1 }, fillcolor: surface },
  decreasing: { line: { color: price, width: 1 }, fillcolor: price },
  whiskerwidth: 0,
  hoverinfo: 'skip' as const,
});

const lineTrace = ({ close }: Prices, x: Float64Array, { price }: PriceColors) => ({
  name: 'Price',
  type: 'scatter' as const,
  mode: 'lines' as const,
  x,
  y: close,
  line: { color: price, width: 1.4 },
  hoverinfo: 'skip' as const,
});

const SIDES = [
  { side: 'buy', name: 'Buy', symbol: 'triangle-up', end: 'low', away: -1 },
  { side: 'sell', name: 'Sell', symbol: 'triangle-down', end: 'high', away: 1 },
] as const;

/** Candles are drawn at the middle of their time. */
export const middlesOf = ({ times, lengthMs }: Prices): Float64Array => times.map((ms) => ms + lengthMs / 2);

/** Traces and layout of the candles of a range; buys and sells differ in place and shape as well as in colour. */
export const priceFigure = (prices: Prices, marks: readonly Mark[], view: PriceView, colors: PriceColors) => {
  const { widthPx, heightPx, scale } = view;
  const [placeOf, valueAt] = AXES[scale];
  const { perPx, range } = priceAxis(prices, view);
  const x = middlesOf(prices);
  const size = Math.min(MARK_PX.most, Math.max(MARK_PX.least, widthPx / x.length + 1));
  const marked = SIDES.map(({ side, name, symbol, end, away }) => {
    const own = marks.filter((mark) => mark.side === side);
    return {
      name,
      type: 'scatter' as const,
      mode: 'markers' as const,
      x: own.map(({ candle }) => x[candle] as number),
      y: own.map(({ candle }) => valueAt(placeOf(prices[end][candle] as number) + away * OFFSET_PX * perPx)),
      marker: { symbol, size, color: colors[side], line: { color: colors.text, width: size / 10 } },
      hoverinfo: 'skip' as const,
      cliponaxis: false,
    };
  });
  return {
    data: [prices.open ? candleTrace(prices, x, colors) : lineTrace(prices, x, colors), ...marked] as const,
    layout: {
      ...layoutBasics(colors, { widthPx, heightPx, topPx: TOP_PX }),
      xaxis: { ...timeAxis(colors, widthPx, view.range), rangeslider: { visible: false } },
      yaxis: { ...valueAxis(colors), ...moneyAxis(scale, [{ y: prices.high }]), range },
    },
  };
};
