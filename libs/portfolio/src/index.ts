// The portfolio library: simulation of target weights, statistics of the result, and plans of rebalances.
export { type BenchmarkRelation, holdBasketValue, holdValue, relateToBenchmark } from './benchmark.ts';
export type { TrailingReturns, YearReturns } from './calendar-returns.ts';
export { type Chance, chanceOf } from './chance/chance.ts';
export type { CoinStatistics, Holdings } from './coin-statistics.ts';
export { type Curves, type CurvesInput, dailyCurves } from './curves.ts';
export { drawdownSeries, maxDrawdown } from './drawdown.ts';
export type { Drawdown } from './drawdown-statistics.ts';
export type { DriftBand } from './drift-band.ts';
export type { FillLog } from './fills.ts';
export { holdingWeights } from './holding-weights.ts';
export type { Performance } from './performance.ts';
export type { PositionStatistics } from './position-statistics.ts';
export { type CapitalCheck, type CapitalPoint, checkCapital, MISSED_MAX } from './rebalance/capital-check.ts';
export { type FittedBuys, fitBuys } from './rebalance/fit-buys.ts';
export { fitSell } from './rebalance/fit-sell.ts';
export {
  type GapParts,
  splitGap,
  type TwinFill,
  type TwinMark,
  type TwinPoint,
  type TwinRebalance,
  type TwinStart,
} from './rebalance/live-twin.ts';
export type { MarketRun } from './rebalance/market-simulation.ts';
export { cutOrder } from './rebalance/order-limits.ts';
export type {
  FittedOrder,
  Holding,
  Market,
  MarketRules,
  OrderLimits,
  PlanInput,
  PlannedOrder,
  PlanOutcome,
  RebalancePlan,
  SkippedCoin,
  SkipReason,
  WantedBuy,
  WeightDrift,
} from './rebalance/plan.ts';
export { planOutcome, planRebalance } from './rebalance/plan-rebalance.ts';
export {
  periodOf,
  targetsOnCalendar,
  tradedBars,
} from './rebalance-calendar.ts';
export { volatility } from './return-statistics.ts';
export { deflatedSharpeRatio, sharpePerDay, type TrialSpread } from './sharpe-significance.ts';
export { type Simulation, type SimulationTotals, simulate } from './simulate.ts';
export type { SimulationInput } from './simulation-input.ts';
export {
  type Benchmark,
  type BenchmarkStatistics,
  computeStatistics,
  type Statistics,
  type StatisticsInput,
  withTrials,
} from './statistics.ts';
export { probabilityOfOverfitting } from './studies/overfitting.ts';
export {
  type BlockSums,
  type PointFigures,
  type ReturnMoments,
  type ScoredPoint,
  scorePoint,
} from './studies/point-statistics.ts';
export { type PolicyFigures, policyFigures } from './studies/policy-figures.ts';
export { targetsFromDecisions, weightsInForce } from './target-weights.ts';
export { type Trades, tradesOf } from './trades.ts';
