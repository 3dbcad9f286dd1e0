// The equity of several results, and of what could have been held instead, rebased to 100, with one crosshair and zoom.
import { Button, Group, SegmentedControl, Switch, useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { chartColors } from '../../../lib/charts/chart-colors.ts';
import { LEFT_PX, RIGHT_PX } from '../../../lib/charts/figure-basics.ts';
import { barTime, counted, dayName, ratio } from '../../../lib/format.ts';
import { useCrosshair } from '../charts/use-crosshair.ts';
import { ZoomablePlot } from '../charts/zoomable-plot.tsx';
import { drawnRange, type TimeRange } from '../curves/chart-range.ts';
import { type Scale, usualScale } from '../pictures/figure-layout.ts';
import { Section } from '../section.tsx';
import classes from './compare-chart.module.css';
import { comparedSummary, finest, type Rebased, valueWithin } from './compare-curves.ts';
import { type CompareView, compareFigure, type DrawnLine, lineLook } from './compare-figure.ts';
import { DAILY_ENOUGH } from './compared.ts';
import type { NamedLine } from './held-lines.ts';

const HEIGHT_PX = 300;
const DAY_MS = 86_400_000;

/** Bars are named by their open, as on the page of a result; the values are those of their close. */
const timeWords = (times: Float64Array, bar: number): string => {
  const open = times[Math.max(0, bar - 1)] as number;
  const isIntraday = (times[2] ?? Number.POSITIVE_INFINITY) - (times[1] as number) < DAY_MS;
  const words = isIntraday ? barTime(open) : dayName(open);
  return bar === 0 ? `Start of ${words}` : words;
};

const Legend = ({ lines, at }: { lines: readonly DrawnLine[]; at: number }) => (
  <ul className={classes.legend} aria-label="Values at the crosshair">
    {lines.map(({ name, series, look: { color, pattern } }) => {
      const dashes = pattern === 'solid' ? undefined : pattern.replaceAll('px', '');
      return (
        <li key={`${pattern} ${color} ${name}`}>
          <svg width="26" height="8" aria-hidden="true">
            <line x1="0" x2="26" y1="4" y2="4" stroke={color} strokeWidth="2" strokeDasharray={dashes} />
          </svg>
          <bdi>{name}</bdi> <strong>{ratio(valueWithin(series, at))}</strong>
        </li>
      );
    })}
  </ul>
);

type StageProps = {
  /** The results, then the benchmarks. */
  lines: readonly DrawnLine[];
  /** Of the result with the most bars, along which the crosshair moves. */
  times: Float64Array;
  whole: TimeRange;
  /** Null while everything is shown. */
  zoomed: TimeRange | null;
  onZoom: (range: TimeRange | null) => void;
  scale: Scale;
  innerPx: number;
};

const Stage = ({ lines, times, whole, zoomed, onZoom: setZoomed, scale, innerPx }: StageProps) => {
  const scheme = useComputedColorScheme('dark');
  const hasMouse = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false }) ?? true;
  const barMs = (times[2] ?? Number.NaN) - (times[1] ?? Number.NaN);
  const view = useMemo<CompareView>(
    () => ({ range: zoomed ?? whole, widthPx: innerPx, heightPx: HEIGHT_PX, scale }),
    [zoomed, whole, innerPx, scale],
  );
  const draw = useMemo(
    () => ({
      onDrawn: (from: number, to: number) => setZoomed(drawnRange(from, to, whole, barMs || DAY_MS)),
      onReset: () => setZoomed(null),
    }),
    [whole, barMs, setZoomed],
  );
  const crosshair = useCrosshair({
    times,
    barMs: barMs || DAY_MS,
    whole,
    range: view.range,
    onRange: (range) => draw.onDrawn(range.from, range.to),
    widthPx: innerPx,
  });
  const bar = crosshair.bar ?? crosshair.last;
  const at = times[bar] as number;
  const figure = useMemo(() => compareFigure(lines, view, chartColors(scheme)), [lines, view, scheme]);
  const read = lines.map(({ name, series }) => `${name} ${ratio(valueWithin(series, at))}`).join(', ');
  return (
    <>
      <Group gap="xs" justify="space-between" mih={26}>
        <span className={classes.time}>{timeWords(times, bar)}</span>
        {zoomed ? (
          <Button size="compact-xs" variant="subtle" onClick={() => setZoomed(null)}>
            Show everything
          </Button>
        ) : null}
      </Group>
      <Legend lines={lines} at={at} />
      <ZoomablePlot
        {...figure}
        {...draw}
        hasMouse={hasMouse}
        label="Crosshair of the comparison"
        heightPx={HEIGHT_PX}
        bars={times.length}
        bar={bar}
        reading={`${timeWords(times, bar)}; ${read}`}
        crosshair={crosshair}
      />
    </>
  );
};

