// The chart library, reduced to the line charts that results need.
import Plotly from 'plotly.js/lib/core';
import createPlotlyComponent from 'react-plotly.js/factory';

/** A chart; without WebGL and without traces that nothing uses. */
export const Plot = createPlotlyComponent(Plotly);
