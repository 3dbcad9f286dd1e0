// The gain of a winning day and the loss of a losing day: traders' figures for trades, applied to days.
import { ratio } from './return-statistics.ts';

/** On r, so on weeks for weekly bars; a day without any change is neither a gain nor a loss. */
export type GainsAndLosses = {
  /** Days with a gain / days with a gain or a loss: W. Source: quantstats. */
  win_rate: number | null;
  /** Mean gain of the days with a gain. Source: quantstats' avg_win. */
  average_winning_day: number | null;
  /** Mean loss of the days with a loss; negative. Source: quantstats' avg_loss. */
  average_losing_day: number | null;
  /** sum of gains / |sum of losses|. Source: quantstats. */
  daily_profit_factor: number | null;
  /** average gain / |average loss|. Source: quantstats. */
  daily_payoff_ratio: number | null;
  /** W × average gain - (1 - W) × |average loss|. Source: Tharp (1998); quantstats' avg_return. */
  daily_expectancy: number | null;
  /** W - (1 - W) / payoff ratio: the share to stake for the fastest growth. Source: Kelly (1956), quantstats. */
  daily_kelly_criterion: number | null;
  /** profit factor × W × payoff ratio. Source: quantstats. */
  daily_cpc_index: number | null;
  /** profit factor × tail ratio. Source: quantstats. */
  daily_common_sense_ratio: number | null;
  /** sum(r) / |sum of losses|; Schwager (2012). Source: quantstats. */
  daily_gain_to_pain_ratio: number | null;
  /** Most days with a gain on end. Source: quantstats' consecutive_wins. */
  max_consecutive_winning_days: number;
  /** Most days with a loss on end. Source: quantstats' consecutive_losses. */
  max_consecutive_losing_days: number;
};

export const gainsAndLosses = (returns: Float64Array, tailRatio: number | null): GainsAndLosses => {
  const { wins, losses, gained, lost } = tally(returns);
  const rate = wins + losses > 0 ? wins / (wins + losses) : null;
  const average = wins > 0 ? gained / wins : null;
  const averageLoss = losses > 0 ? lost / losses : null;
  const factor = ratio(gained, lost);
  const payoff = ratio(average, averageLoss);
  return {
    win_rate: rate,
    average_winning_day: average,
    average_losing_day: averageLoss === null ? null : -averageLoss,
    daily_profit_factor: factor,
    daily_payoff_ratio: payoff,
    daily_expectancy: wins + losses > 0 ? (gained - lost) / (wins + losses) : null,
    daily_kelly_criterion: kelly(rate, payoff),
    daily_cpc_index: product(factor, rate, payoff),
    daily_common_sense_ratio: product(factor, tailRatio),
    daily_gain_to_pain_ratio: gainToPain(returns),
    max_consecutive_winning_days: longestRun(returns, (value) => value > 0),
    max_consecutive_losing_days: longestRun(returns, (value) => value < 0),
  };
};

/** sum / |sum of the negative ones|, of returns of any period. */
export const gainToPain = (returns: Float64Array): number | null => {
  const { gained, lost } = tally(returns);
  return ratio(gained - lost, lost);
};

/** Values above 0 / values other than 0; null where there are none. */
export const winRate = (values: Float64Array): number | null => {
  const { wins, losses } = tally(values);
  return wins + losses > 0 ? wins / (wins + losses) : null;
};

/** How many values on end are alike. */
export const longestRun = (values: Float64Array, alike: (value: number) => boolean): number => {
  let longest = 0;
  let run = 0;
  for (const value of values) {
    run = alike(value) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
};

/** How many values are above and below 0, and the sums of both; `lost` as a positive number. */
export const tally = (values: Float64Array) => {
  let wins = 0;
  let losses = 0;
  let gained = 0;
  let lost = 0;
  for (const value of values) {
    if (value > 0) {
      wins += 1;
      gained += value;
    } else if (value < 0) {
      losses += 1;
      lost -= value;
    }
  }
  return { wins, losses, gained, lost };
};

const kelly = (rate: number | null, payoff: number | null): number | null => {
  const risk = rate === null ? null : ratio(1 - rate, payoff);
  return rate === null || risk === null ? null : rate - risk;
};

const product = (...factors: (number | null)[]): number | null => {
  let total = 1;
  for (const factor of factors) {
    if (factor === null) return null;
    total *= factor;
  }
  return total;
};
