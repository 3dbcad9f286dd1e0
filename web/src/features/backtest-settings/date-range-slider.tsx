// The slider of the backtest's period: two handles on a track of years, for pointer, touch and keyboard.
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef } from 'react';
import {
  type DayRange,
  dateOf,
  dayAt,
  type Handle,
  marksOf,
  moveHandle,
  nearestHandle,
  positionOf,
} from '../../lib/dates/date-range.ts';
import { shortDate } from '../../lib/format.ts';
import classes from './date-range-slider.module.css';

type DateRangeSliderProps = {
  range: DayRange;
  /** The days that the track shows. */
  bounds: DayRange;
  /** Where the handles may stand: the days for which there are candles. */
  limits: DayRange;
  /** The longest range, in days; none when absent. */
  daysMax?: number;
  /** A handle is being dragged: called once a frame at most. */
  onDrag: (range: DayRange) => void;
  /** The range was chosen. */
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

const Marks = memo(({ bounds }: { bounds: DayRange }) => (
  <div className={classes.marks} aria-hidden>
    {marksOf(bounds).map(({ day, label, kind }) => (
      <span
        key={`${kind}${day}`}
        className={classes.mark}
        data-kind={kind}
        data-label={label}
        style={{ left: percentOf(day, bounds) }}
      >
        {label}
      </span>
    ))}
  </div>
));

type ThumbProps = Pick<DateRangeSliderProps, 'range' | 'bounds' | 'limits'> & {
  handle: Handle;
  onMove: (day: number) => void;
};

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

type Drag = { handle: Handle; left: number; width: number; range: DayRange; frame: number };

/** Moves a handle with the pointer; reports the range at most once per frame. */
const useDrag = ({ range, bounds, limits, daysMax, onDrag, onChange }: DateRangeSliderProps) => {
  const track = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  useEffect(() => () => cancelAnimationFrame(drag.current?.frame ?? 0), []);

  const moveTo = (current: Drag, clientX: number) => {
    const day = dayAt((clientX - current.left) / Math.max(current.width, 1), bounds);
    current.range = moveHandle(current.range, current.handle, day, limits, daysMax);
    if (current.frame !== 0) return;
    current.frame = requestAnimationFrame(() => {
      current.frame = 0;
      onDrag(current.range);
    });
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || !track.current) return;
    // Measured once: reading it at each move would lay the page out at each move.
    const { left, width } = track.current.getBoundingClientRect();
    const thumb = event.target instanceof HTMLElement ? event.target.dataset.handle : undefined;
    const isThumb = thumb === 'start' || thumb === 'end';
    const day = dayAt((event.clientX - left) / Math.max(width, 1), bounds);
    const handle = isThumb ? thumb : nearestHandle(range, day);
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { handle, left, width, range, frame: 0 };
    if (!isThumb) moveTo(drag.current, event.clientX);
  };
  const release = () => {
    const { current } = drag;
    if (!current) return;
    cancelAnimationFrame(current.frame);
    drag.current = null;
    onChange(current.range);
  };
  return {
    track,
    handlers: {
      onPointerDown: press,
      onPointerMove: (event: PointerEvent) => drag.current && moveTo(drag.current, event.clientX),
      onPointerUp: release,
      onPointerCancel: release,
    },
  };
};

/** Clicking the track moves the nearer handle; the handles never meet. */
export const DateRangeSlider = (props: DateRangeSliderProps) => {
  const { range, bounds, limits, daysMax, onChange } = props;
  const { track, handlers } = useDrag(props);
  return (
    <div className={classes.slider}>
      <span className={classes.edge}>{shortDate(dateOf(bounds.start))}</span>
      <div className={classes.area} {...handlers}>
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
              onMove={(day) => onChange(moveHandle(range, handle, day, limits, daysMax))}
            />
          ))}
        </div>
        <Marks bounds={bounds} />
      </div>
      <span className={classes.edge}>{shortDate(dateOf(bounds.end))}</span>
    </div>
  );
};
