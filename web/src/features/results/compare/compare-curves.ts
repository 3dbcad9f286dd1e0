// The equity of several results from the same start, 100, so that they can be laid over each other.

import { firstFrom } from '../../../lib/charts/decimation.ts';
import { dayName, ratio } from '../../../lib/format.ts';
import type { TimeRange } from '../curves/chart-range.ts';
import { type RunCurves, type Series, valueAt } from '../curves/run-curves.ts';
import { type Row, spanOf } from '../statistics/statistics-tables.ts';

export const BASE = 100;

export type Rebased = {
  readonly whole: TimeRange;
  /** They share this time; otherwise each begins at 100 by itself. */
  readonly isShared: boolean;
  /** In the order of the results. */
  readonly lines: readonly Series[];
};

const firstOf = ({ times }: Series): number => times[0] as number;
const lastOf = ({ times }: Series): number => times[times.length - 1] as number;

const startingWith = (first: number, rest: Float64Array): Float64Array => {
  const all = new Float64Array(rest.length + 1);
  all[0] = first;
  all.set(rest, 1);
  return all;
};

/** The value at the close of each bar, after the starting capital where the first bar opens. */
export const valuesAtCloses = (
  { portfolio: { times, values }, initialValue }: Pick<RunCurves, 'portfolio' | 'initialValue'>,
  statistics: Row,
): Series => {
  const [first, second, last] = [times[0] as number, times[1] as number, times[times.length - 1] as number];
  const span = spanOf(statistics);
  // The days of an hourly run have the time of their last hour, so the step between them is not the bar.
  const barMs = span && span.end > last ? span.end - last : second - first;
  return {
    times: startingWith(
      Math.min(span?.start ?? first, first),
      times.map((time) => time + barMs),
    ),
    values: startingWith(initialValue, values),
  };
};

/** From 100 at the beginning of a range, or at its own where that is later. */
export const rebasedFrom = (series: Series, { from, to }: TimeRange): Series => {
  const start = Math.max(from, firstOf(series));
  const [begin, end] = [firstFrom(series.times, start + 1), firstFrom(series.times, to + 1)];
  const base = valueAt(series, start);
  const values = series.values.slice(begin, end).map((value) => (BASE * value) / base);
  return {
    times: startingWith(start, series.times.slice(begin, end)),
    values: startingWith(BASE, values),
  };
};

/** The time that all of them have, from the open of one of the longest bars to the close of one: shorter ones close there, too. */
const sharedTime = (all: readonly Series[]): TimeRange | null => {
  const [from, to] = [Math.max(...all.map(firstOf)), Math.min(...all.map(lastOf))];
  const within = all.map(({ times }) => times.subarray(firstFrom(times, from), firstFrom(times, to + 1)));
  const longest = within.reduce((fewest, times) => (times.length < fewest.length ? times : fewest));
  if (longest.length < 2) return null;
  return { from: longest[0] as number, to: longest[longest.length - 1] as number };
};

/** Curves of `valuesAtCloses` over the time that all of them have; over all of their time where there is none. */
export const rebased = (all: readonly Series[]): Rebased => {
  const shared = sharedTime(all);
  const whole = shared ?? { from: Math.min(...all.map(firstOf)), to: Math.max(...all.map(lastOf)) };
  return { whole, isShared: shared !== null, lines: all.map((series) => rebasedFrom(series, whole)) };
};

/** The longest of them, along which a crosshair moves. */
export const finest = (lines: readonly Series[]): Series =>
  lines.reduce((longest, line) => (line.times.length > longest.times.length ? line : longest));

/** The newest value at a time; NaN before the first and after the last. */
export const valueWithin = (line: Series, ms: number): number =>
  ms > lastOf(line) ? Number.NaN : valueAt(line, ms);

/** The range in the chart as a sentence, for screen readers. */
export const comparedSummary = (
  lines: readonly { readonly name: string; readonly series: Series }[],
  { from, to }: TimeRange,
): string => {
  const ends = lines.map(({ name, series }) => {
    const [first, last] = [Math.max(from, firstOf(series)), Math.min(to, lastOf(series))];
    return first > last
      ? `${name}: nothing`
      : `${name} from ${ratio(valueAt(series, first))} to ${ratio(valueAt(series, last))}`;
  });
  return `Equity of the compared results, ${dayName(from)} – ${dayName(Math.max(from, to - 1))}: ${ends.join('; ')}`;
};
