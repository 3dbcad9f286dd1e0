// What the portfolio library offers: simulation of target weights and statistics of the result.
export { type BenchmarkRelation, holdValue } from './benchmark.ts';
export { drawdownSeries } from './drawdown.ts';
export { type Simulation, type SimulationInput, type SimulationTotals, simulate } from './simulate.ts';
export {
  type BenchmarkStatistics,
  computeStatistics,
  type Performance,
  type Statistics,
  type StatisticsInput,
} from './statistics.ts';
export { targetsFromDecisions, weightsInForce } from './target-weights.ts';
