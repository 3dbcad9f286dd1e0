// The arithmetic of a chart of returns: scales, ticks and the lines as paths of SVG.
import { decimated } from './decimation.ts';

export type Line = { readonly times: Float64Array; readonly values: Float64Array };
type Point = { readonly timestamp: string; readonly chart_value: number };

/** Room for the values on the left, the dates below, and half a label elsewhere, in px. */
export const MARGIN = { left: 58, right: 14, top: 10, bottom: 24 } as const;

/** Points in order of time; those without a time or a value are left out. */
export const lineOf = (points: readonly Point[]): Line => {
  const known = points
    .map(({ timestamp, chart_value }) => ({ ms: Date.parse(timestamp), value: chart_value }))
    .filter(({ ms, value }) => Number.isFinite(ms) && Number.isFinite(value))
    .sort((one, other) => one.ms - other.ms);
  return {
    times: Float64Array.from(known, ({ ms }) => ms),
    values: Float64Array.from(known, ({ value }) => value),
  };
};

/** A fraction: less than that is drawn as the little it is. */
const VALUE_SPAN_MIN = 0.01;

const STEPS = [1, 2, 5, 10];

/** Round values, at most about so many, from the lowest to the highest or beyond. */
export const valueTicks = (lowest: number, highest: number, count: number): number[] => {
  const missing = Math.max(0, VALUE_SPAN_MIN - (highest - lowest));
  const span = highest - lowest + missing;
  const magnitude = 10 ** Math.floor(Math.log10(span / count));
  const step = magnitude * (STEPS.find((one) => span / (one * magnitude) <= count) ?? 10);
  const first = Math.floor((lowest - missing / 2) / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil((highest + missing / 2) / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
};

const CLOCK_BELOW_MS = 86_400_000;
/** Minutes after the start are drawn as the short time they are. */
const TIME_SPAN_MIN_MS = 12 * 3_600_000;

/** True if instants so far apart show the time of day instead of the date. */
export const isByClock = (from: number, to: number): boolean => to - from < CLOCK_BELOW_MS;

/** Instants at even distances, both ends included. */
export const timeTicks = (from: number, to: number, count: number): number[] =>
  from === to
    ? [from]
    : Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));

type Size = { readonly widthPx: number; readonly heightPx: number };

/** Where values and instants of these lines lie. */
export const scalesOf = (lines: readonly Line[], { widthPx, heightPx }: Size) => {
  const all = lines.filter(({ times }) => times.length > 0);
  const from = Math.min(...all.map(({ times }) => times[0] as number));
  const last = Math.max(...all.map(({ times }) => times.at(-1) as number));
  // Room is left after the line, not before it: nothing was there before the start.
  const to = from === last ? last : Math.max(last, from + TIME_SPAN_MIN_MS);
  const extreme = (pick: (one: number, other: number) => number) =>
    all.reduce((found, { values }) => values.reduce((one, other) => pick(one, other), found), 0);
  const ticks = valueTicks(extreme(Math.min), extreme(Math.max), Math.max(2, Math.floor(heightPx / 50)));
  const [lowest, highest] = [ticks[0] as number, ticks.at(-1) as number];
  const inner = {
    width: Math.max(1, widthPx - MARGIN.left - MARGIN.right),
    height: Math.max(1, heightPx - MARGIN.top - MARGIN.bottom),
  };
  return {
    ticks,
    isByClock: isByClock(from, to),
    days: timeTicks(from, to, Math.max(2, Math.floor(inner.width / 130))),
    x: (ms: number) => MARGIN.left + (to === from ? 0.5 : (ms - from) / (to - from)) * inner.width,
    y: (value: number) => MARGIN.top + ((highest - value) / (highest - lowest)) * inner.height,
    /** The instant at a place of the pointer. */
    at: (px: number) => from + ((px - MARGIN.left) / inner.width) * (to - from),
  };
};

type Scales = ReturnType<typeof scalesOf>;

/** The line as a path, thinned to the width of the screen. */
export const pathOf = ({ times, values }: Line, { x, y }: Scales, widthPx: number): string =>
  [...decimated(values, 0, values.length, Math.max(1, widthPx))]
    .map(
      (index, place) =>
        `${place === 0 ? 'M' : 'L'}${Math.round(10 * x(times[index] as number)) / 10} ${Math.round(10 * y(values[index] as number)) / 10}`,
    )
    .join('');
