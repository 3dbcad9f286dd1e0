// What the price chart of a coin draws: its price day by day, and where it was bought and sold.
import { barTime, fineNumber } from '../../../lib/format.ts';
import {
  axisBasics,
  LEFT_PX,
  layoutBasics,
  moneyAxis,
  RIGHT_PX,
  timeAxis,
  usualScale,
} from '../charts/figure-layout.ts';
import type { Series } from '../charts/run-curves.ts';
import { isRecord, type Row } from '../statistics/statistics-tables.ts';
import type { Trade } from './trades.ts';

/** More marks hide the line, and the library takes long for them. */
export const MARKS_MAX = 2_000;

export type PriceColors = {
  readonly text: string;
  readonly dimmed: string;
  readonly grid: string;
  readonly surface: string;
  readonly price: string;
  readonly buy: string;
  readonly sell: string;
};

/** A coin's closes from the statistics of a run; null in results that are older than these. */
export const pricesOf = ({ curves }: Row, coin: string): Series | null => {
  if (!isRecord(curves) || !Array.isArray(curves.timestamp) || !isRecord(curves.prices)) return null;
  const prices = curves.prices[coin];
  if (!isRecord(prices) || !Array.isArray(prices.close)) return null;
  const times = Float64Array.from(curves.timestamp, (time) => Date.parse(String(time)));
  const values = Float64Array.from(prices.close, Number);
  return times.length === values.length && times.length > 0 ? { times, values } : null;
};

/** The newest trades of a coin, as many as are marked. */
export const marksOf = (trades: readonly Trade[], coin: string): Trade[] =>
  trades.filter((trade) => trade.coin === coin).slice(-MARKS_MAX);

const SIDES = [
  { side: 'buy', name: 'Buy', symbol: 'triangle-up' },
  { side: 'sell', name: 'Sell', symbol: 'triangle-down' },
] as const;

type Size = { readonly widthPx: number; readonly heightPx: number };

/** Traces and layout; buys and sells differ in shape as well as in colour. */
export const priceFigure = (
  line: Series,
  marks: readonly Trade[],
  { widthPx, heightPx }: Size,
  colors: PriceColors,
) => {
  const inner = widthPx - LEFT_PX - RIGHT_PX;
  const marked = SIDES.map(({ side, name, symbol }) => {
    const own = marks.filter((trade) => trade.side === side);
    return {
      name,
      type: 'scatter' as const,
      mode: 'markers' as const,
      x: own.map(({ ms }) => ms),
      y: own.map(({ price }) => price),
      marker: { symbol, size: 9, color: colors[side], line: { color: colors.grid, width: 0.5 } },
      text: own.map(({ price, ms }) => `${name} at ${fineNumber(price)} USDT<br>${barTime(ms)}`),
      hovertemplate: '%{text}<extra></extra>',
    };
  });
  return {
    data: [
      {
        name: 'Price',
        type: 'scatter' as const,
        mode: 'lines' as const,
        x: line.times,
        y: line.values,
        line: { color: colors.price, width: 1.4 },
        hoverinfo: 'skip' as const,
      },
      ...marked,
    ],
    layout: {
      ...layoutBasics(colors, { widthPx: inner, heightPx, topPx: 8 }),
      hovermode: 'closest' as const,
      xaxis: timeAxis(colors, inner),
      yaxis: { ...axisBasics(colors), ...moneyAxis(usualScale([line])), fixedrange: true },
    },
  };
};
