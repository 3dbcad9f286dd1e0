// The heat map of a study: two axes and a figure to choose, and how the other axes are taken.
import { NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { isLessBetter } from '@tradeium/contracts';
import { useMemo, useState } from 'react';
import type { ReadStudy } from '../study-axes.ts';
import { METRIC_NAMES, METRICS, type Metric } from '../study-metrics.ts';
import { firstView, type HeatMap, heatMapOf, type MapView, type Pick } from './heat-cells.ts';
import { SCALE } from './heat-colors.ts';
import { HeatGrid } from './heat-grid.tsx';
import classes from './heat-map.module.css';

type HeatMapProps = {
  read: ReadStudy;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  /** Of each point. */
  figures: readonly (number | null)[];
  plateaus: readonly (number | null)[];
  onLook: (row: number, isPinned: boolean) => void;
};

type Write = (value: unknown) => string;

const ALL = 'all';
const NOTHING = 'nothing';

type AxesProps = { read: ReadStudy; view: MapView; onView: (view: MapView) => void };

const AxisChoices = ({ read: { axes }, view, onView }: AxesProps) => {
  const choices = axes.map(({ label }, place) => ({ value: String(place), label }));
  if (view.y === null) return null;
  // The same axis twice shows nothing: then they change places.
  const choose = (x: number, y: number, split: number | null = view.split) => {
    const { [x]: _, [y]: __, [split ?? x]: ___, ...only } = view.only;
    if (x === y) onView({ ...view, x: view.y ?? 0, y: view.x });
    else onView({ ...view, x, y, split: split === x || split === y ? null : split, only });
  };
  return (
    <>
      <NativeSelect
        size="xs"
        label="Across"
        data={choices}
        value={String(view.x)}
        onChange={(event) => choose(Number(event.currentTarget.value), view.y ?? 0)}
      />
      <NativeSelect
        size="xs"
        label="Down"
        data={choices}
        value={String(view.y)}
        onChange={(event) => choose(view.x, Number(event.currentTarget.value))}
      />
      {axes.length > 2 ? (
        <NativeSelect
          size="xs"
          label="Columns split by"
          data={[
            { value: NOTHING, label: 'nothing' },
            ...choices.filter((_, place) => place !== view.x && place !== view.y),
          ]}
          value={String(view.split ?? NOTHING)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            choose(view.x, view.y ?? 0, value === NOTHING ? null : Number(value));
          }}
        />
      ) : null}
    </>
  );
};

/** One of the values of each other axis, or all of them. */
const OtherAxes = ({ read: { axes }, view, onView }: AxesProps) =>
  axes.map(({ name, label, words }, axis) =>
    axis === view.x || axis === view.y || axis === view.split ? null : (
      <NativeSelect
        key={name}
        size="xs"
        label={label}
        value={view.only[axis] === undefined ? ALL : String(view.only[axis])}
        data={[
          { value: ALL, label: 'all values' },
          ...words.map((value, place) => ({ value: String(place), label: value })),
        ]}
        onChange={(event) => {
          const { [axis]: _, ...only } = view.only;
          const chosen = event.currentTarget.value;
          onView({ ...view, only: chosen === ALL ? only : { ...only, [axis]: Number(chosen) } });
        }}
      />
    ),
  );

const Legend = ({ map, write, isLowBetter }: { map: HeatMap; write: Write; isLowBetter: boolean }) => (
  <p className={classes.legend}>
    <span>{write(map.darkest)}</span>
    <span className={classes.scale} aria-hidden>
      {SCALE.map((color) => (
        <i key={color} style={{ background: color }} />
      ))}
    </span>
    <span>{write(map.brightest)}</span>
    <span>
      {isLowBetter ? 'Less is better, and brighter.' : 'More is brighter.'} × failed or has no such figure.
    </span>
  </p>
);

/** Says which points stand for cells that several share. */
const sharedWords = (most: number, { pick }: MapView): string =>
  `Up to ${most} points share a cell, which shows the ${pick === 'best' ? 'best' : 'median'} of them.`;

export const StudyHeatMap = ({ read, metric, onMetric, figures, plateaus, onLook }: HeatMapProps) => {
  const { axes } = read;
  const [chosen, setView] = useState(() => firstView(axes));
  const [isPlateau, setPlateau] = useState(false);
  const { label, short } = METRICS[metric];
  const isLowBetter = isLessBetter(metric);
  const shown = isPlateau ? plateaus : figures;
  const view = useMemo(() => ({ ...chosen, isLowBetter }), [chosen, isLowBetter]);
  const map = useMemo(() => heatMapOf(read, shown, view), [read, shown, view]);
  const most = Math.max(...map.cells.map(({ count }) => count), 0);
  const nameOf = (axis: number | null) => (axis === null ? null : (axes[axis]?.label ?? null));
  const [across, down, within] = [nameOf(view.x) ?? '', nameOf(view.y) ?? '', nameOf(view.split)];
  const title = `${isPlateau ? 'Plateau score of ' : ''}${label} by ${[down, across, within].filter(Boolean).join(' and ')}`;
  return (
    <>
      <div className={classes.controls}>
        <AxisChoices read={read} view={view} onView={setView} />
        <NativeSelect
          size="xs"
          label="Figure"
          value={metric}
          data={METRIC_NAMES.map((name) => ({ value: name, label: METRICS[name].label }))}
          onChange={(event) => onMetric(event.currentTarget.value as Metric)}
        />
        <OtherAxes read={read} view={view} onView={setView} />
        {most > 1 ? (
          <SegmentedControl
            size="xs"
            aria-label="Which point of a cell is shown"
            value={view.pick}
            data={[
              { value: 'best', label: 'Best' },
              { value: 'median', label: 'Median' },
            ]}
            onChange={(pick) => setView({ ...view, pick: pick as Pick })}
          />
        ) : null}
        <Switch
          size="xs"
          label="Plateau score"
          checked={isPlateau}
          onChange={(event) => setPlateau(event.currentTarget.checked)}
        />
      </div>
      <HeatGrid
        key={`${view.x} ${view.y} ${view.split}`}
        label={title}
        map={map}
        across={across}
        down={down}
        within={within}
        figures={shown}
        write={short}
        onLook={onLook}
      />
      {Number.isFinite(map.darkest) ? <Legend map={map} write={short} isLowBetter={isLowBetter} /> : null}
      {most > 1 ? <p className={classes.legend}>{sharedWords(most, view)}</p> : null}
    </>
  );
};
