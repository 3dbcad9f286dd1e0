// How sure one may be that a Sharpe ratio is not luck, neither of few days nor of many tries.
import { normalProbability, normalQuantile } from './probability.ts';
import { kurtosis, ratio, skewness, standardDeviation, sum } from './return-statistics.ts';

const EULER_GAMMA = 0.5772156649015329;

/**
 * Probability that the true Sharpe ratio exceeds `hurdle` (per period, as is SR = mean(r) / std(r)):
 * Φ((SR - hurdle) × sqrt(n - 1) / sqrt(1 - skewness × SR + (kurtosis + 2) / 4 × SR²)), kurtosis in excess of
 * the normal's. Null below four returns, or without spread.
 * Source: Bailey and López de Prado (2012), The Sharpe Ratio Efficient Frontier; quantstats.
 */
export const probabilisticSharpeRatio = (returns: Float64Array, hurdle = 0): number | null => {
  const n = returns.length;
  const sharpe = ratio(sum(returns) / n, standardDeviation(returns));
  const third = skewness(returns);
  const fourth = kurtosis(returns);
  if (sharpe === null || third === null || fourth === null) return null;
  const spread = 1 - third * sharpe + ((fourth + 2) / 4) * sharpe * sharpe;
  if (!(spread > 0)) return null;
  return normalProbability(((sharpe - hurdle) * Math.sqrt(n - 1)) / Math.sqrt(spread));
};

/**
 * The same against the Sharpe ratio that the best of N trials without any skill is expected to have:
 * hurdle = std(trials) × ((1 - γ) × Φ⁻¹(1 - 1 / N) + γ × Φ⁻¹(1 - 1 / (N × e))).
 * Source: Bailey and López de Prado (2014), The Deflated Sharpe Ratio; ffn.
 * @param trialSharpeRatios annualized, of all N trials, this one included
 */
export const deflatedSharpeRatio = (
  returns: Float64Array,
  trialSharpeRatios: readonly number[],
  periodsPerYear: number,
): number | null => {
  const trials = trialSharpeRatios.length;
  const spread = standardDeviation(Float64Array.from(trialSharpeRatios));
  if (spread === null) return probabilisticSharpeRatio(returns);
  const best =
    (1 - EULER_GAMMA) * normalQuantile(1 - 1 / trials) +
    EULER_GAMMA * normalQuantile(1 - 1 / (trials * Math.E));
  return probabilisticSharpeRatio(returns, (spread * best) / Math.sqrt(periodsPerYear));
};
