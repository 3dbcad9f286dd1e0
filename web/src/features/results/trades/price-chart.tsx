// The candles of one coin with its buys and sells, a value at the crosshair, and zoom.
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { chartColors } from '../../../lib/charts/chart-colors.ts';
import { LEFT_PX, RIGHT_PX } from '../../../lib/charts/figure-basics.ts';
import { useCrosshair } from '../charts/use-crosshair.ts';
import { ZoomablePlot } from '../charts/zoomable-plot.tsx';
import { drawnRange, type TimeRange } from '../curves/chart-range.ts';
import { TimeRanges } from '../curves/time-ranges.tsx';
import { usualScale } from '../pictures/figure-layout.ts';
import './candlestick.ts';
import { marksOf } from './marks.ts';
import { middlesOf, type PriceView, priceFigure } from './price-figure.ts';
import { lengthWords, type PriceReading, priceSummary, readingAt, readingWords } from './price-words.ts';
import { onBars, type Prices, pricesIn, wholeOf } from './prices.ts';
import { type Trade, tradesIn } from './trades.ts';
import classes from './trades-view.module.css';
import { useCandles } from './use-candles.ts';

const HEIGHT_PX = 230;

const MARKS = {
  dark: { buy: '#4fc1b0', sell: '#ff8585' },
  light: { buy: '#0b7a6b', sell: '#c92a2a' },
} as const;

const Reading = ({ reading: { time, prices, marks } }: { reading: PriceReading }) => (
  <p className={classes.reading}>
    <span>{time}</span>
    {prices.map(([name, value]) => (
      <span key={name}>
        {name} <strong>{value}</strong>
      </span>
    ))}
    <span>USDT</span>
    {marks.map((words) => (
      <strong key={words}>{words}</strong>
    ))}
  </p>
);

type StageProps = {
  coin: string;
  /** Those of the range. */
  prices: Prices;
  trades: readonly Trade[];
  whole: Prices;
  /** All of it where nothing is zoomed into. */
  range: TimeRange;
  onRange: (range: TimeRange | null) => void;
  innerPx: number;
};

const Stage = ({ coin, prices, trades, whole, range, onRange, innerPx }: StageProps) => {
  const scheme = useComputedColorScheme('dark');
  const hasMouse = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false }) ?? true;
  const all = useMemo(() => wholeOf(whole), [whole]);
  const scale = useMemo(() => usualScale([{ times: whole.times, values: whole.close }]), [whole]);
  const marks = useMemo(() => marksOf(trades, prices), [trades, prices]);
  const middles = useMemo(() => middlesOf(prices), [prices]);
  const view = useMemo<PriceView>(() => {
    // The last candle may be longer than the bars that are left for it.
    const to = Math.max(range.to, (prices.times.at(-1) ?? range.to) + prices.lengthMs);
    return { range: { from: range.from, to }, widthPx: innerPx, heightPx: HEIGHT_PX, scale };
  }, [range, prices, innerPx, scale]);
  const draw = useMemo(() => {
    const zoom = ({ from, to }: TimeRange) => onRange(onBars(drawnRange(from, to, all, whole.barMs), whole));
    return { zoom, onDrawn: (from: number, to: number) => zoom({ from, to }), onReset: () => onRange(null) };
  }, [all, whole, onRange]);
  const crosshair = useCrosshair({
    times: middles,
    barMs: prices.barMs,
    whole: all,
    range: view.range,
    onRange: draw.zoom,
    widthPx: innerPx,
  });
  const candle = crosshair.bar ?? crosshair.last;
  const reading = useMemo(() => readingAt(prices, marks, candle), [prices, marks, candle]);
  const figure = useMemo(() => {
    const { text, dimmed, grid, surface, portfolio: price } = chartColors(scheme);
    return priceFigure(prices, marks, view, { text, dimmed, grid, surface, price, ...MARKS[scheme] });
  }, [prices, marks, view, scheme]);
  return (
    <>
      <Reading reading={reading} />
      <ZoomablePlot
        data={[...figure.data]}
        layout={figure.layout}
        onDrawn={draw.onDrawn}
        onReset={draw.onReset}
        hasMouse={hasMouse}
        label={`Crosshair of the price of ${coin}`}
        heightPx={HEIGHT_PX}
        bars={middles.length}
        bar={candle}
        reading={readingWords(reading)}
        crosshair={crosshair}
      />
    </>
  );
};

type PriceChartProps = {
  chatId: string;
  folderName: string;
  coin: string;
  /** Day by day: drawn while the run's candles are not available. */
  daily: Prices;
  /** All trades of the coin. */
  trades: readonly Trade[];
  /** From a bar's open to the end of one; null: all of it. */
  range: TimeRange | null;
  /** Must stay the same. */
  onRange: (range: TimeRange | null) => void;
};

/** Zoomed by drawing over it, by buttons or by keys; a double click shows everything. */
export const PriceChart = ({ daily, trades, range, onRange, ...run }: PriceChartProps) => {
  const { coin } = run;
  const { ref, width } = useElementSize();
  const innerPx = width === 0 ? 0 : Math.max(104, width - LEFT_PX - RIGHT_PX);
  const { whole, part } = useCandles(run, daily, range, innerPx);
  const shown = useMemo(() => range ?? wholeOf(whole), [range, whole]);
  const prices = useMemo(() => pricesIn(part, shown), [part, shown]);
  const shownTrades = useMemo(() => tradesIn(trades, shown), [trades, shown]);
  const all = wholeOf(whole);
  // The buttons take both ends as included.
  const included = ({ from, to }: TimeRange): TimeRange => ({ from, to: to - 1 });
  return (
    <>
      <div className={classes.controls}>
        <TimeRanges
          whole={included(all)}
          barMs={0}
          range={included(shown)}
          onRange={({ from, to }) => onRange(from === all.from ? null : { from, to: to + 1 })}
        />
        <span className={classes.legend}>
          ▲ buy · ▼ sell
          {prices.open ? ` · a candle is ${lengthWords(prices.lengthMs)}, hollow where the price rose` : ''}
        </span>
      </div>
      <figure
        ref={ref}
        className={classes.chart}
        aria-label={priceSummary(coin, shownTrades, range)}
        style={{ minHeight: HEIGHT_PX }}
      >
        {width > 0 && prices.times.length > 0 ? (
          <Stage
            coin={coin}
            prices={prices}
            trades={shownTrades}
            whole={whole}
            range={shown}
            onRange={onRange}
            innerPx={innerPx}
          />
        ) : null}
      </figure>
    </>
  );
};
