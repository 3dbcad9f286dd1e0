// All workflows of this service's worker, as one entry for the bundler.
export { checkStrategy } from './check-strategy.ts';
export { computeWeights } from './compute-weights.ts';
export { eraseWorkspace } from './erase-workspace.ts';
export { resumeLostRuns } from './resume-lost-runs.ts';
export { runBacktest } from './run-backtest.ts';
export { runStudy } from './run-study.ts';
export { sweepFiles } from './sweep-files.ts';
export { syncCandles } from './sync-candles.ts';
