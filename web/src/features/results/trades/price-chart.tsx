// The price of one coin with its buys and sells.
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { useReadPricesQuery } from '../api.ts';
import { chartColors } from '../charts/chart-colors.ts';
import type { TimeRange } from '../charts/chart-range.ts';
import type { Series } from '../charts/run-curves.ts';
import { ZoomableFigure } from '../charts/zoomable-plot.tsx';
import { areThinned, priceFigure, priceSummary, withPart } from './price-figure.ts';
import type { Trade } from './trades.ts';
import classes from './trades-view.module.css';

const HEIGHT_PX = 230;

const MARKS = {
  dark: { buy: '#4fc1b0', sell: '#ff8585' },
  light: { buy: '#0b7a6b', sell: '#c92a2a' },
} as const;

type PriceChartProps = {
  chatId: string;
  folderName: string;
  coin: string;
  /** Day by day: drawn while the run's bars are not available. */
  daily: Series;
  marks: readonly Trade[];
};

/** As many bars as fit the screen, and more of a part that is zoomed into. */
const usePrices = (
  { chatId: id, folderName, coin, daily }: Omit<PriceChartProps, 'marks'>,
  range: TimeRange | null,
): Series => {
  const { currentData: whole } = useReadPricesQuery({ id, folderName, coin });
  const needsPart = range !== null && whole !== undefined && areThinned(whole);
  const bounds = range && { from_ms: Math.floor(range.from), until_ms: Math.ceil(range.to) };
  const { currentData: part } = useReadPricesQuery({ id, folderName, coin, ...bounds }, { skip: !needsPart });
  return useMemo(
    () => (whole && whole.times.length > 0 ? withPart(whole, needsPart ? part : undefined) : daily),
    [whole, part, needsPart, daily],
  );
};

/** Can be zoomed by drawing; a double click shows everything. */
export const PriceChart = ({ marks, ...run }: PriceChartProps) => {
  const { coin } = run;
  const scheme = useComputedColorScheme('dark');
  const hasMouse = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false });
  const { ref, width } = useElementSize();
  const [range, setRange] = useState<TimeRange | null>(null);
  const onDrawn = useCallback((from: number, to: number) => setRange({ from, to }), []);
  const onReset = useCallback(() => setRange(null), []);
  const prices = usePrices(run, range);
  const figure = useMemo(() => {
    const { text, dimmed, grid, surface, portfolio: price } = chartColors(scheme);
    const colors = { text, dimmed, grid, surface, price, ...MARKS[scheme] };
    return priceFigure(prices, marks, { widthPx: Math.max(180, width), heightPx: HEIGHT_PX }, colors, range);
  }, [prices, marks, width, scheme, range]);
  return (
    <figure
      ref={ref}
      className={classes.chart}
      aria-label={priceSummary(coin, marks, range)}
      style={{ minHeight: HEIGHT_PX }}
    >
      {width > 0 ? (
        <ZoomableFigure {...figure} hasMouse={hasMouse} onDrawn={onDrawn} onReset={onReset} />
      ) : null}
    </figure>
  );
};
