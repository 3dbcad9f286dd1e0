// How sure one may be that a Sharpe ratio is not luck, neither of few days nor of many tries.
import { normalProbability, normalQuantile } from './probability.ts';
import { kurtosis, periodSharpeRatio, skewness } from './return-statistics.ts';

const EULER_GAMMA = 0.5772156649015329;
const DAYS_PER_YEAR = 365;
/** The usual level of significance: 5 %. */
const CONFIDENCE = 0.95;

/** Figures of n returns, of a period each and not annualised. */
type Sample = {
  /** mean(r) / std(r). */
  readonly sharpe: number | null;
  readonly n: number;
  readonly skewness: number | null;
  /** In excess of the normal's 3. */
  readonly kurtosis: number | null;
};

/** 1 - skewness × SR + (kurtosis + 2) / 4 × SR²: how far returns that are not normal spread the estimate; null if undefined. */
const spreadOf = ({ sharpe, skewness: third, kurtosis: fourth }: Sample): number | null => {
  if (sharpe === null || third === null || fourth === null) return null;
  const spread = 1 - third * sharpe + ((fourth + 2) / 4) * sharpe * sharpe;
  return spread > 0 ? spread : null;
};

const probabilityAbove = (sample: Sample, hurdle: number): number | null => {
  const spread = spreadOf(sample);
  if (spread === null || sample.sharpe === null) return null;
  return normalProbability(((sample.sharpe - hurdle) * Math.sqrt(sample.n - 1)) / Math.sqrt(spread));
};

/**
 * Probability that the true Sharpe ratio exceeds 0: Φ(SR × sqrt(n - 1) / sqrt(1 - skewness × SR + (kurtosis + 2) / 4 × SR²)),
 * where SR = mean(r) / std(r) is that of a period and the kurtosis in excess of the normal's. Null below four returns, or
 * without spread.
 * Source: Bailey and López de Prado (2012), The Sharpe Ratio Efficient Frontier; quantstats.
 */
export const probabilisticSharpeRatio = (returns: Float64Array): number | null => {
  const moments = { skewness: skewness(returns), kurtosis: kurtosis(returns) };
  return probabilityAbove({ sharpe: periodSharpeRatio(returns), n: returns.length, ...moments }, 0);
};

/** The figures of a run's statistics that these depend on. */
type Figures = {
  /** Annual. */
  readonly sharpe_ratio: number | null;
  readonly periods: number;
  readonly periods_per_year: number;
  readonly skewness: number | null;
  readonly kurtosis: number | null;
};

const sampleOf = ({ sharpe_ratio, periods, periods_per_year, ...moments }: Figures): Sample => ({
  ...moments,
  sharpe: sharpe_ratio === null ? null : sharpe_ratio / Math.sqrt(periods_per_year),
  n: periods,
});

/** An annual Sharpe ratio as that of a day, so that trials of all intervals have one unit. */
export const sharpePerDay = ({ sharpe_ratio }: Pick<Figures, 'sharpe_ratio'>): number | null =>
  sharpe_ratio === null ? null : sharpe_ratio / Math.sqrt(DAYS_PER_YEAR);

/** The trials that a run was picked from. */
export type TrialSpread = {
  /** How many, this run included: at least 1. */
  readonly count: number;
  /** Sample variance (ddof 1) of their Sharpe ratios of a day; null while fewer than two have one. */
  readonly variance: number | null;
};

/** (1 - γ) × Φ⁻¹(1 - 1 / N) + γ × Φ⁻¹(1 - 1 / (N × e)): the expected maximum of N standard normal draws; 0 for one. */
export const expectedMaximum = (trials: number): number => {
  if (trials <= 1) return 0;
  const ofBest = (share: number) => normalQuantile(1 - share);
  return (1 - EULER_GAMMA) * ofBest(1 / trials) + EULER_GAMMA * ofBest(1 / (trials * Math.E));
};

/**
 * The Sharpe ratio of a period that the best of N trials without any skill is expected to have: sqrt(variance of the trials'
 * Sharpe ratios) × `expectedMaximum`. While fewer than two trials have a Sharpe ratio, the variance is that of chance alone over
 * the run's n returns, 1 / (n - 1). 0 for one trial.
 */
const hurdleOf = ({ periods, periods_per_year }: Figures, { count, variance }: TrialSpread): number => {
  const best = expectedMaximum(count);
  const ofPeriod = variance === null ? 1 / (periods - 1) : (variance * DAYS_PER_YEAR) / periods_per_year;
  return best === 0 ? 0 : Math.sqrt(ofPeriod) * best;
};

/**
 * Probability that the true Sharpe ratio exceeds `hurdleOf` the trials. All is of a period, nothing annualised. One trial: the
 * probabilistic Sharpe ratio. Null where that is null.
 * Source: Bailey and López de Prado (2014), The Deflated Sharpe Ratio; ffn.
 */
export const deflatedSharpeRatio = (figures: Figures, trials: TrialSpread): number | null =>
  probabilityAbove(sampleOf(figures), hurdleOf(figures, trials));

const ALONE: TrialSpread = { count: 1, variance: null };

/**
 * How many periods a run must have before its Sharpe ratio is above `hurdleOf` the trials, with 95 % confidence. With
 * spread = 1 - skewness × SR + (kurtosis + 2) / 4 × SR², it is 1 + spread × (Φ⁻¹(0.95) / (SR - SR*))² for an SR* of trials whose
 * variance is known. The variance of chance shrinks with the length; then it is the n of which SR* = E / sqrt(n - 1):
 * 1 + ((Φ⁻¹(0.95) × sqrt(spread) + E) / SR)², E = `expectedMaximum` of the trials, 0 for one. Null where no length is enough, as
 * SR is SR* or less (of chance: 0 or less), and where the probabilistic Sharpe ratio is null.
 * Source: Bailey and López de Prado (2012), The Sharpe Ratio Efficient Frontier; SR* of (2014), The Deflated Sharpe Ratio.
 */
export const minimumTrackRecordLength = (figures: Figures, trials: TrialSpread = ALONE): number | null => {
  const sample = sampleOf(figures);
  const spread = spreadOf(sample);
  const isOfChance = trials.variance === null;
  const lead = (sample.sharpe ?? 0) - (isOfChance ? 0 : hurdleOf(figures, trials));
  if (spread === null || lead <= 0) return null;
  const wanted =
    normalQuantile(CONFIDENCE) * Math.sqrt(spread) + (isOfChance ? expectedMaximum(trials.count) : 0);
  return 1 + (wanted / lead) ** 2;
};
