// The chart library's input: the traces in view, thinned to the width of the screen, and their axes.

import { type ChartColors, weightColor } from '../../../lib/charts/chart-colors.ts';
import { decimated, firstFrom, sampled } from '../../../lib/charts/decimation.ts';
import { layoutBasics, timeAxis, valueAxis } from '../../../lib/charts/figure-basics.ts';
import { amount } from '../../../lib/format.ts';
import { HOLD_ALL_COINS } from '../../../lib/returns/held-return.ts';
import type { TimeRange } from '../curves/chart-range.ts';
import type { RunCurves, Series } from '../curves/run-curves.ts';
import { domainOf, type Pane, type PaneBoxes } from './chart-panes.ts';
import { type Drawn, lossAxis, moneyAxis, type Scale, SHARE_AXIS } from './figure-layout.ts';

export type EquityLine = 'portfolio' | 'benchmark' | 'basket';
export const EQUITY_LINES: readonly EquityLine[] = ['portfolio', 'benchmark', 'basket'];

/** `held`: the coin that is held as the benchmark. */
export const lineNames = (held: string): Readonly<Record<EquityLine, string>> => ({
  portfolio: 'Strategy',
  benchmark: `Hold ${held}`,
  basket: HOLD_ALL_COINS,
});
type Dash = 'solid' | 'dash' | 'dot';
export const DASHES: Readonly<Record<EquityLine, Dash>> = {
  portfolio: 'solid',
  benchmark: 'dash',
  basket: 'dot',
};

export type ChartView = {
  readonly panes: PaneBoxes;
  readonly range: TimeRange;
  readonly widthPx: number;
  readonly scale: Scale;
  readonly hidden: readonly EquityLine[];
};

const LETTER_PX = 6.2;
const DIGIT_PX = 7.4;
const STROKE_PX = 34;

/** About how much room the name of each line needs, with its highest value. */
export const lineWidthsPx = (curves: RunCurves): number[] =>
  EQUITY_LINES.flatMap((key) => {
    const values = curves[key]?.values;
    if (!values) return [];
    const highest = values.reduce((high, value) => Math.max(high, value), 0);
    const letters = lineNames(curves.held)[key].length;
    return [STROKE_PX + LETTER_PX * letters + DIGIT_PX * amount(highest).length];
  });

/** The bars of a range, and the one before and after it, so that lines reach the edges. */
export const barsIn = (times: Float64Array, { from, to }: TimeRange): [number, number] => [
  Math.max(0, firstFrom(times, from) - 1),
  Math.min(times.length, firstFrom(times, to + 1) + 1),
];

const picked = (values: Float64Array, kept: Uint32Array): Float64Array =>
  Float64Array.from(kept, (index) => values[index] ?? Number.NaN);

/** Fine enough to follow every turn of a line. */
const PATTERNS: Readonly<Record<Dash, string>> = { solid: 'solid', dash: '5px,2px', dot: '1.5px,2px' };

type Line = { name: string; axis: string; color: string; width: number; dash?: Dash };

const line = (
  { times, values }: Series,
  view: ChartView,
  { name, axis, color, width, dash = 'solid' }: Line,
) => {
  const kept = decimated(values, ...barsIn(times, view.range), Math.max(1, view.widthPx));
  return {
    name,
    type: 'scatter' as const,
    mode: 'lines' as const,
    x: picked(times, kept),
    y: picked(values, kept),
    yaxis: axis,
    line: { color, width, dash: PATTERNS[dash] },
    hoverinfo: 'skip' as const,
  };
};

type Trace = Drawn & { readonly name: string };
type Draw = (curves: RunCurves, view: ChartView, axis: string, colors: ChartColors) => Trace[];

const stacked =
  (pane: 'holdings' | 'weights'): Draw =>
  (curves, view, axis, colors) => {
    const { portfolio, [pane]: weights } = curves;
    if (!weights) return [];
    const kept = sampled(...barsIn(portfolio.times, view.range), Math.max(1, view.widthPx));
    const x = picked(portfolio.times, kept);
    // One bar among many would show a chance value; the average over its bars is what was held.
    const rows = Array.from(kept, (bar, index) => weights.mean(bar, kept[index + 1] ?? bar + 1));
    return weights.coins.map((coin, index) => ({
      name: coin,
      type: 'scatter' as const,
      mode: 'lines' as const,
      x,
      y: rows.map((row) => row[index] ?? 0),
      yaxis: axis,
      stackgroup: pane,
      line: { color: colors.surface, width: 0.4, shape: 'hv' as const },
      fillcolor: weightColor(coin, index),
      hoverinfo: 'skip' as const,
    }));
  };

const DRAW: Readonly<Record<Pane, Draw>> = {
  equity: (curves, view, axis, colors) =>
    EQUITY_LINES.filter((key) => !view.hidden.includes(key)).flatMap((key) => {
      const series = curves[key];
      const width = key === 'portfolio' ? 1.8 : 1.4;
      return series
        ? [
            line(series, view, {
              name: lineNames(curves.held)[key],
              axis,
              color: colors[key],
              width,
              dash: DASHES[key],
            }),
          ]
        : [];
    }),
  underwater: ({ drawdown }, view, axis, colors) => [
    {
      ...line(drawdown, view, { name: 'Drawdown', axis, color: colors.underwater, width: 1.2 }),
      fill: 'tozeroy',
      fillcolor: `${colors.underwater}30`,
    },
  ],
  holdings: stacked('holdings'),
  weights: stacked('weights'),
  rolling_sharpe: ({ rollingSharpe }, view, axis, colors) =>
    rollingSharpe
      ? [line(rollingSharpe, view, { name: 'Rolling Sharpe', axis, color: colors.rollingSharpe, width: 1.5 })]
      : [],
};

/** The deepest of the bars in view. */
const lowestIn = ({ times, values }: Series, range: TimeRange): number =>
  values.subarray(...barsIn(times, range)).reduce((lowest, value) => Math.min(lowest, value), 0);

type Axis = (curves: RunCurves, view: ChartView, drawn: readonly Drawn[]) => object;

const Y_AXIS: Readonly<Record<Pane, Axis>> = {
  equity: (_, { scale }, drawn) => moneyAxis(scale, drawn),
  underwater: ({ drawdown }, { range }) => lossAxis(lowestIn(drawdown, range)),
  holdings: () => SHARE_AXIS,
  weights: () => SHARE_AXIS,
  rolling_sharpe: () => ({ tickformat: '.1~f', zeroline: true }),
};

const axisId = (index: number): string => (index === 0 ? 'y' : `y${index + 1}`);

/** Traces and layout for the chart library. */
export const chartFigure = (curves: RunCurves, view: ChartView, colors: ChartColors) => {
  const { boxes, height } = view.panes;
  const drawn = boxes.map(({ pane }, index) => DRAW[pane](curves, view, axisId(index), colors));
  const values = boxes.map((box, index) => [
    `yaxis${index === 0 ? '' : index + 1}`,
    {
      ...valueAxis(colors),
      ...Y_AXIS[box.pane](curves, view, drawn[index] ?? []),
      domain: domainOf(box, height),
      nticks: Math.max(4, Math.floor(box.height / 40)),
    },
  ]);
  return {
    data: drawn.flat(),
    layout: {
      ...layoutBasics(colors, { widthPx: view.widthPx, heightPx: height, topPx: 0 }),
      xaxis: { ...timeAxis(colors, view.widthPx, view.range), anchor: axisId(boxes.length - 1) },
      ...Object.fromEntries(values),
    },
  };
};
