// The price of one coin with its buys and sells.
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { counted } from '../../../lib/format.ts';
import { chartColors } from '../charts/chart-colors.ts';
import { PLOT_CONFIG } from '../charts/figure-layout.ts';
import { Plot } from '../charts/plot.ts';
import type { Series } from '../charts/run-curves.ts';
import { priceFigure } from './price-figure.ts';
import type { Trade } from './trades.ts';
import classes from './trades-view.module.css';

const HEIGHT_PX = 230;

const MARKS = {
  dark: { buy: '#4fc1b0', sell: '#ff8585' },
  light: { buy: '#0b7a6b', sell: '#c92a2a' },
} as const;

type PriceChartProps = { coin: string; prices: Series; marks: readonly Trade[] };

/** Can be zoomed by drawing; a double click shows everything. */
export const PriceChart = ({ coin, prices, marks }: PriceChartProps) => {
  const scheme = useComputedColorScheme('dark');
  const hasMouse = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false });
  const { ref, width } = useElementSize();
  const figure = useMemo(() => {
    const { text, dimmed, grid, surface, portfolio: price } = chartColors(scheme);
    const colors = { text, dimmed, grid, surface, price, ...MARKS[scheme] };
    return priceFigure(prices, marks, { widthPx: Math.max(180, width), heightPx: HEIGHT_PX }, colors);
  }, [prices, marks, width, scheme]);
  const buys = marks.filter(({ side }) => side === 'buy').length;
  const label = `Price of ${coin} in USDT with ${counted(buys, 'buy', 'buys')} and ${counted(marks.length - buys, 'sell', 'sells')}`;
  return (
    <figure ref={ref} className={classes.chart} aria-label={label} style={{ minHeight: HEIGHT_PX }}>
      {width > 0 ? <Plot {...figure} config={{ ...PLOT_CONFIG, staticPlot: !hasMouse }} /> : null}
    </figure>
  );
};
