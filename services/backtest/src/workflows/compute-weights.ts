// Runs a strategy on a range for another service: loads the candles, then waits its turn in the queue of runs.
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  defineSignal,
  isCancellation,
  log,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';
import type {
  ComputedWeights,
  WeightsActivities,
  WeightsAnswer,
  WeightsJob,
} from './compute-weights-contract.ts';
import { STRATEGY_STARTED_SIGNAL, type StrategyJob } from './run-backtest-contract.ts';
import { PRIVATE_STRATEGY_FAILED, SANDBOX_UNAVAILABLE, strategyRunnerFor } from './strategy-runner.ts';

const { loadRange } = proxyActivities<WeightsActivities>({
  startToCloseTimeout: '15 min',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumAttempts: 4 },
});

/** Retried until done: a place must not stay taken, and no time uncounted. */
const { settleTry } = proxyLocalActivities<WeightsActivities>({
  startToCloseTimeout: '12 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '20 s' },
});

const typeOf = (cause: unknown): string | null | undefined =>
  cause instanceof ActivityFailure && cause.cause instanceof ApplicationFailure ? cause.cause.type : null;

/** Nothing is reserved or charged: the caller settles that. Time that nobody pays for is counted, whether it still waits or not. */
export const computeWeights = async (job: WeightsJob): Promise<WeightsAnswer> => {
  let startedAt: number | null = null;
  setHandler(defineSignal(STRATEGY_STARTED_SIGNAL), () => {
    startedAt ??= Date.now();
  });
  const computeMs = () => (startedAt === null ? 0 : Date.now() - startedAt);
  const settle = (failedMs: number | undefined) =>
    CancellationScope.nonCancellable(() => settleTry(job, failedMs));
  let answered: ComputedWeights;
  try {
    answered = await attempt(job);
  } catch (cause) {
    // Its code may be what ended the interpreter: counted, or it would be free to try that again and again.
    await settle(computeMs() || undefined);
    throw cause;
  }
  const ended = { ...answered, computeMs: computeMs() };
  await settle(unpaidMsOf(job, ended));
  return ended;
};

/** A preview costs nothing, nor does a rebalance that finds nothing to trade. */
const isFree = ({ purpose }: WeightsJob): boolean => purpose === 'preview' || purpose === 'paper';

/** Undefined where it is paid for, failed neither by its code nor by its user, or never ran. */
const unpaidMsOf = (job: WeightsJob, answered: WeightsAnswer): number | undefined => {
  const { computeMs } = answered;
  if ('strategy' in answered) return answered.strategy.ok && !isFree(job) ? undefined : computeMs;
  return answered.refused === 'RUN_CANCELLED' && computeMs > 0 ? computeMs : undefined;
};

const attempt = async (job: WeightsJob): Promise<ComputedWeights> => {
  const { code, privateStrategyId, requestId, settings } = job;
  const what = code === null ? { private_strategy_id: privateStrategyId ?? '' } : { code };
  try {
    const candles = await loadRange(job.settings);
    if ('refused' in candles) return candles;
    const strategyJob: StrategyJob = {
      run_id: requestId,
      candles: candles.candles,
      settings: { ...settings, end_date: candles.end_date },
      ...what,
      ...(job.reruns === false && { reruns: false }),
    };
    return { candles, strategy: await strategyRunnerFor(job).runStrategy(strategyJob) };
  } catch (cause) {
    // Its requester has ended it; the answer says how long it has run.
    if (isCancellation(cause)) return { refused: 'RUN_CANCELLED' };
    const type = typeOf(cause);
    log.error('weights could not be computed', { requestId, cause: String(cause) });
    if (type === SANDBOX_UNAVAILABLE) return { refused: 'STRATEGIES_UNAVAILABLE' };
    if (type === PRIVATE_STRATEGY_FAILED) return { refused: 'RUN_FAILED' };
    throw cause;
  }
};
