// How long the blocks of a bootstrap must be, so that they keep how a series depends on its past.
import { sum } from '../return-statistics.ts';

/** A correlation of this many standard errors is one. */
const CRITICAL = 2;
/** A spread below this share of the values is rounding. */
const ROUNDING_NOISE = 1e-12;
/** So many lags in a row without correlation end the search. */
const LAGS_IN_A_ROW_MIN = 5;

type Lags = {
  /** Covariance of the series with itself k steps later, for k from 0. */
  readonly covariances: Float64Array;
  /** From this lag on nothing is correlated. */
  readonly last: number;
  /** True if the values differ by rounding only. */
  readonly isFlat: boolean;
};

/**
 * The best length of the blocks of a circular block bootstrap, in steps: at least 1 and at most
 * min(3 × sqrt(n), n / 3), not rounded; 1 for a series without spread.
 * Source: Politis and White (2004) with the correction of Patton, Politis and White (2009); checked against `arch`.
 * @param series at least 9 numbers in order of time
 */
export const circularBlockLength = (series: Float64Array): number => {
  const n = series.length;
  const longest = Math.ceil(Math.min(3 * Math.sqrt(n), n / 3));
  const { covariances, last, isFlat } = lagsOf(series);
  if (isFlat) return 1;
  const variance = covariances[0] as number;
  const window = Math.min(2 * Math.max(last, 1), covariances.length - 1);
  let bias = 0;
  let spectrum = variance;
  for (let lag = 1; lag <= window; lag++) {
    const weight = 2 * flatTop(lag / window) * (covariances[lag] as number);
    bias += weight * lag;
    spectrum += weight;
  }
  if (spectrum === 0) return longest;
  const best = ((2 * bias ** 2) / ((4 / 3) * spectrum ** 2)) ** (1 / 3) * n ** (1 / 3);
  return Math.min(Math.max(best, 1), longest);
};

/** The weight of a lag: Politis and Romano (1995). */
const flatTop = (share: number): number => (share <= 0.5 ? 1 : 2 * (1 - share));

const lagsOf = (series: Float64Array): Lags => {
  const n = series.length;
  const centre = sum(series) / n;
  const centred = series.map((value) => value - centre);
  const inARow = Math.max(LAGS_IN_A_ROW_MIN, Math.floor(Math.log10(n)));
  const most = Math.min(Math.ceil(Math.sqrt(n)) + inARow, n - 1);
  const limit = CRITICAL * Math.sqrt(Math.log10(n) / n);
  const covariances = new Float64Array(most + 1);
  const spread = Math.sqrt(sum(centred.map((value) => value * value)) / n);
  const isFlat = spread <= ROUNDING_NOISE * Math.abs(centre);
  let last: number | null = null;
  let quiet = 0;
  for (let lag = 0; lag <= most; lag++) {
    let products = 0;
    for (let at = lag; at < n; at++) products += (centred[at] as number) * (centred[at - lag] as number);
    covariances[lag] = products / n;
    const correlated = Math.abs(products / n) >= limit * (covariances[0] as number);
    quiet = correlated ? 0 : quiet + 1;
    if (quiet === inARow && last === null) last = lag - inARow + 1;
    // Twice the last lag is all that is needed.
    if (last !== null && lag >= 2 * last)
      return { covariances: covariances.subarray(0, lag + 1), last, isFlat };
  }
  return { covariances, last: last ?? most, isFlat };
};
