// The chart library's figure of a run's equity within the bands of what chance would have made of it.
import type { ChartColors } from '../../../lib/charts/chart-colors.ts';
import { layoutBasics, timeAxis, valueAxis } from '../../../lib/charts/figure-basics.ts';
import { moneyAxis, type Scale } from '../pictures/figure-layout.ts';
import type { Bands } from './chance-record.ts';

type BandView = { readonly widthPx: number; readonly heightPx: number; readonly scale: Scale };

/** How opaque the wide and the narrow band are, as the end of a colour. */
const OPACITY = { wide: '26', narrow: '40' } as const;

/** Traces and layout: the wide band, the narrow one, their middle as dashes, and the run as a line. */
export const bandFigure = (bands: Bands, { scale, ...size }: BandView, colors: ChartColors) => {
  const trace = (name: string, y: Float64Array, line: object, fill: object = {}) => ({
    name,
    type: 'scatter' as const,
    mode: 'lines' as const,
    x: bands.times,
    y,
    line,
    hoverinfo: 'skip' as const,
    ...fill,
  });
  const edge = { width: 0, color: colors.basket };
  const down = (opacity: string) => ({ fill: 'tonexty' as const, fillcolor: `${colors.basket}${opacity}` });
  const data = [
    trace('95 %', bands.p95, edge),
    trace('5 %', bands.p5, edge, down(OPACITY.wide)),
    trace('75 %', bands.p75, edge),
    trace('25 %', bands.p25, edge, down(OPACITY.narrow)),
    trace('50 %', bands.p50, { width: 1.3, color: colors.basket, dash: '6px,3px' }),
    trace('This run', bands.portfolio, { width: 1.8, color: colors.portfolio }),
  ];
  return {
    data,
    layout: {
      ...layoutBasics(colors, { ...size, topPx: 8 }),
      xaxis: timeAxis(colors, size.widthPx),
      yaxis: { ...valueAxis(colors), ...moneyAxis(scale, data), nticks: 7 },
    },
  };
};
