// The figures of a study's points: their names, and how they are written.
import type { StudyFigure } from '@tradeium/contracts';
import { amount, percent, ratio, shortPercent, signedPercent, wholeNumber } from '../../lib/format.ts';

export type Metric = StudyFigure;

type MetricFacts = {
  readonly label: string;
  readonly write: (value: unknown) => string;
  /** In the cells of a map, where there is little room. */
  readonly short: (value: unknown) => string;
};

/** The first ones are read first. */
export const METRICS: Readonly<Record<Metric, MetricFacts>> = {
  sharpe_ratio: { label: 'Sharpe', write: ratio, short: ratio },
  total_return: { label: 'Total return', write: signedPercent, short: shortPercent },
  cagr: { label: 'CAGR', write: signedPercent, short: shortPercent },
  max_drawdown: { label: 'Max drawdown', write: percent, short: shortPercent },
  sortino_ratio: { label: 'Sortino', write: ratio, short: ratio },
  calmar_ratio: { label: 'Calmar', write: ratio, short: ratio },
  deflated_sharpe_ratio: { label: 'Deflated Sharpe', write: shortPercent, short: shortPercent },
  volatility: { label: 'Volatility', write: percent, short: shortPercent },
  turnover_per_year: { label: 'Turnover per year', write: ratio, short: ratio },
  cost_per_year: { label: 'Cost per year', write: percent, short: percent },
  policy_tracking_error: { label: 'Policy tracking error', write: percent, short: percent },
  fees_paid: { label: 'Fees paid', write: amount, short: wholeNumber },
  time_in_market: { label: 'Time in market', write: shortPercent, short: shortPercent },
  rebalances: { label: 'Rebalances', write: wholeNumber, short: wholeNumber },
  final_value: { label: 'Final value', write: amount, short: wholeNumber },
};

export const METRIC_NAMES = Object.keys(METRICS) as readonly Metric[];
