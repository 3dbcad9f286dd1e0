// What the chart library draws for a comparison: one line for each result, thinned to the width of the screen.

import { decimated } from '../../../lib/charts/decimation.ts';
import type { ChartColors } from '../charts/chart-colors.ts';
import { barsIn } from '../charts/chart-figure.ts';
import type { TimeRange } from '../charts/chart-range.ts';
import { layoutBasics, moneyAxis, type Scale, timeAxis, valueAxis } from '../charts/figure-layout.ts';
import type { Series } from '../charts/run-curves.ts';

const COLORS = {
  dark: ['#7b95ff', '#f0a13a', '#4fc1b0', '#ff8585', '#c9a2ff', '#d9d36a'],
  light: ['#2e4bd0', '#b45f06', '#0b7a6b', '#c92a2a', '#7a3fc4', '#6b6400'],
} as const;
/** Lines differ by their pattern too. */
const PATTERNS = ['solid', '6px,2px', '1.5px,2px', '10px,3px', '8px,3px,2px,3px', '3px,3px'] as const;

export type LineLook = { readonly color: string; readonly pattern: string };

/** How the line at a place is drawn. */
export const lineLook = (place: number, scheme: keyof typeof COLORS): LineLook => ({
  color: COLORS[scheme][place % COLORS[scheme].length] as string,
  pattern: PATTERNS[place % PATTERNS.length] as string,
});

export type CompareView = {
  readonly range: TimeRange;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly scale: Scale;
};

const lineOf = ({ times, values }: Series, name: string, { color, pattern }: LineLook, view: CompareView) => {
  const kept = decimated(values, ...barsIn(times, view.range), Math.max(1, view.widthPx));
  const picked = (from: Float64Array) => Float64Array.from(kept, (index) => from[index] as number);
  return {
    name,
    type: 'scatter' as const,
    mode: 'lines' as const,
    x: picked(times),
    y: picked(values),
    line: { color, width: 1.7, dash: pattern },
    hoverinfo: 'skip' as const,
  };
};

/** Traces and layout. */
export const compareFigure = (
  lines: readonly { readonly name: string; readonly series: Series }[],
  view: CompareView,
  colors: ChartColors,
  scheme: keyof typeof COLORS,
) => {
  const data = lines.map(({ name, series }, place) => lineOf(series, name, lineLook(place, scheme), view));
  return {
    data,
    layout: {
      ...layoutBasics(colors, { ...view, topPx: 8 }),
      xaxis: timeAxis(colors, view.widthPx, view.range),
      yaxis: { ...valueAxis(colors), ...moneyAxis(view.scale, data), nticks: 7 },
    },
  };
};
