// How much was traded and held, and what the trading cost.
import { annualGrowth } from './performance.ts';
import { ratio } from './return-statistics.ts';
import type { Simulation, SimulationTotals } from './simulate.ts';

export type TradingStatistics = {
  /** Share of bars that close with any coin held. Source: quantstats, backtesting.py's exposure time. */
  time_in_market: number;
  /** Mean share of the value that is in coins at the close. */
  average_exposure: number;
  /** Highest share of the value that is in coins at a close. Source: vectorbt's max gross exposure. */
  max_exposure: number;
  /** In USDT. Source: vectorbt. */
  fees_paid: number;
  /** Fees paid / initial value. */
  fees_to_initial_value: number;
  /** CAGR of the same targets traded without fees. */
  gross_cagr: number | null;
  /** gross CAGR - CAGR: what fees cost a year, compounding included. */
  fee_drag: number | null;
  /** Sum over all rebalances of max(bought, sold) / value: 1 = the whole portfolio changed hands once. */
  turnover: number;
  /** `turnover` × 365 / calendar days. */
  turnover_per_year: number;
  /** turnover / rebalances. */
  turnover_per_rebalance: number | null;
  /** Bars in which something was traded. */
  rebalances: number;
  /** Single trades. */
  fills: number;
};

/** The sums that these figures need; `fills` are unknown for a part of a run. */
export type TradedTotals = Pick<SimulationTotals, 'feesPaid' | 'turnover' | 'rebalances'> &
  Partial<Pick<SimulationTotals, 'fills'>>;

/**
 * @param days calendar days from the first open to the last close
 * @param cagr of the run, and `grossFinalValue` of the same targets without fees; null where unknown
 */
export const tradingStatistics = (
  { exposure, totals }: Pick<Simulation, 'exposure'> & { readonly totals: TradedTotals },
  startingCapital: number,
  days: number,
  { cagr, grossFinalValue }: { cagr: number | null; grossFinalValue: number | null },
): TradingStatistics => {
  let barsHeld = 0;
  let shares = 0;
  let highest = 0;
  for (const share of exposure) {
    if (share > 0) barsHeld += 1;
    shares += share;
    highest = Math.max(highest, share);
  }
  const known = cagr !== null && grossFinalValue !== null;
  const grossCagr = known ? annualGrowth(grossFinalValue / startingCapital, days) : null;
  return {
    time_in_market: barsHeld / exposure.length,
    average_exposure: shares / exposure.length,
    max_exposure: highest,
    fees_paid: totals.feesPaid,
    fees_to_initial_value: totals.feesPaid / startingCapital,
    gross_cagr: grossCagr,
    fee_drag: cagr === null || grossCagr === null ? null : grossCagr - cagr,
    turnover: totals.turnover,
    turnover_per_year: (totals.turnover * 365) / days,
    turnover_per_rebalance: ratio(totals.turnover, totals.rebalances),
    rebalances: totals.rebalances,
    fills: totals.fills ?? 0,
  };
};
