// Buying and holding a coin or a basket of them, and how a strategy's returns relate to such a benchmark's.
import { ratio, standardDeviation, sum } from './return-statistics.ts';

export type BenchmarkRelation = {
  /** (mean(r) - beta × mean(b)) × A. Source: quantstats. */
  alpha: number | null;
  /** cov(r, b) / var(b). Source: quantstats, vectorbt. */
  beta: number | null;
  /** Pearson's, of r and b. Source: quantstats. */
  correlation: number | null;
  /** correlation²: the share of the variance that the benchmark explains. Source: quantstats. */
  r_squared: number | null;
  /** mean(r - b) / std(r - b) × sqrt(A). Source: Grinold and Kahn (2000); quantstats, ffn, there per day. */
  information_ratio: number | null;
  /** std(r - b) × sqrt(A). Source: Grinold and Kahn (2000). */
  tracking_error: number | null;
  /** CAGR / beta; Treynor (1965). Source: LEAN (quantstats takes the total return). */
  treynor_ratio: number | null;
};

/** Where there is nothing to relate to. */
export const UNRELATED: BenchmarkRelation = {
  alpha: null,
  beta: null,
  correlation: null,
  r_squared: null,
  information_ratio: null,
  tracking_error: null,
  treynor_ratio: null,
};

/**
 * Value at each bar's close of the starting capital held in one coin since the first bar's open, without fees
 * (as vectorbt's and backtesting.py's buy and hold).
 * @param close the coin's price at each close; `firstOpen` its price at the first open
 */
export const holdValue = (firstOpen: number, close: Float64Array, startingCapital: number): Float64Array =>
  close.map((price) => (startingCapital * price) / firstOpen);

/**
 * Value at each bar's close of the starting capital spread in equal parts over several coins at the first
 * bar's open and held, without fees and without rebalancing.
 * @param firstOpen each coin's price at the first open
 * @param close bars × coins, row by row
 */
export const holdBasketValue = (
  firstOpen: Float64Array,
  close: Float64Array,
  startingCapital: number,
): Float64Array => {
  const coins = firstOpen.length;
  const value = new Float64Array(close.length / coins);
  for (let bar = 0; bar < value.length; bar++) {
    let total = 0;
    for (let coin = 0; coin < coins; coin++) {
      total += (startingCapital * (close[bar * coins + coin] as number)) / (firstOpen[coin] as number);
    }
    value[bar] = total / coins;
  }
  return value;
};

/**
 * r, the run's returns, against b, the benchmark's, of the same days; risk-free rate 0, ddof 1.
 * Null where a spread that is divided by is 0, and all of them below two returns.
 */
export const relateToBenchmark = (
  returns: Float64Array,
  benchmark: Float64Array,
  periodsPerYear: number,
  cagr: number | null,
): BenchmarkRelation => {
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
  const correlation = ratio(covarianceBySpread, spread);
  return {
    alpha: beta === null ? null : (centre - beta * benchmarkCentre) * periodsPerYear,
    beta,
    correlation,
    r_squared: correlation === null ? null : correlation * correlation,
    information_ratio: ratio(centre - benchmarkCentre, activeSpread, Math.sqrt(periodsPerYear)),
    tracking_error: activeSpread === null ? null : activeSpread * Math.sqrt(periodsPerYear),
    treynor_ratio: ratio(cagr, beta),
  };
};
