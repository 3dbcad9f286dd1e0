// The equity of several results over each other, rebased to 100, with one crosshair and zoom.
import { Button, Group, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { memo, useMemo, useState } from 'react';
import { ratio, shortDate } from '../../../lib/format.ts';
import { chartColors } from '../charts/chart-colors.ts';
import { AXIS_PX, LEFT_PX, RIGHT_PX } from '../charts/chart-panes.ts';
import { drawnRange, type TimeRange } from '../charts/chart-range.ts';
import { Plot } from '../charts/plot.ts';
import { type Series, valueAt } from '../charts/run-curves.ts';
import { useCrosshair } from '../charts/use-crosshair.ts';
import { Section } from '../section.tsx';
import classes from './compare-chart.module.css';
import { finest, type Rebased } from './compare-curves.ts';
import { type CompareView, compareFigure, lineLook } from './compare-figure.ts';
import { DAILY_ENOUGH } from './compared.ts';

const HEIGHT_PX = 300;
const DAY_MS = 86_400_000;

type Line = { readonly name: string; readonly series: Series };

/** The library writes the times of an axis as UTC without saying so. */
const msOf = (time: unknown): number => Date.parse(`${String(time).replace(' ', 'T')}Z`);

type FigureProps = {
  lines: readonly Line[];
  view: CompareView;
  scheme: 'dark' | 'light';
  hasMouse: boolean;
  onRange: (range: TimeRange | null) => void;
};

const Figure = memo(({ lines, view, scheme, hasMouse, onRange }: FigureProps) => {
  const { data, layout } = useMemo(
    () => compareFigure(lines, view, chartColors(scheme), scheme),
    [lines, view, scheme],
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
        if (Number.isFinite(from) && Number.isFinite(to)) onRange({ from, to });
      }}
      onDoubleClick={() => onRange(null)}
    />
  );
});

const timeWords = (ms: number, barMs: number): string =>
  barMs < DAY_MS
    ? `${shortDate(new Date(ms).toISOString())} ${new Date(ms).toISOString().slice(11, 16)}`
    : shortDate(new Date(ms).toISOString());

type LegendProps = { lines: readonly Line[]; at: number; scheme: 'dark' | 'light' };

const Legend = ({ lines, at, scheme }: LegendProps) => (
  <ul className={classes.legend} aria-label="Values at the crosshair">
    {lines.map(({ name, series }, place) => {
      const { color, pattern } = lineLook(place, scheme);
      const dashes = pattern === 'solid' ? undefined : pattern.replaceAll('px', '');
      return (
        <li key={name}>
          <svg width="26" height="8" aria-hidden="true">
            <line x1="0" x2="26" y1="4" y2="4" stroke={color} strokeWidth="2" strokeDasharray={dashes} />
          </svg>
          <bdi>{name}</bdi> <strong>{ratio(valueAt(series, at))}</strong>
        </li>
      );
    })}
  </ul>
);

type StageProps = {
  lines: readonly Line[];
  whole: TimeRange;
  scale: CompareView['scale'];
  innerPx: number;
};

const Stage = ({ lines, whole, scale, innerPx }: StageProps) => {
  const scheme = useComputedColorScheme('dark');
  const hasMouse = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false }) ?? true;
  const [zoomed, setZoomed] = useState<TimeRange | null>(null);
  const { times } = useMemo(() => finest(lines.map(({ series }) => series)), [lines]);
  const barMs = (times[2] ?? Number.NaN) - (times[1] ?? Number.NaN);
  const view = useMemo<CompareView>(
    () => ({ range: zoomed ?? whole, widthPx: innerPx, heightPx: HEIGHT_PX, scale }),
    [zoomed, whole, innerPx, scale],
  );
  const onRange = useMemo(
    () => (range: TimeRange | null) =>
      setZoomed(range && drawnRange(range.from, range.to, whole, barMs || DAY_MS)),
    [whole, barMs],
  );
  const crosshair = useCrosshair({
    times,
    barMs: barMs || DAY_MS,
    whole,
    range: view.range,
    onRange,
    widthPx: innerPx,
  });
  const bar = crosshair.bar ?? crosshair.last;
  const at = times[bar] as number;
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': 'Crosshair of the comparison',
    'aria-valuemin': 0,
    'aria-valuemax': times.length - 1,
    'aria-valuenow': bar,
    'aria-valuetext': `${timeWords(at, barMs)}; ${lines.map(({ name, series }) => `${name} ${ratio(valueAt(series, at))}`).join(', ')}`,
    onKeyDown: crosshair.onKeyDown,
    onPointerMove: crosshair.onPointerMove,
    onPointerLeave: crosshair.onPointerLeave,
  };
  return (
    <>
      <Group gap="xs" justify="space-between" mih={26}>
        <span className={classes.time}>{timeWords(at, barMs)}</span>
        {zoomed ? (
          <Button size="compact-xs" variant="subtle" onClick={() => setZoomed(null)}>
            Show everything
          </Button>
        ) : null}
      </Group>
      <Legend lines={lines} at={at} scheme={scheme} />
      <div className={classes.plot} style={{ height: HEIGHT_PX }} {...slider}>
        <Figure lines={lines} view={view} scheme={scheme} hasMouse={hasMouse} onRange={onRange} />
        {crosshair.xPx === null ? null : (
          <div className={classes.crosshair} style={{ left: crosshair.xPx, height: HEIGHT_PX - AXIS_PX }} />
        )}
      </div>
    </>
  );
};

type CompareChartProps = { rebased: Rebased; names: readonly string[] };

/** A slider through time for the keyboard, as the charts of one result are. */
export const CompareChart = ({ rebased, names }: CompareChartProps) => {
  const { ref, width } = useElementSize();
  const [scale, setScale] = useState<CompareView['scale']>('linear');
  const lines = useMemo(
    () => rebased.lines.map((series, place) => ({ name: names[place] ?? '', series })),
    [rebased, names],
  );
  const first = shortDate(new Date(rebased.whole.from).toISOString());
  const note = rebased.isShared
    ? `All are 100 on ${first}, where their common period begins.`
    : 'Their periods do not overlap, so each starts at 100.';
  const closes = `Results of ${DAILY_ENOUGH} days or more are drawn at daily closes.`;
  return (
    <Section title="Equity, rebased to 100" note={`${note} ${closes}`}>
      <SegmentedControl
        size="xs"
        aria-label="Scale of the equity"
        value={scale}
        onChange={(value) => setScale(value === 'log' ? 'log' : 'linear')}
        data={[
          { value: 'linear', label: 'Linear' },
          { value: 'log', label: 'Log' },
        ]}
      />
      <figure ref={ref} className={classes.figure} aria-label="Equity of the compared results">
        {width > 0 ? (
          <Stage
            lines={lines}
            whole={rebased.whole}
            scale={scale}
            innerPx={Math.max(120, width - LEFT_PX - RIGHT_PX)}
          />
        ) : null}
      </figure>
    </Section>
  );
};