/** How many of the results have no benchmark to draw. */
const heldNote = (isShared: boolean, missing: number): string => {
  const bought = isShared ? ' Benchmarks are bought in equal parts on that day.' : '';
  return missing === 0
    ? bought
    : `${bought} ${counted(missing, 'result has', 'results have')} no benchmark here, without prices of the coins.`;
};

const noteOf = ({ isShared, whole }: Rebased, missing: number): string => {
  const start = isShared
    ? `All start at 100 at the beginning of ${dayName(whole.from)}, the first day that they share.`
    : 'They have no day in common, so each starts at 100 on its own first day.';
  return `${start} Results of ${DAILY_ENOUGH} days or more are drawn at daily closes.${heldNote(isShared, missing)}`;
};

type CompareChartProps = {
  rebased: Rebased;
  names: readonly string[];
  /** The curves that could have been held instead, drawn on demand. */
  held: readonly NamedLine[];
  /** So many results do not know what holding their coins was worth. */
  heldMissing: number;
};

/** A slider through time for the keyboard, as the charts of one result are. */
export const CompareChart = ({ rebased, names, held, heldMissing }: CompareChartProps) => {
  const scheme = useComputedColorScheme('dark');
  const { ref, width } = useElementSize();
  const [chosen, setScale] = useState<Scale | null>(null);
  const [isHeldShown, setHeldShown] = useState(false);
  const [zoomed, setZoomed] = useState<TimeRange | null>(null);
  const lines = useMemo<DrawnLine[]>(() => {
    const results = rebased.lines.map((series, place) => ({ name: names[place] ?? '', series }));
    return [
      ...results.map((line, place) => ({ ...line, look: lineLook(place, scheme) })),
      ...(isHeldShown ? held : []).map((line, place) => ({ ...line, look: lineLook(place, scheme, true) })),
    ];
  }, [rebased, names, held, isHeldShown, scheme]);
  const scale = useMemo(() => chosen ?? usualScale(lines.map(({ series }) => series)), [chosen, lines]);
  const { times } = useMemo(() => finest(rebased.lines), [rebased]);
  return (
    <Section title="Equity, rebased to 100" note={noteOf(rebased, heldMissing)}>
      <Group gap="md">
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
        {held.length > 0 ? (
          <Switch
            size="xs"
            label={held.length > 1 ? 'Benchmarks' : 'Benchmark'}
            checked={isHeldShown}
            onChange={(event) => setHeldShown(event.currentTarget.checked)}
          />
        ) : null}
      </Group>
      <figure
        ref={ref}
        className={classes.figure}
        aria-label={comparedSummary(lines, zoomed ?? rebased.whole)}
      >
        {width > 0 ? (
          <Stage
            lines={lines}
            times={times}
            whole={rebased.whole}
            zoomed={zoomed}
            onZoom={setZoomed}
            scale={scale}
            innerPx={Math.max(120, width - LEFT_PX - RIGHT_PX)}
          />
        ) : null}
      </figure>
    </Section>
  );
};
