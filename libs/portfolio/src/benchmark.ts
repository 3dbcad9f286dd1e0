// Buying and holding a coin, and how a strategy's returns relate to a benchmark's.
import { ratio, standardDeviation, sum } from './return-statistics.ts';

export type BenchmarkRelation = {
  alpha: number | null;
  beta: number | null;
  correlation: number | null;
  information_ratio: number | null;
  tracking_error: number | null;
};

/**
 * Value at each bar's close of the starting capital held in one coin since the first bar's open, without fees
 * (as vectorbt's and backtesting.py's buy and hold).
 * @param close the coin's price at each close; `firstOpen` its price at the first open
 */
export function holdValue(firstOpen: number, close: Float64Array, startingCapital: number): Float64Array {
  return close.map((price) => (startingCapital * price) / firstOpen);
}

/**
 * beta = cov(r, b) / var(b); alpha = (mean r - beta × mean b) × A; Pearson's correlation; tracking error =
 * std(r - b) × sqrt(A); information ratio = mean(r - b) / std(r - b) × sqrt(A). Risk-free rate 0, ddof 1.
 * Source: quantstats (alpha, beta, correlation); Grinold and Kahn (2000), annualized, for the last two.
 * Null where a spread that is divided by is 0, and all of them below two returns.
 */
export function relateToBenchmark(
  returns: Float64Array,
  benchmark: Float64Array,
  periodsPerYear: number,
): BenchmarkRelation {
  const n = returns.length;
  const spread = standardDeviation(returns);
  const benchmarkSpread = standardDeviation(benchmark);
  const active = returns.map((value, i) => value - (benchmark[i] as number));
  const activeSpread = standardDeviation(active);
  const centre = sum(returns) / n;
  const benchmarkCentre = sum(benchmark) / n;
  let products = 0;
  returns.forEach((value, i) => {
    products += (value - centre) * ((benchmark[i] as number) - benchmarkCentre);
  });
  const covarianceBySpread = ratio(products / (n - 1), benchmarkSpread);
  const beta = ratio(covarianceBySpread, benchmarkSpread);
  return {
    alpha: beta === null ? null : (centre - beta * benchmarkCentre) * periodsPerYear,
    beta,
    correlation: ratio(covarianceBySpread, spread),
    information_ratio: ratio(centre - benchmarkCentre, activeSpread, Math.sqrt(periodsPerYear)),
    tracking_error: activeSpread === null ? null : activeSpread * Math.sqrt(periodsPerYear),
  };
}
