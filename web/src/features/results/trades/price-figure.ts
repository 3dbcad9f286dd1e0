// What the price chart of a coin draws: its price bar by bar, and where it was bought and sold.
import type { PricePoints } from '@tradeium/contracts';
import { barTime, counted, dayName, fineNumber } from '../../../lib/format.ts';
import type { TimeRange } from '../charts/chart-range.ts';
import {
  LEFT_PX,
  layoutBasics,
  moneyAxis,
  RIGHT_PX,
  timeAxis,
  usualScale,
  valueAxis,
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

/** Whether a part of the prices would show more than all of them do. */
export const areThinned = ({ bars, times }: PricePoints): boolean => bars >= times.length;

/** The prices of the run with those of a part of it, of which there are more, in their place. */
export const withPart = (whole: PricePoints, part: PricePoints | undefined): Series => {
  const [from, to] = [part?.times[0], part?.times.at(-1)];
  const isOutside = (ms: number): boolean => from === undefined || to === undefined || ms < from || ms > to;
  const points = [
    ...whole.times.flatMap((ms, at) => (isOutside(ms) ? [[ms, whole.prices[at] as number] as const] : [])),
    ...(part?.times ?? []).map((ms, at) => [ms, part?.prices[at] as number] as const),
  ].sort(([a], [b]) => a - b);
  return {
    times: Float64Array.from(points, ([ms]) => ms),
    values: Float64Array.from(points, ([, price]) => price),
  };
};

/** The newest trades of a coin, as many as are marked. */
export const marksOf = (trades: readonly Trade[], coin: string): Trade[] =>
  trades.filter((trade) => trade.coin === coin).slice(-MARKS_MAX);

/** What the chart shows of a range in a sentence, for screen readers. */
export const priceSummary = (coin: string, marks: readonly Trade[], range: TimeRange | null): string => {
  const shown = marks.filter(({ ms }) => range === null || (ms >= range.from && ms <= range.to));
  const buys = shown.filter(({ side }) => side === 'buy').length;
  const days = range === null ? '' : `, ${dayName(range.from)} – ${dayName(range.to)}`;
  return `Price of ${coin} in USDT with ${counted(buys, 'buy', 'buys')} and ${counted(shown.length - buys, 'sell', 'sells')}${days}`;
};

const SIDES = [
  { side: 'buy', name: 'Buy', symbol: 'triangle-up' },
  { side: 'sell', name: 'Sell', symbol: 'triangle-down' },
] as const;

type Size = { readonly widthPx: number; readonly heightPx: number };

/** Of the prices in a range, with some room; undefined for all of them. */
const priceRange = (line: Series, range: TimeRange | null, isLog: boolean): number[] | undefined => {
  if (range === null) return undefined;
  const shown = line.values.filter((_, at) => {
    const ms = line.times[at] as number;
    return ms >= range.from && ms <= range.to;
  });
  if (shown.length === 0) return undefined;
  const ends = [shown.reduce((a, b) => Math.min(a, b)), shown.reduce((a, b) => Math.max(a, b))];
  const [low = 0, high = 0] = isLog ? ends.map(Math.log10) : ends;
  const room = (high - low) * 0.06 || Math.abs(high) * 0.01;
  return [low - room, high + room];
};

/** Traces and layout; buys and sells differ in shape as well as in colour. Without a range all is shown. */
export const priceFigure = (
  line: Series,
  marks: readonly Trade[],
  { widthPx, heightPx }: Size,
  colors: PriceColors,
  range: TimeRange | null = null,
) => {
  const scale = usualScale([line]);
  const prices = priceRange(line, range, scale === 'log');
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
      xaxis: timeAxis(colors, inner, range ?? undefined),
      yaxis: {
        ...valueAxis(colors),
        ...moneyAxis(scale, [{ y: line.values }]),
        ...(prices && { range: prices }),
      },
    },
  };
};
