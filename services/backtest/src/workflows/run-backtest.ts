// The order of a backtest run: reserve credits, load candles, run the strategy, write results, charge.
import {
  ActivityFailure,
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  defineQuery,
  defineSignal,
  isCancellation,
  log,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';
import {
  IS_WAITING_QUERY,
  type LoadedCandles,
  type RunActivities,
  type RunEnd,
  type RunReference,
  STRATEGY_STARTED_SIGNAL,
  type StrategyAnswer,
  type StrategyJob,
} from './run-backtest-contract.ts';
import { SANDBOX_UNAVAILABLE, strategyRunnerFor } from './strategy-runner.ts';

/** A restarting service is back within seconds; a run waits for it, but not forever. */
const { reserveCredits } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: '12 s',
  scheduleToCloseTimeout: '2 min',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '5 s' },
});

/** Nothing depends on it. */
const { reportStrategyStarted } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: '5 s',
  retry: { maximumAttempts: 1 },
});

/** Settling a run is retried until done: credits must not stay reserved, a run must not stay open. */
const { captureCredits, releaseCredits, completeRun, failRun } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: '12 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '20 s' },
});

/** The first run on a coin fetches years of candles. */
const { loadCandles } = proxyActivities<RunActivities>({
  startToCloseTimeout: '15 min',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumAttempts: 4 },
});

const { writeResults } = proxyActivities<RunActivities>({
  startToCloseTimeout: '2 min',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumAttempts: 4 },
});

/** Runs one backtest to its end; a cancelled or failed one releases its credits. Never charges twice. */
export const runBacktest = async (run: RunReference): Promise<void> => {
  const compute: Compute = { ms: 0 };
  const end = await attempt(run, compute).catch((cause: unknown): RunEnd => {
    if (isCancellation(cause))
      return { kind: 'refused', refusal: { refused: 'RUN_CANCELLED' }, computeMs: compute.ms };
    log.error('a run failed', { runId: run.runId, cause: String(cause) });
    if (isSandboxUnavailable(cause))
      return { kind: 'refused', refusal: { refused: 'STRATEGIES_UNAVAILABLE' }, computeMs: 0 };
    return { kind: 'refused', refusal: { refused: 'RUN_FAILED' }, computeMs: compute.ms };
  });
  await CancellationScope.nonCancellable(async () => {
    await settle(run, end);
    await condition(allHandlersFinished);
  });
};

const isSandboxUnavailable = (cause: unknown): boolean =>
  cause instanceof ActivityFailure &&
  cause.cause instanceof ApplicationFailure &&
  cause.cause.type === SANDBOX_UNAVAILABLE;

/** How long the strategy has run. */
type Compute = { ms: number };

const attempt = async (run: RunReference, compute: Compute): Promise<RunEnd> => {
  const shortage = run.isPaid ? null : await reserveCredits(run);
  if (shortage) return { kind: 'refused', refusal: shortage, computeMs: 0 };
  const candles = await loadCandles(run);
  if ('refused' in candles) return { kind: 'refused', refusal: candles, computeMs: 0 };
  const strategy = await runStrategy(run, candles, compute);
  if (!strategy.ok) {
    const { line, report } = strategy;
    return { kind: 'strategy-error', line, report, computeMs: compute.ms };
  }
  return { kind: 'completed', results: await writeResults(run, candles, strategy) };
};

/** Waits for a free place, then for the answer; the runner signals which. */
const runStrategy = async (
  run: RunReference,
  candles: LoadedCandles,
  compute: Compute,
): Promise<StrategyAnswer> => {
  let phase: 'waiting' | 'running' | 'over' = 'waiting';
  let startedAt: number | null = null;
  setHandler(defineQuery<boolean>(IS_WAITING_QUERY), () => phase === 'waiting');
  setHandler(defineSignal(STRATEGY_STARTED_SIGNAL), async () => {
    if (phase !== 'waiting') return;
    phase = 'running';
    startedAt = Date.now();
    await reportStrategyStarted(run).catch(() => undefined);
  });
  try {
    return await strategyRunnerFor(run).runStrategy(jobOf(run, candles));
  } finally {
    phase = 'over';
    if (startedAt !== null) compute.ms = Date.now() - startedAt;
  }
};

const jobOf = (
  { runId, privateStrategyId, settings }: RunReference,
  { candles, source }: LoadedCandles,
): StrategyJob => ({
  run_id: runId,
  candles,
  settings,
  ...(source === null ? { private_strategy_id: privateStrategyId ?? '' } : { code: source }),
});

/** Charges before the result is published, so that no result is free and no failure costs. */
const settle = async (run: RunReference, end: RunEnd): Promise<void> => {
  if (end.kind === 'completed') {
    const refusal = run.isPaid ? null : await captureCredits(run, end.results.cells);
    if (!refusal) return completeRun(run, end.results);
    log.error('a run could not be charged', { runId: run.runId, refused: refusal.refused });
    return settle(run, { kind: 'refused', refusal: { refused: 'RUN_FAILED' }, computeMs: 0 });
  }
  const cancelled = end.kind === 'refused' && end.refusal.refused === 'RUN_CANCELLED';
  if (!run.isPaid) await releaseCredits(run, cancelled ? 'cancelled' : 'failed');
  await failRun(run, end);
};
