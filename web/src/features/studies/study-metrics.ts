// The figures of a study's points: their names, how they are written, and which way is better.
import type { PointStatistics, StudyPoint } from '@tradeium/contracts';
import { amount, percent, ratio, shortPercent, signedPercent, wholeNumber } from '../../lib/format.ts';

export type Metric = keyof PointStatistics | 'deflated_sharpe_ratio';

type MetricFacts = {
  readonly label: string;
  readonly write: (value: unknown) => string;
  /** In the cells of a map, where there is little room. */
  readonly short: (value: unknown) => string;
  readonly isLowBetter?: true;
};

/** The first ones are read first; a fall is written below zero, so more is better. */
export const METRICS: Readonly<Record<Metric, MetricFacts>> = {
  sharpe_ratio: { label: 'Sharpe', write: ratio, short: ratio },
  total_return: { label: 'Total return', write: signedPercent, short: shortPercent },
  cagr: { label: 'CAGR', write: signedPercent, short: shortPercent },
  max_drawdown: { label: 'Max drawdown', write: percent, short: shortPercent },
  sortino_ratio: { label: 'Sortino', write: ratio, short: ratio },
  calmar_ratio: { label: 'Calmar', write: ratio, short: ratio },
  deflated_sharpe_ratio: { label: 'Deflated Sharpe', write: shortPercent, short: shortPercent },
  volatility: { label: 'Volatility', write: percent, short: shortPercent, isLowBetter: true },
  turnover_per_year: { label: 'Turnover per year', write: ratio, short: ratio, isLowBetter: true },
  fees_paid: { label: 'Fees paid', write: amount, short: wholeNumber, isLowBetter: true },
  time_in_market: { label: 'Time in market', write: shortPercent, short: shortPercent },
  rebalances: { label: 'Rebalances', write: wholeNumber, short: wholeNumber },
  final_value: { label: 'Final value', write: amount, short: wholeNumber },
};

export const METRIC_NAMES = Object.keys(METRICS) as readonly Metric[];

/** Null for a point that failed, and where the figure is undefined. */
export const figureOf = ({ statistics, deflated_sharpe_ratio }: StudyPoint, metric: Metric): number | null =>
  metric === 'deflated_sharpe_ratio' ? deflated_sharpe_ratio : (statistics?.[metric] ?? null);
