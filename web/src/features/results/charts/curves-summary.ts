// The charts of a run as a short text and a few numbers, for screen readers.
import { dayName, money, percent } from '../../../lib/format.ts';
import type { Row } from '../statistics/statistics-tables.ts';
import { lineNames } from './chart-figure.ts';
import { type RunCurves, valueAt } from './run-curves.ts';

/** The run in a sentence. */
export const curvesSummary = ({ portfolio, drawdown, benchmark, basket, held }: RunCurves): string => {
  const deepest = drawdown.values.reduce((lowest, value) => Math.min(lowest, value), 0);
  const compared = (
    [
      ['benchmark', benchmark],
      ['basket', basket],
    ] as const
  )
    .filter(([, series]) => series !== null)
    .map(([key, series]) => `${lineNames(held)[key]}: ${money(series?.values.at(-1))}`);
  return [
    `Portfolio value from ${money(portfolio.values[0])} to ${money(portfolio.values.at(-1))}`,
    `deepest drawdown ${percent(deepest)}`,
    ...compared,
  ].join('; ');
};

/** A row for the last bar of each month. */
export const monthEnds = ({ portfolio, drawdown, benchmark, basket }: RunCurves): Row[] => {
  const { times, values } = portfolio;
  const monthOf = (bar: number) => new Date(times[bar] ?? Number.NaN).getUTCMonth();
  const ends = [...times.keys()].filter(
    (bar) => bar === times.length - 1 || monthOf(bar) !== monthOf(bar + 1),
  );
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
