// The chart library, reduced to the line charts that results need.
import Plotly from 'plotly.js/lib/core';
import createPlotlyComponent from 'react-plotly.js/factory';
import { PLOT_CONFIG } from './figure-layout.ts';

/** A chart; without WebGL and without traces that nothing uses. */
export const Plot = createPlotlyComponent(Plotly);

/** A figure as a PNG, in the colours that it has, at twice the pixels; a data URL. */
export const pngOf = (figure: {
  data: object[];
  layout: { width: number; height: number };
}): Promise<string> =>
  Plotly.toImage(
    { ...figure, config: PLOT_CONFIG },
    {
      format: 'png',
      width: figure.layout.width,
      height: figure.layout.height,
      scale: 2,
    },
  );
