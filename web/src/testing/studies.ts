// The answers of the component tests' server about studies.
import type { Study, StudyPoint } from '@tradeium/contracts';

const someStatistics = (sharpe_ratio: number | null): NonNullable<StudyPoint['statistics']> => ({
  final_value: 12_000,
  total_return: 0.2,
  cagr: 0.18,
  volatility: 0.3,
  sharpe_ratio,
  sortino_ratio: 1.1,
  calmar_ratio: 0.9,
  max_drawdown: -0.2,
  turnover_per_year: 4,
  rebalances: 12,
  cost_per_year: 0.02,
  policy_tracking_error: 0.03,
  fees_paid: 30,
  time_in_market: 0.9,
});

export const somePoint = (
  index: number,
  parameters: StudyPoint['parameters'],
  sharpe: number | null,
  error: string | null = null,
): StudyPoint => ({
  index,
  parameters,
  settings: {},
  error,
  statistics: error === null ? someStatistics(sharpe) : null,
  deflated_sharpe_ratio: error === null ? 0.5 : null,
});

/** A grid of these sizes; the figure of a point is made of its places on both axes. */
export const someGrid = (
  rows: number,
  columns: number,
  sharpeOf: (row: number, column: number) => number,
): Pick<Study, 'axes' | 'points' | 'points_total' | 'done'> => {
  const values = (count: number) => Array.from({ length: count }, (_, place) => 10 * (place + 1));
  const points = values(rows).flatMap((fast, row) =>
    values(columns).map((slow, column) =>
      somePoint(row * columns + column, { fast, slow }, sharpeOf(row, column)),
    ),
  );
  return {
    axes: [
      { kind: 'parameter', name: 'fast', values: values(rows) },
      { kind: 'parameter', name: 'slow', values: values(columns) },
    ],
    points,
    points_total: points.length,
    done: points.length,
  };
};

export const someStudy = (changed: Partial<Study> = {}): Study => ({
  study_id: 'study-one',
  backtest_id: 'c1',
  strategy_filename: 'strategy_alpha.py',
  status: 'completed',
  method: 'grid',
  started_at: '2026-01-02T03:04:05.000Z',
  ended_at: '2026-01-02T03:05:05.000Z',
  settings: {
    portfolio: ['USDT', 'BTC', 'ETH'],
    timeframe: '24h',
    fees: 0.001,
    start_date: '2024-01-01',
    end_date: '2024-12-31',
  },
  goal: null,
  reason: null,
  cost_vut: 12.5,
  next_after: null,
  trials: 42,
  probability_of_overfitting: 0.25,
  doubt: null,
  walk_forward: null,
  ...someGrid(2, 2, (row, column) => row + column / 2),
  ...changed,
});
