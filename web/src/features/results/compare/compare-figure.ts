// The chart library's figure of a comparison: a line for each result and benchmark, thinned to the width of the screen.

import type { ChartColors } from '../../../lib/charts/chart-colors.ts';
import { decimated } from '../../../lib/charts/decimation.ts';
import { layoutBasics, timeAxis, valueAxis } from '../../../lib/charts/figure-basics.ts';
import type { TimeRange } from '../curves/chart-range.ts';
import type { Series } from '../curves/run-curves.ts';
import { barsIn } from '../pictures/chart-figure.ts';
import { moneyAxis, type Scale } from '../pictures/figure-layout.ts';

const COLORS = {
  dark: ['#7b95ff', '#f0a13a', '#4fc1b0', '#ff8585', '#c9a2ff', '#d9d36a'],
  light: ['#2e4bd0', '#b45f06', '#0b7a6b', '#c92a2a', '#7a3fc4', '#6b6400'],
} as const;
/** Lines differ by their pattern too. */
const PATTERNS = ['solid', '6px,2px', '1.5px,2px', '10px,3px', '8px,3px,2px,3px', '3px,3px'] as const;

/** Curves that could have been held instead stand back: grey and thin, with wide gaps. */
const HELD_COLORS = { dark: ['#aab2c0', '#7f899b'], light: ['#5b6472', '#8a93a3'] } as const;
const HELD_PATTERNS = ['5px,5px', '2px,5px', '10px,5px', '5px,5px,1px,5px'] as const;

export type LineLook = { readonly color: string; readonly pattern: string; readonly width: number };
export type DrawnLine = { readonly name: string; readonly series: Series; readonly look: LineLook };

/** How the result, or the benchmark, at a place is drawn. */
export const lineLook = (place: number, scheme: keyof typeof COLORS, isHeld = false): LineLook => {
  const [colors, patterns] = isHeld ? [HELD_COLORS[scheme], HELD_PATTERNS] : [COLORS[scheme], PATTERNS];
  return {
    color: colors[place % colors.length] as string,
    pattern: patterns[place % patterns.length] as string,
    width: isHeld ? 1.3 : 1.7,
  };
};

export type CompareView = {
  readonly range: TimeRange;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly scale: Scale;
};

const traceOf = ({ name, series: { times, values }, look }: DrawnLine, view: CompareView) => {
  const kept = decimated(values, ...barsIn(times, view.range), Math.max(1, view.widthPx));
  const picked = (from: Float64Array) => Float64Array.from(kept, (index) => from[index] as number);
  return {
    name,
    type: 'scatter' as const,
    mode: 'lines' as const,
    x: picked(times),
    y: picked(values),
    line: { color: look.color, width: look.width, dash: look.pattern },
    hoverinfo: 'skip' as const,
  };
};

/** Traces and layout. */
export const compareFigure = (lines: readonly DrawnLine[], view: CompareView, colors: ChartColors) => {
  const data = lines.map((line) => traceOf(line, view));
  return {
    data,
    layout: {
      ...layoutBasics(colors, { ...view, topPx: 8 }),
      xaxis: timeAxis(colors, view.widthPx, view.range),
      yaxis: { ...valueAxis(colors), ...moneyAxis(view.scale, data), nticks: 7 },
    },
  };
};
