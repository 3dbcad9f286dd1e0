// How bad the bad days are, from the days as they were and from a normal distribution of them.
import { ratio, standardDeviation, sum } from './return-statistics.ts';

/** The standard normal's 5th percentile, and its mean below that. */
const NORMAL_VAR_95 = -1.6448536269514722;
const NORMAL_CVAR_95 = -2.0627128075074253;

export type TailStatistics = {
  /** Historical 5th percentile of r, linear between ranks. Source: vectorbt, numpy. */
  var_95: number | null;
  /** Mean of the r at or below `var_95` (expected shortfall). Source: vectorbt. */
  cvar_95: number | null;
  /** mean(r) - 1.645 × std(r): 5th percentile if r were normal. Source: quantstats. */
  normal_var_95: number | null;
  /** mean(r) - 2.063 × std(r): mean below `normal_var_95` if r were normal. Source: quantstats. */
  normal_cvar_95: number | null;
  /** |95th percentile of r / 5th percentile of r|. Source: quantstats, vectorbt. */
  tail_ratio: number | null;
};

/** All null below two returns. */
export const tailStatistics = (returns: Float64Array): TailStatistics => {
  const deviation = standardDeviation(returns);
  if (deviation === null) {
    return { var_95: null, cvar_95: null, normal_var_95: null, normal_cvar_95: null, tail_ratio: null };
  }
  const centre = sum(returns) / returns.length;
  const sorted = returns.slice().sort();
  const low = percentile(sorted, 0.05);
  return {
    var_95: low,
    cvar_95: lowestMean(sorted),
    normal_var_95: centre + NORMAL_VAR_95 * deviation,
    normal_cvar_95: centre + NORMAL_CVAR_95 * deviation,
    tail_ratio: ratio(Math.abs(percentile(sorted, 0.95)), Math.abs(low)),
  };
};

/** Mean of the values at or below their 5th percentile, of at least one value. Source: vectorbt. */
export const conditionalValueAtRisk95 = (values: Float64Array): number => lowestMean(values.slice().sort());

/** Linear between ranks, as numpy's and pandas' quantile. */
export const percentile = (sorted: Float64Array, share: number): number => {
  const rank = (sorted.length - 1) * share;
  const below = sorted[Math.floor(rank)] as number;
  const above = sorted[Math.ceil(rank)] as number;
  return below + (above - below) * (rank - Math.floor(rank));
};

const lowestMean = (sorted: Float64Array): number => {
  const count = Math.floor((sorted.length - 1) * 0.05) + 1;
  return sum(sorted.subarray(0, count)) / count;
};
