// What the price chart of a coin draws: its price day by day, and where it was bought and sold.
import type { Series } from '../charts/run-curves.ts';
import { isRecord, type Row } from '../statistics/statistics-tables.ts';
import type { Trade } from './trades.ts';

/** More marks hide the line, and the library takes long for them. */
export const MARKS_MAX = 2_000;

export type PriceColors = {
  readonly text: string;
  readonly dimmed: string;
  readonly grid: string;
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
  { times, values }: Series,
  marks: readonly Trade[],
  { widthPx, heightPx }: Size,
  colors: PriceColors,
) => {
  const axis = {
    gridcolor: colors.grid,
    linecolor: colors.grid,
    zeroline: false,
    tickfont: { color: colors.dimmed },
  };
  const marked = SIDES.map(({ side, name, symbol }) => {
    const own = marks.filter((trade) => trade.side === side);
    return {
      name,
      type: 'scatter' as const,
      mode: 'markers' as const,
      x: own.map(({ ms }) => ms),
      y: own.map(({ price }) => price),
      marker: { symbol, size: 9, color: colors[side], line: { color: colors.grid, width: 0.5 } },
      hovertemplate: `${name} at %{y:,~g}<br>%{x|%-d %b %Y, %H:%M}<extra></extra>`,
    };
  });
  return {
    data: [
      {
        name: 'Price',
        type: 'scatter' as const,
        mode: 'lines' as const,
        x: times,
        y: values,
        line: { color: colors.price, width: 1.4 },
        hoverinfo: 'skip' as const,
      },
      ...marked,
    ],
    layout: {
      autosize: false,
      width: widthPx,
      height: heightPx,
      showlegend: false,
      hovermode: 'closest' as const,
      paper_bgcolor: 'rgba(0,0,0,0)',
      plot_bgcolor: 'rgba(0,0,0,0)',
      margin: { l: 62, r: 14, t: 8, b: 26 },
      font: { family: "'Inter Variable', system-ui, sans-serif", size: 11.5, color: colors.text },
      xaxis: { ...axis, type: 'date' as const, nticks: Math.max(2, Math.floor(widthPx / 110)) },
      yaxis: { ...axis, tickformat: ',~g', fixedrange: true },
    },
  };
};
