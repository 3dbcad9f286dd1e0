// Formulas on a series of periodic returns r; null where a figure is undefined, never 0 in its place.

/** A spread below this is the rounding of equal numbers, not a spread. */
const ROUNDING_NOISE = 1e-12;
/** The same as a share of the numbers' mean. */
const RELATIVE_NOISE = 1e-9;

/** sqrt(sum((x - mean)²) / (n - 1)), the sample deviation (ddof 1); null below two values. */
export const standardDeviation = (values: Float64Array): number | null => {
  if (values.length < 2) return null;
  return Math.sqrt(centralSum(values, 2) / (values.length - 1));
};

/** std(r) × sqrt(A). Source: quantstats, vectorbt, ffn. */
export const volatility = (returns: Float64Array, periodsPerYear: number): number | null => {
  const deviation = standardDeviation(returns);
  return deviation === null ? null : deviation * Math.sqrt(periodsPerYear);
};

/** mean(r) / std(r), of a period; null where std is undefined or, next to the mean, no more than rounding. */
export const periodSharpeRatio = (returns: Float64Array): number | null => {
  const mean = sum(returns) / returns.length;
  const deviation = standardDeviation(returns);
  if (deviation === null || deviation <= Math.abs(mean) * RELATIVE_NOISE) return null;
  return ratio(mean, deviation);
};

/** mean(r) / std(r) × sqrt(A), at a risk-free rate of 0; Sharpe (1994). Source: quantstats, vectorbt, ffn. */
export const sharpeRatio = (returns: Float64Array, periodsPerYear: number): number | null => {
  const ofPeriod = periodSharpeRatio(returns);
  return ofPeriod === null ? null : ofPeriod * Math.sqrt(periodsPerYear);
};

/** mean(r) / sqrt(sum(min(r, 0)²) / n) × sqrt(A); Sortino (1994). Source: quantstats, vectorbt. */
export const sortinoRatio = (returns: Float64Array, periodsPerYear: number): number | null => {
  if (returns.length < 2) return null;
  let squares = 0;
  for (const value of returns) if (value < 0) squares += value * value;
  const downside = Math.sqrt(squares / returns.length);
  return ratio(sum(returns) / returns.length, downside, Math.sqrt(periodsPerYear));
};

/** sum of gains / |sum of losses|, Omega(0); Keating and Shadwick (2002). Source: quantstats. */
export const omega = (returns: Float64Array): number | null => {
  let gains = 0;
  let losses = 0;
  for (const value of returns) {
    if (value > 0) gains += value;
    else losses -= value;
  }
  return ratio(gains, losses);
};

/** Sample skewness, corrected for bias: n / ((n-1)(n-2)) × sum(((x - mean) / std)³). Source: pandas. */
export const skewness = (returns: Float64Array): number | null => {
  const n = returns.length;
  const deviation = standardDeviation(returns);
  if (n < 3 || deviation === null || deviation <= ROUNDING_NOISE) return null;
  return ((n / ((n - 1) * (n - 2))) * centralSum(returns, 3)) / deviation ** 3;
};

/** Sample kurtosis in excess of the normal's 3, corrected for bias (Fisher's G2). Source: pandas. */
export const kurtosis = (returns: Float64Array): number | null => {
  const n = returns.length;
  const deviation = standardDeviation(returns);
  if (n < 4 || deviation === null || deviation <= ROUNDING_NOISE) return null;
  const fourth = centralSum(returns, 4) / deviation ** 4;
  const correction = (3 * (n - 1) ** 2) / ((n - 2) * (n - 3));
  return ((n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3))) * fourth - correction;
};

/** numerator / denominator × factor; null when the denominator is undefined or mere rounding noise. */
export const ratio = (numerator: number | null, denominator: number | null, factor = 1): number | null => {
  if (numerator === null || denominator === null || Math.abs(denominator) <= ROUNDING_NOISE) return null;
  return (numerator / denominator) * factor;
};

export const sum = (values: ArrayLike<number>): number => {
  let total = 0;
  for (let at = 0; at < values.length; at += 1) total += values[at] as number;
  return total;
};

/** sum((x - mean)^power); in products, as pandas has them, because a power of any two numbers takes many times as long. */
const centralSum = (values: Float64Array, power: 2 | 3 | 4): number => {
  const centre = sum(values) / values.length;
  let total = 0;
  for (let at = 0; at < values.length; at += 1) {
    const difference = (values[at] as number) - centre;
    const square = difference * difference;
    if (power === 2) total += square;
    else total += square * (power === 3 ? difference : square);
  }
  return total;
};
