// The axes of a tear sheet's charts: where their lines stand, and how they are labelled.
import { MONTHS } from '../../../lib/format.ts';

const TICKS_MAX = 6;
const TIMES_MAX = 9;

/** 1, 2 or 5 times a power of ten, at least `step`. */
const roundStep = (step: number): number => {
  const power = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= step * 0.999) ?? 10 * power;
};

/** Round values from `low` to `high`, at most six; the one value where both are the same. */
export const linearTicks = (low: number, high: number): number[] => {
  if (!(high > low)) return [low];
  const step = roundStep((high - low) / TICKS_MAX);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
};

/** Round values for an axis of equal ratios; linear ones where the range has too few. Both are above 0. */
export const ratioTicks = (low: number, high: number): number[] => {
  const powers = Array.from({ length: 40 }, (_, index) => 10 ** (index - 20));
  const within = (values: number[]) => values.filter((value) => value >= low && value <= high);
  const fine = within(powers.flatMap((power) => [1, 2, 5].map((each) => each * power)));
  if (fine.length < 3) return linearTicks(low, high);
  return fine.length <= TICKS_MAX + 2 ? fine : within(powers);
};

type TimeTick = { readonly ms: number; readonly label: string };

const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120] as const;

const monthsOf = (ms: number): number => {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
const startOf = (months: number): number => Date.UTC(Math.floor(months / 12), months % 12, 1);

/** First days of months or years between two moments, at most nine. */
export const timeTicks = (from: number, to: number): TimeTick[] => {
  const [first, last] = [monthsOf(from), monthsOf(to)];
  const step = MONTH_STEPS.find((each) => (last - first) / each <= TIMES_MAX - 1) ?? 120;
  const ticks: TimeTick[] = [];
  for (let months = Math.ceil(first / step) * step; months <= last; months += step) {
    const year = Math.floor(months / 12);
    const label = step >= 12 ? String(year) : `${MONTHS[months % 12]} ${year}`;
    if (startOf(months) >= from) ticks.push({ ms: startOf(months), label });
  }
  return ticks;
};
