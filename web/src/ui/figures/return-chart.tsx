// A line of returns over time as SVG, with a crosshair for pointer and keyboard.
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { nearest } from '../../lib/charts/decimation.ts';
import { type Line, MARGIN, pathOf, scalesOf } from '../../lib/charts/return-lines.ts';
import { dayName, percentOf, signedPercent, utcClock, utcDateTime } from '../../lib/format.ts';
import { Signed } from '../signed.tsx';
import classes from './return-chart.module.css';

export type NamedLine = { readonly name: string; readonly line: Line };

type ReturnChartProps = {
  /** The first is what is read; others are drawn next to it. */
  lines: readonly [NamedLine, ...NamedLine[]];
  label: string;
  heightPx: number;
};

type Scales = ReturnType<typeof scalesOf>;

/** The names below the chart; none is written twice. */
const daysOf = ({ days, isByClock }: Scales): { readonly ms: number; readonly name: string }[] =>
  days
    .map((ms) => ({ ms, name: isByClock ? utcClock(ms) : dayName(ms) }))
    .filter(({ name }, place, all) => all.findIndex((other) => other.name === name) === place);

const Frame = ({ scales, widthPx, heightPx }: { scales: Scales; widthPx: number; heightPx: number }) => (
  <g aria-hidden>
    {scales.ticks.map((tick) => (
      <g key={tick}>
        <line
          className={Math.abs(tick) < 1e-9 ? classes.zero : classes.grid}
          x1={MARGIN.left}
          x2={widthPx - MARGIN.right}
          y1={scales.y(tick)}
          y2={scales.y(tick)}
        />
        <text className={classes.value} x={MARGIN.left - 8} y={scales.y(tick) + 4}>
          {percentOf(tick * 100)}
        </text>
      </g>
    ))}
    {daysOf(scales).map(({ ms, name }) => (
      <text
        key={ms}
        className={classes.day}
        data-place={ms === scales.days[0] ? 'first' : ms === scales.days.at(-1) ? 'last' : undefined}
        x={scales.x(ms)}
        y={heightPx - 6}
      >
        {name}
      </text>
    ))}
  </g>
);

/** Which point a key leads to. */
const afterKey = (key: string, at: number, last: number): number | null => {
  const next = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - 10,
    PageDown: at + 10,
    Home: 0,
    End: last,
  }[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
};

type ReadingProps = { name: string | null; line: Line; at: number; place: number };

/** A line's value at the crosshair, named where there are several. */
const Reading = ({ name, line, at, place }: ReadingProps) => {
  const value = line.values[nearest(line.times, at)] ?? Number.NaN;
  return (
    <span className={classes.line} data-place={place}>
      {name === null ? null : (
        <>
          <svg width="22" height="8" aria-hidden>
            <line x1="0" x2="22" y1="4" y2="4" />
          </svg>
          {name}{' '}
        </>
      )}
      <strong>
        <Signed text={signedPercent(value)} />
      </strong>
    </span>
  );
};

type DrawnProps = ReturnChartProps & { widthPx: number };

const Drawn = ({ lines, label, heightPx, widthPx }: DrawnProps) => {
  const [chosen, setChosen] = useState<number | null>(null);
  const scales = useMemo(
    () =>
      scalesOf(
        lines.map(({ line }) => line),
        { widthPx, heightPx },
      ),
    [lines, widthPx, heightPx],
  );
  const paths = useMemo(
    () => lines.map(({ line }) => pathOf(line, scales, widthPx)),
    [lines, scales, widthPx],
  );
  const { times, values } = lines[0].line;
  const last = times.length - 1;
  const at = Math.min(chosen ?? last, last);
  const [ms, value] = [times[at] as number, values[at] as number];
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': at,
    'aria-valuetext': `${utcDateTime(ms)}; ${lines
      .map(({ name, line }) => `${name} ${signedPercent(line.values[nearest(line.times, ms)])}`)
      .join(', ')}`,
    onKeyDown: (event: KeyboardEvent) => {
      const next = afterKey(event.key, at, last);
      if (next === null) return;
      event.preventDefault();
      setChosen(next);
    },
    onPointerMove: ({ clientX, currentTarget }: PointerEvent) =>
      setChosen(nearest(times, scales.at(clientX - currentTarget.getBoundingClientRect().left))),
    onPointerLeave: () => setChosen(null),
  };
  return (
    <>
      <p className={classes.reading}>
        <span>{utcDateTime(ms)}</span>
        <span className={classes.readings}>
          {lines.map(({ name, line }, place) => (
            <Reading key={name} name={lines.length > 1 ? name : null} line={line} at={ms} place={place} />
          ))}
        </span>
      </p>
      <div className={classes.plot} {...slider}>
        <svg width={widthPx} height={heightPx} aria-hidden>
          <Frame scales={scales} widthPx={widthPx} heightPx={heightPx} />
          {paths.map((path, place) => (
            <path key={lines[place]?.name} d={path} className={classes.line} data-place={place} />
          ))}
          <circle className={classes.point} cx={scales.x(ms)} cy={scales.y(value)} r={4} />
        </svg>
      </div>
    </>
  );
};

/** Arrows, Page Up, Page Down, Home and End move the crosshair. */
export const ReturnChart = (props: ReturnChartProps) => {
  const { ref, width } = useElementSize();
  return (
    <figure ref={ref} className={classes.figure} style={{ minHeight: props.heightPx + 28 }}>
      {width > 0 ? <Drawn {...props} widthPx={width} /> : null}
    </figure>
  );
};
