// What the equity chart draws: traces and layout, in the colours of the scheme.
import { cssColor } from '../../lib/css-colors.ts';
import type { EquityCurve } from './equity.ts';

export type Scale = 'linear' | 'log';

type Colors = {
  text: string;
  dimmed: string;
  grid: string;
  line: string;
  fill: string;
  loss: string;
  surface: string;
};

/** The theme's colours; `scheme` is asked for so that a change of it reads them anew. */
export const chartColors = (scheme: 'dark' | 'light'): Colors => ({
  text: cssColor('--mantine-color-text'),
  dimmed: cssColor('--mantine-color-dimmed'),
  grid: cssColor('--line'),
  line: scheme === 'dark' ? '#7b95ff' : '#2e4bd0',
  fill: scheme === 'dark' ? 'rgba(123,149,255,0.10)' : 'rgba(46,75,208,0.07)',
  loss: cssColor('--loss'),
  surface: cssColor('--surface-2'),
});

const axis = (colors: Colors) => ({
  gridcolor: colors.grid,
  linecolor: colors.grid,
  zeroline: false,
  tickfont: { color: colors.dimmed },
});

/** Value above, drawdown below, one time axis for both. */
export const equityFigure = ({ times, values, drawdowns }: EquityCurve, scale: Scale, colors: Colors) => ({
  data: [
    {
      name: 'Portfolio value',
      type: 'scatter',
      mode: 'lines',
      x: times,
      y: values,
      line: { color: colors.line, width: 1.8 },
      hovertemplate: '%{y:,.2f} USDT<extra></extra>',
    },
    {
      name: 'Drawdown',
      type: 'scatter',
      mode: 'lines',
      x: times,
      y: drawdowns,
      yaxis: 'y2',
      fill: 'tozeroy',
      fillcolor: `color-mix(in srgb, ${colors.loss} 18%, transparent)`,
      line: { color: colors.loss, width: 1.2 },
      hovertemplate: '%{y:.2%}<extra></extra>',
    },
  ],
  layout: {
    autosize: true,
    showlegend: false,
    hovermode: 'x unified',
    modebar: { bgcolor: 'rgba(0,0,0,0)', color: colors.dimmed, activecolor: colors.line },
    dragmode: 'zoom',
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    margin: { l: 62, r: 14, t: 6, b: 30 },
    font: { family: "'Inter Variable', system-ui, sans-serif", size: 11.5, color: colors.text },
    hoverlabel: { bgcolor: colors.surface, bordercolor: colors.grid, font: { color: colors.text } },
    xaxis: {
      ...axis(colors),
      type: 'date',
      anchor: 'y2',
      showspikes: true,
      spikethickness: 1,
      spikecolor: colors.dimmed,
    },
    yaxis: { ...axis(colors), type: scale, domain: [0.32, 1], tickformat: ',.0f', exponentformat: 'none' },
    yaxis2: { ...axis(colors), domain: [0, 0.26], tickformat: '.0%', rangemode: 'tozero' },
  },
});
