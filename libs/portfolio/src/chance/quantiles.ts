// How drawn figures spread: their 5th, 25th, 50th, 75th and 95th percentile.
import { percentile } from '../tail-statistics.ts';

/** Each linear between ranks, as numpy's quantile. */
export type Quantiles = { p5: number; p25: number; p50: number; p75: number; p95: number };

/** Of at least one number; sorts them in place. */
export const quantilesOf = (values: Float64Array): Quantiles => {
  values.sort();
  return {
    p5: percentile(values, 0.05),
    p25: percentile(values, 0.25),
    p50: percentile(values, 0.5),
    p75: percentile(values, 0.75),
    p95: percentile(values, 0.95),
  };
};

/** Undefined figures are left out; null if more than one in twenty is undefined, as the rest would be a selection. */
export const definedQuantiles = (figures: readonly (number | null)[]): Quantiles | null => {
  const defined = figures.filter((figure) => figure !== null);
  return defined.length === 0 || defined.length < 0.95 * figures.length
    ? null
    : quantilesOf(Float64Array.from(defined));
};
