// The chart library as a component, reduced to the line charts that the product needs.
import Plotly from 'plotly.js/lib/core';
import createPlotlyComponent from 'react-plotly.js/factory';

/** A chart; without WebGL and without traces that nothing uses. */
export const Plot = createPlotlyComponent(Plotly);
