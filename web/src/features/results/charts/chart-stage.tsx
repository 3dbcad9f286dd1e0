// The drawn charts under their heads, with the crosshair through all of them.
import { memo, useMemo } from 'react';
import { chartColors } from './chart-colors.ts';
import { barMsOf, readingAt, readingWords } from './chart-cursor.ts';
import { type ChartView, chartFigure } from './chart-figure.ts';
import { ChartHeads } from './chart-heads.tsx';
import { AXIS_PX } from './chart-panes.ts';
import { drawnRange } from './chart-range.ts';
import classes from './chart-stage.module.css';
import { Plot } from './plot.ts';
import type { RunCurves } from './run-curves.ts';
import type { ChartControls } from './use-chart-view.ts';
import { useCrosshair } from './use-crosshair.ts';

export type Scheme = 'dark' | 'light';

/** The library writes the times of an axis as UTC without saying so. */
const msOf = (time: unknown): number => Date.parse(`${String(time).replace(' ', 'T')}Z`);

type FigureProps = {
  curves: RunCurves;
  view: ChartView;
  scheme: Scheme;
  /** Zoom is drawn with a mouse; a finger has to scroll the page. */
  hasMouse: boolean;
  onDrawn: (from: number, to: number) => void;
  onReset: () => void;
};

const Figure = memo(({ curves, view, scheme, hasMouse, onDrawn, onReset }: FigureProps) => {
  const { data, layout } = useMemo(
    () => chartFigure(curves, view, chartColors(scheme)),
    [curves, view, scheme],
  );
  const config = useMemo(
    () => ({ displayModeBar: false, doubleClick: false as const, staticPlot: !hasMouse }),
    [hasMouse],
  );
  return (
    <Plot
      data={data}
      layout={layout}
      config={config}
      onRelayout={(change: object) => {
        const changed = change as Readonly<Record<string, unknown>>;
        const [from, to] = [msOf(changed['xaxis.range[0]']), msOf(changed['xaxis.range[1]'])];
        if (Number.isFinite(from) && Number.isFinite(to)) onDrawn(from, to);
      }}
      onDoubleClick={onReset}
    />
  );
});

type StageProps = { curves: RunCurves; controls: ChartControls; scheme: Scheme; hasMouse: boolean };

/** A slider through time for the keyboard; what it reads is said. */
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
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': 'Crosshair of the charts',
    'aria-valuemin': 0,
    'aria-valuemax': times.length - 1,
    'aria-valuenow': bar,
    'aria-valuetext': readingWords(
      reading,
      curves,
      boxes.map(({ pane }) => pane),
    ),
    onKeyDown: crosshair.onKeyDown,
    onPointerMove: crosshair.onPointerMove,
    onPointerLeave: crosshair.onPointerLeave,
  };
  return (
    <div className={classes.stage} style={{ height }}>
      <ChartHeads
        boxes={boxes}
        curves={curves}
        reading={reading}
        colors={colors}
        hidden={view.hidden}
        onToggle={toggleLine}
      />
      <div className={classes.plot} {...slider}>
        <Figure curves={curves} view={view} scheme={scheme} hasMouse={hasMouse} {...draw} />
        {crosshair.xPx === null ? null : (
          <div className={classes.crosshair} style={{ left: crosshair.xPx, height: height - AXIS_PX }}>
            <span className={classes.time} data-side={crosshair.xPx > view.widthPx / 2 ? 'left' : 'right'}>
              {reading.time}
            </span>
          </div>
        )}
      </div>
    </div>
  );
};
