// The charts of the overview: of each its lines, how their values are written, and what they say in words.
import type { MetricsPoint } from '@tradeium/contracts';
import { barTime, credits, dayName, dollars, wholeNumber } from '../../../lib/format.ts';
import type { Step } from './metrics-range.ts';

export type MetricLine = { readonly name: string; readonly of: (point: MetricsPoint) => number };
export type Metric = {
  readonly title: string;
  readonly lines: readonly MetricLine[];
  readonly write: (value: number) => string;
  /** The least that it changes by. */
  readonly unit: number;
};

export const METRICS = {
  signups: {
    title: 'Sign-ups',
    write: wholeNumber,
    unit: 1,
    lines: [{ name: 'Sign-ups', of: ({ signups }) => signups }],
  },
  revenue: {
    title: 'Revenue (USD)',
    write: dollars,
    unit: 0.01,
    lines: [{ name: 'Revenue', of: ({ revenue_usd }) => revenue_usd }],
  },
  credits: {
    title: 'Credits (VUT)',
    write: credits,
    unit: 0.000_001,
    lines: [
      { name: 'Granted', of: ({ credits_granted }) => credits_granted },
      { name: 'Bought', of: ({ credits_bought }) => credits_bought },
      { name: 'Spent', of: ({ credits_spent }) => credits_spent },
    ],
  },
  tokens: {
    title: 'Tokens',
    write: wholeNumber,
    unit: 1,
    lines: [
      { name: 'Input', of: ({ input_tokens }) => input_tokens },
      { name: 'Of them cached', of: ({ cached_tokens }) => cached_tokens },
      { name: 'Output', of: ({ output_tokens }) => output_tokens },
    ],
  },
  runs: {
    title: 'Backtests',
    write: wholeNumber,
    unit: 1,
    lines: [
      { name: 'Runs', of: ({ runs }) => runs },
      { name: 'Failed', of: ({ failed_runs }) => failed_runs },
    ],
  },
  rebalances: {
    title: 'Rebalances',
    write: wholeNumber,
    unit: 1,
    lines: [
      { name: 'Rebalances', of: ({ rebalances }) => rebalances },
      { name: 'Failed', of: ({ failed_rebalances }) => failed_rebalances },
    ],
  },
} as const satisfies Readonly<Record<string, Metric>>;
export type MetricName = keyof typeof METRICS;

/** When a point is: an hour or a day, in UTC. */
export const pointTime = (at: string, step: Step): string =>
  step === 'hour' ? barTime(Date.parse(at)) : dayName(Date.parse(at));

/** The sum of a line. */
export const totalOf = ({ of }: MetricLine, points: readonly MetricsPoint[]): number =>
  points.reduce((sum, point) => sum + of(point), 0);

/** A chart in words, for those who do not see it: of each line the sum, and when it was highest. */
export const metricWords = ({ lines, write }: Metric, points: readonly MetricsPoint[], step: Step): string =>
  lines
    .map((line) => {
      const total = totalOf(line, points);
      const highest = points.reduce<MetricsPoint | null>(
        (best, point) => (best && line.of(best) >= line.of(point) ? best : point),
        null,
      );
      if (!highest || line.of(highest) === 0) return `${line.name}: none.`;
      return `${line.name}: ${write(total)}, at most ${write(line.of(highest))} (${pointTime(highest.at, step)}).`;
    })
    .join(' ');
