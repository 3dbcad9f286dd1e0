// The heat map of a study: two axes and a figure to choose, and how the other axes are taken.
import { NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { isLessBetter } from '@tradeium/contracts';
import { useMemo, useState } from 'react';
import type { ReadStudy } from '../study-axes.ts';
import { METRIC_NAMES, METRICS, type Metric } from '../study-metrics.ts';
import { heatMapOf, type MapView, type Pick } from './heat-cells.ts';
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

const ALL = 'all';

type AxesProps = { read: ReadStudy; view: MapView; onView: (view: MapView) => void };

const AxisChoices = ({ read: { axes }, view, onView }: AxesProps) => {
  const choices = axes.map(({ label }, place) => ({ value: String(place), label }));
  if (view.y === null) return null;
  // The same axis twice shows nothing: then they change places.
  const choose = (x: number, y: number) => {
    const { [x]: _, [y]: __, ...only } = view.only;
    onView(x === y ? { ...view, x: view.y ?? 0, y: view.x } : { ...view, x, y, only });
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
    </>
  );
};

/** One of the values of each other axis, or all of them. */
const OtherAxes = ({ read: { axes }, view, onView }: AxesProps) =>
  axes.map(({ name, label, words }, axis) =>
    axis === view.x || axis === view.y ? null : (
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

const Legend = ({
  lowest,
  highest,
  isLowBetter,
}: {
  lowest: string;
  highest: string;
  isLowBetter: boolean;
}) => (
  <p className={classes.legend}>
    <span>{lowest}</span>
    <span className={classes.scale} aria-hidden>
      {SCALE.map((color) => (
        <i key={color} style={{ background: color }} />
      ))}
    </span>
    <span>{highest}</span>
    <span>
      {isLowBetter ? 'Less is better, so dark cells are.' : 'More is brighter.'} × failed or has no such
      figure.
    </span>
  </p>
);

/** Says which points stand for cells that several share. */
const sharedWords = (most: number, { pick }: MapView): string =>
  `Up to ${most} points share a cell, which shows the ${pick === 'best' ? 'best' : 'median'} of them.`;

export const StudyHeatMap = ({ read, metric, onMetric, figures, plateaus, onLook }: HeatMapProps) => {
  const { axes } = read;
  const [chosen, setView] = useState<Omit<MapView, 'isLowBetter'>>({
    x: 0,
    y: axes.length > 1 ? 1 : null,
    only: {},
    pick: 'best',
  });
  const [isPlateau, setPlateau] = useState(false);
  const { label, short } = METRICS[metric];
  const isLowBetter = isLessBetter(metric);
  const shown = isPlateau ? plateaus : figures;
  const view = useMemo(() => ({ ...chosen, isLowBetter }), [chosen, isLowBetter]);
  const map = useMemo(() => heatMapOf(read, shown, view), [read, shown, view]);
  const most = Math.max(...map.cells.map(({ count }) => count), 0);
  const [across, down] = [axes[view.x]?.label ?? '', view.y === null ? '' : (axes[view.y]?.label ?? '')];
  const title = `${isPlateau ? 'Plateau score of ' : ''}${label} by ${[down, across].filter(Boolean).join(' and ')}`;
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
        key={`${view.x} ${view.y}`}
        label={title}
        map={map}
        across={across}
        down={down}
        figures={shown}
        write={short}
        onLook={onLook}
      />
      {map.lowest <= map.highest ? (
        <Legend lowest={short(map.lowest)} highest={short(map.highest)} isLowBetter={isLowBetter} />
      ) : null}
      {most > 1 ? <p className={classes.legend}>{sharedWords(most, view)}</p> : null}
    </>
  );
};
