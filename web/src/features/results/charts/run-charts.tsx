// The charts of a run below each other: one time axis, one crosshair, and zoom for all of them.
import { Paper, useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { chartColors } from '../../../lib/charts/chart-colors.ts';
import { LEFT_PX, RIGHT_PX } from '../../../lib/charts/figure-basics.ts';
import { downloadText, downloadUrl } from '../../../lib/download.ts';
import { showToast } from '../../../ui/toast.ts';
import { barMsOf } from '../curves/bar-times.ts';
import { curvesSummary, daysShown } from '../curves/curves-summary.ts';
import { CurvesTable } from '../curves/curves-table.tsx';
import { type RangeFigures, rangeFigures } from '../curves/range-figures.ts';
import type { RunCurves } from '../curves/run-curves.ts';
import { type Caption, pictureFigure } from '../pictures/chart-picture.ts';
import { pngOf } from '../pictures/plot.ts';
import { chartCsv } from './chart-csv.ts';
import { ChartStage } from './chart-stage.tsx';
import { ChartToolbar } from './chart-toolbar.tsx';
import classes from './run-charts.module.css';
import { useChartView } from './use-chart-view.ts';
import { useFullScreen } from './use-full-screen.ts';

/** Drawn before the place has been measured. */
const FIRST_WIDTH_PX = 600;

type RunChartsProps = {
  curves: RunCurves;
  caption: Caption;
  /** Gets the key figures of what is zoomed into; null while the whole run is shown. */
  onFigures: (figures: RangeFigures | null) => void;
};

/** `caption`: the title of pictures, and what they must not be passed on without. */
export const RunCharts = ({ curves: run, caption, onFigures }: RunChartsProps) => {
  const scheme = useComputedColorScheme('dark');
  const hasMouse = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false });
  const { ref: fullRef, isFull, toggle } = useFullScreen();
  const { ref, width, height } = useElementSize();
  const widthPx = Math.max(120, (width || FIRST_WIDTH_PX) - LEFT_PX - RIGHT_PX);
  const controls = useChartView(run, widthPx, isFull && height > 0 ? height : undefined);
  const { curves, view, whole, available } = controls;
  useEffect(() => {
    onFigures(rangeFigures(run, view.range));
    return () => onFigures(null);
  }, [run, view.range, onFigures]);
  const panes = view.panes.boxes.map(({ pane }) => pane);

  const isWhole = view.range.from === whole.from && view.range.to === whole.to;

  const saveCsv = () =>
    downloadText(
      `${caption.title}.csv`,
      `\uFEFF${chartCsv(curves, { panes, range: view.range, hidden: view.hidden })}`,
      'text/csv;charset=utf-8',
    );
  const savePng = () =>
    pngOf(
      pictureFigure(curves, view, chartColors(scheme), {
        ...caption,
        facts: isWhole ? caption.facts : [...caption.facts, `shown: ${daysShown(curves, view.range)}`],
      }),
    ).then(
      (url) => downloadUrl(`${caption.title}.png`, url),
      () => showToast('error', 'The image could not be created'),
    );

  return (
    <Paper
      ref={fullRef as React.RefObject<HTMLDivElement | null>}
      withBorder
      radius="md"
      component="section"
      aria-label="Charts"
      className={classes.charts ?? ''}
      data-full={isFull || undefined}
    >
      <ChartToolbar
        whole={whole}
        barMs={barMsOf(curves)}
        range={view.range}
        onRange={controls.setRange}
        available={available}
        panes={panes}
        onPanes={controls.showPanes}
        benchmarks={[...curves.holds.keys()]}
        benchmark={curves.held}
        onBenchmark={controls.setHeld}
        scale={view.scale}
        onScale={controls.setScale}
        isFull={isFull}
        onFull={toggle}
        onCsv={saveCsv}
        onPng={savePng}
      />
      <figure ref={ref} aria-label={curvesSummary(curves, view.range)} className={classes.figure}>
        {width > 0 ? (
          <ChartStage curves={curves} controls={controls} scheme={scheme} hasMouse={hasMouse ?? true} />
        ) : null}
      </figure>
      {isFull ? null : <CurvesTable curves={curves} range={view.range} />}
    </Paper>
  );
};
