// How far a rebalance policy strays from the decisions it trades, and what its trading costs.
import { periodReturns } from '../period-returns.ts';
import { volatility } from '../return-statistics.ts';
import type { Simulation } from '../simulate.ts';

const DAY_MS = 86_400_000;

export type PolicyFigures = {
  /**
   * Sum over bars of the fees and slippage paid / value before the trade × 365 / calendar days. Each is a share of its own
   * moment's value, so a portfolio that grows costs no more for it.
   */
  readonly cost_per_year: number;
  /**
   * std(r - r of the ideal) × sqrt(A), where the ideal trades the same decisions at every bar without band and costs; r and A
   * as in `Performance`. Null below two r, and without an ideal. Source: Grinold and Kahn (1999), Active Portfolio Management.
   */
  readonly policy_tracking_error: number | null;
};

export type PolicyInput = {
  /** Open time of each bar in ms, ascending. */
  readonly openTimes: Float64Array;
  readonly barMs: number;
  readonly startingCapital: number;
  readonly simulation: Pick<Simulation, 'value' | 'totals'>;
  /** Value of the ideal at each bar's close, from the same capital; null where it is not simulated. */
  readonly ideal: Float64Array | null;
};

/** @throws RangeError for a run without bars, and for an ideal of other bars */
export const policyFigures = (input: PolicyInput): PolicyFigures => {
  const { openTimes, barMs, simulation, ideal } = input;
  const { value, totals } = simulation;
  const bars = value.length;
  if (bars === 0 || (ideal && ideal.length !== bars))
    throw new RangeError(`a run of ${bars} bars is compared with an ideal of ${ideal?.length}`);
  const days = ((openTimes[bars - 1] as number) + barMs - (openTimes[0] as number)) / DAY_MS;
  return {
    cost_per_year: (totals.costShare * 365) / days,
    policy_tracking_error: ideal && trackingError(input, ideal),
  };
};

const trackingError = (
  { openTimes, barMs, startingCapital, simulation }: PolicyInput,
  ideal: Float64Array,
): number | null => {
  const own = periodReturns(openTimes, barMs, simulation.value, startingCapital);
  const wanted = periodReturns(openTimes, barMs, ideal, startingCapital);
  const differences = own.returns.map((each, period) => each - (wanted.returns[period] as number));
  return volatility(differences, own.periodsPerYear);
};
