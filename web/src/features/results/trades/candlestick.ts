// Teaches the chart library candles, which only the price chart needs.
import candlestick from 'plotly.js/lib/candlestick';
import Plotly from 'plotly.js/lib/core';

Plotly.register(candlestick);
