// The slider of the backtest's period: two handles on a track of years, for pointer and keyboard.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import {
  type DayRange,
  dateOf,
  dayAt,
  type Handle,
  marksOf,
  moveHandle,
  nearestHandle,
  positionOf,
} from '../../lib/date-range.ts';
import { shortDate } from '../../lib/format.ts';
import classes from './date-range-slider.module.css';

type DateRangeSliderProps = {
  range: DayRange;
  /** What the track shows. */
  bounds: DayRange;
  /** Where the handles may stand: the days for which there are candles. */
  limits: DayRange;
  onChange: (range: DayRange) => void;
};

const MONTH_DAYS = 30;

/** The day that a key asks for, from where the handle stands; undefined for other keys. */
const dayOfKey = ({ key, shiftKey }: KeyboardEvent, day: number, limits: DayRange): number | undefined => {
  const step = shiftKey ? MONTH_DAYS : 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return day - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return day + step;
    case 'PageDown':
      return day - MONTH_DAYS;
    case 'PageUp':
      return day + MONTH_DAYS;
    case 'Home':
      return limits.start;
    case 'End':
      return limits.end;
    default:
      return undefined;
  }
};

const percentOf = (day: number, bounds: DayRange): string => `${100 * positionOf(day, bounds)}%`;

const Marks = ({ bounds }: { bounds: DayRange }) => (
  <div className={classes.marks} aria-hidden>
    {marksOf(bounds).map(({ day, label, kind }) => (
      <span
        key={`${kind}${day}`}
        className={classes.mark}
        data-kind={kind}
        style={{ left: percentOf(day, bounds) }}
      >
        {label}
      </span>
    ))}
  </div>
);

type ThumbProps = Omit<DateRangeSliderProps, 'onChange'> & { handle: Handle; onMove: (day: number) => void };

const Thumb = ({ handle, range, bounds, limits, onMove }: ThumbProps) => {
  const day = range[handle];
  const press = (event: KeyboardEvent) => {
    const next = dayOfKey(event, day, limits);
    if (next === undefined) return;
    event.preventDefault();
    onMove(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.thumb}
      style={{ left: percentOf(day, bounds) }}
      data-handle={handle}
      aria-label={handle === 'start' ? 'Start of the period' : 'End of the period'}
      aria-valuemin={handle === 'start' ? limits.start : range.start + 1}
      aria-valuemax={handle === 'start' ? range.end - 1 : limits.end}
      aria-valuenow={day}
      aria-valuetext={shortDate(dateOf(day))}
      onKeyDown={press}
    />
  );
};

/** Clicking the track moves the nearer handle; the handles never meet. */
export const DateRangeSlider = ({ range, bounds, limits, onChange }: DateRangeSliderProps) => {
  const track = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<Handle | null>(null);

  const dayAtPointer = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {};
    return dayAt((clientX - left) / Math.max(width, 1), bounds);
  };
  const move = (handle: Handle, day: number) => onChange(moveHandle(range, handle, day, limits));
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const thumb = event.target instanceof HTMLElement ? event.target.dataset.handle : undefined;
    const day = dayAtPointer(event);
    const handle = thumb === 'start' || thumb === 'end' ? thumb : nearestHandle(range, day);
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(handle);
    if (thumb === undefined) move(handle, day);
  };

  return (
    <div className={classes.slider}>
      <span className={classes.edge}>{shortDate(dateOf(bounds.start))}</span>
      <div
        className={classes.area}
        onPointerDown={press}
        onPointerMove={(event) => dragged && move(dragged, dayAtPointer(event))}
        onPointerUp={() => setDragged(null)}
        onPointerCancel={() => setDragged(null)}
      >
        <div className={classes.track} ref={track}>
          <span className={classes.missing} style={{ left: 0, width: percentOf(limits.start, bounds) }} />
          <span className={classes.missing} style={{ left: percentOf(limits.end, bounds), right: 0 }} />
          <span
            className={classes.chosen}
            style={{
              left: percentOf(range.start, bounds),
              width: `${100 * (positionOf(range.end, bounds) - positionOf(range.start, bounds))}%`,
            }}
          />
          {(['start', 'end'] as const).map((handle) => (
            <Thumb
              key={handle}
              handle={handle}
              range={range}
              bounds={bounds}
              limits={limits}
              onMove={(day) => move(handle, day)}
            />
          ))}
        </div>
        <Marks bounds={bounds} />
      </div>
      <span className={classes.edge}>{shortDate(dateOf(bounds.end))}</span>
    </div>
  );
};
