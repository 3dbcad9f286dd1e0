// The axis of a metric: round values, whole ones of what is counted, written as everywhere else.
import type { MetricsPoint } from '@tradeium/contracts';
import { LEFT_PX } from '../../../lib/charts/figure-basics.ts';
import type { Metric } from './metric-lines.ts';

const STEPS = [1, 2, 5, 10];
const STEPS_MAX = 5;

/** Round, and of whole units. */
const stepOf = (span: number, unit: number): number => {
  const magnitude = 10 ** Math.floor(Math.log10(span / STEPS_MAX));
  const step = magnitude * (STEPS.find((one) => span / (one * magnitude) <= STEPS_MAX) ?? 10);
  return Math.max(unit, step);
};

/** Of a round step; a part of one is divided, which leaves no odd digits behind. */
const multiple = (count: number, step: number): number =>
  step < 1 ? count / Math.round(1 / step) : count * step;

const PX_OF_LETTER = 7;
const AROUND_PX = 10;

/** Of the values, above the highest and below the lowest one. */
const PADDING = 0.06;

/** `leftPx` is the room that its texts need. */
export const metricAxis = ({ lines, unit, write }: Metric, points: readonly MetricsPoint[]) => {
  const values = points.flatMap((point) => lines.map(({ of }) => of(point)));
  const lowest = Math.min(0, ...values);
  // Where nothing happened, the line is at the foot.
  const highest = Math.max(0, ...values) || (lowest < 0 ? 0 : 1);
  const step = stepOf(highest - lowest, unit);
  const first = Math.ceil(lowest / step - 1e-9);
  const last = Math.max(Math.floor(highest / step + 1e-9), first + 1);
  const tickvals = Array.from({ length: last - first + 1 }, (_, index) => multiple(first + index, step));
  const ticktext = tickvals.map(write);
  const longest = Math.max(...ticktext.map(({ length }) => length));
  return {
    range: [lowest * (1 + PADDING), highest * (1 + PADDING)],
    tickvals,
    ticktext,
    leftPx: Math.max(LEFT_PX, AROUND_PX + longest * PX_OF_LETTER),
  };
};
