// The figures of a backtest that leaves no result folder, for the agents.
import { type Finding, found, type QuickResult, type RunSettings, TIMEFRAME_MS } from '@tradeium/contracts';
import type { Panel } from '../candles/panel.ts';
import type { StrategyAnswer } from '../workflows/run-backtest-contract.ts';
import { evenBars } from './even-bars.ts';
import { findingsOf } from './findings.ts';
import { benchmarkReturn, type CountedResult } from './run-result.ts';

const CURVE_POINTS_MAX = 60;

const NO_LOOK_AHEAD = found('NO_LOOK_AHEAD').code;

const datesTested = (findings: readonly Finding[]): number =>
  Number(findings.find(({ code }) => code === NO_LOOK_AHEAD)?.data.dates ?? 0);

type Tried = {
  readonly panel: Panel;
  readonly result: CountedResult;
  readonly strategy: Extract<StrategyAnswer, { ok: true }>;
  readonly settings: RunSettings;
  readonly prints: string;
};

export const quickResultOf = ({ panel, result, strategy, settings, prints }: Tried): QuickResult => {
  const { statistics, simulation, startingCapital, coins } = result;
  const barMs = TIMEFRAME_MS[settings.timeframe];
  const tested = { causality: strategy.causality, barMs };
  const findings = findingsOf({ panel, result, tested, endDate: settings.end_date });
  const { total_return, cagr, volatility, sharpe_ratio, max_drawdown } = statistics;
  const { trials, deflated_sharpe_ratio } = statistics;
  const { turnover_per_year, rebalances, fees_paid, bars, start, end, monthly_returns } = statistics;
  return {
    ok: true,
    total_return,
    annual_return: cagr,
    annual_volatility: volatility,
    sharpe_ratio,
    max_drawdown,
    trials,
    deflated_sharpe_ratio,
    turnover_per_year,
    rebalances,
    fees_paid,
    benchmark_return: benchmarkReturn(statistics),
    bars,
    coins: coins.length,
    from: start.slice(0, 10),
    // The last day that was tested, not the midnight at which it ended.
    to: new Date(Date.parse(end) - 1).toISOString().slice(0, 10),
    curve: evenBars(bars, CURVE_POINTS_MAX).map((bar) => (simulation.value[bar] as number) / startingCapital),
    years: monthly_returns.map(({ year, total }) => ({ year, total_return: total })),
    findings,
    look_ahead_dates: datesTested(findings),
    cells: strategy.rows * strategy.columns,
    prints,
  };
};
