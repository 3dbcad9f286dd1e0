// The drawn charts under their heads, with the crosshair through all of them.
import { useMemo } from 'react';
import { chartColors } from '../../../lib/charts/chart-colors.ts';
import { barMsOf } from '../curves/bar-times.ts';
import { drawnRange } from '../curves/chart-range.ts';
import type { RunCurves } from '../curves/run-curves.ts';
import { chartFigure } from '../pictures/chart-figure.ts';
import { readingAt, readingWords } from './chart-cursor.ts';
import { ChartHeads } from './chart-heads.tsx';
import classes from './chart-stage.module.css';
import type { ChartControls } from './use-chart-view.ts';
import { useCrosshair } from './use-crosshair.ts';
import { ZoomablePlot } from './zoomable-plot.tsx';

export type Scheme = 'dark' | 'light';

type StageProps = { curves: RunCurves; controls: ChartControls; scheme: Scheme; hasMouse: boolean };

/** The heads lie in the room that the panes leave for them. */
export const ChartStage = ({ curves, controls, scheme, hasMouse }: StageProps) => {
  const { view, whole, setRange, toggleLine } = controls;
  const { boxes, height } = view.panes;
  const { times } = curves.portfolio;
  const crosshair = useCrosshair({
    times,
    barMs: barMsOf(curves),
    whole,
    range: view.range,
    onRange: setRange,
    widthPx: view.widthPx,
  });
  const bar = crosshair.bar ?? crosshair.last;
  const reading = useMemo(() => readingAt(curves, bar), [curves, bar]);
  const draw = useMemo(
    () => ({
      onDrawn: (from: number, to: number) => setRange(drawnRange(from, to, whole, barMsOf(curves))),
      onReset: () => setRange(whole),
    }),
    [curves, whole, setRange],
  );
  const colors = useMemo(() => chartColors(scheme), [scheme]);
  const figure = useMemo(() => chartFigure(curves, view, colors), [curves, view, colors]);
  const panes = boxes.map(({ pane }) => pane);
  return (
    <div className={classes.stage} style={{ height }}>
      <ChartHeads
        boxes={boxes}
        widthPx={view.widthPx}
        curves={curves}
        reading={reading}
        colors={colors}
        hidden={view.hidden}
        onToggle={toggleLine}
      />
      <div className={classes.plot}>
        <ZoomablePlot
          {...figure}
          {...draw}
          hasMouse={hasMouse}
          label="Crosshair of the charts"
          heightPx={height}
          bars={times.length}
          bar={bar}
          reading={readingWords(reading, curves, panes)}
          crosshair={crosshair}
        >
          <span
            className={classes.time}
            data-side={(crosshair.xPx ?? 0) > view.widthPx / 2 ? 'left' : 'right'}
          >
            {reading.time}
          </span>
        </ZoomablePlot>
      </div>
    </div>
  );
};
