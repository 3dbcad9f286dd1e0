// The charts of a run as a short text and a few numbers, for screen readers.

import { firstFrom } from '../../../lib/charts/decimation.ts';
import { dayName, money, percent } from '../../../lib/format.ts';
import { lineNames } from '../pictures/chart-figure.ts';
import type { Row } from '../statistics/statistics-tables.ts';
import { barMsOf, closeOf, openOf } from './bar-times.ts';
import type { TimeRange } from './chart-range.ts';
import { type RunCurves, valueAt } from './run-curves.ts';

/** The bars of a range: the first one, and the one behind the last. */
const barsOf = (
  { portfolio: { times } }: RunCurves,
  { from, to }: TimeRange,
): [first: number, end: number] => [firstFrom(times, from), firstFrom(times, to + 1)];

/** The days of the bars that are shown: `8 Jan 2025 – 31 Jan 2025`. */
export const daysShown = (curves: RunCurves, range: TimeRange): string => {
  const { times } = curves.portfolio;
  const [first, end] = barsOf(curves, range);
  const barMs = barMsOf(curves);
  const closeMs = closeOf(times[end - 1] ?? Number.NaN, barMs);
  return `${dayName(openOf(times[first] ?? Number.NaN, barMs))} – ${dayName(closeMs - 1)}`;
};

/** The range that is shown in a sentence. */
export const curvesSummary = (curves: RunCurves, range: TimeRange): string => {
  const { portfolio, drawdown, held } = curves;
  const { times, values } = portfolio;
  const [first, end] = barsOf(curves, range);
  if (first >= end) return 'No bar of the run is shown';
  const lastMs = times[end - 1] as number;
  const deepest = drawdown.values.subarray(first, end).reduce((lowest, value) => Math.min(lowest, value), 0);
  const compared = (['benchmark', 'basket'] as const).flatMap((key) => {
    const series = curves[key];
    return series ? [`${lineNames(held)[key]}: ${money(valueAt(series, lastMs))}`] : [];
  });
  return [
    `Portfolio value from ${money(values[first])} to ${money(values[end - 1])}`,
    `deepest drawdown ${percent(deepest)}`,
    ...compared,
    daysShown(curves, range),
  ].join('; ');
};

/** A row for the last bar of each month that is shown. */
export const monthEnds = (curves: RunCurves, range: TimeRange): Row[] => {
  const { portfolio, drawdown, benchmark, basket } = curves;
  const { times, values } = portfolio;
  const [first, end] = barsOf(curves, range);
  const monthOf = (bar: number) => new Date(times[bar] ?? Number.NaN).getUTCMonth();
  const bars = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  const ends = bars.filter((bar) => bar === end - 1 || monthOf(bar) !== monthOf(bar + 1));
  return ends.map((bar) => {
    const ms = times[bar] as number;
    return {
      date: dayName(ms),
      portfolio: values[bar],
      ...(benchmark && { benchmark: valueAt(benchmark, ms) }),
      ...(basket && { basket: valueAt(basket, ms) }),
      drawdown: drawdown.values[bar],
    };
  });
};
