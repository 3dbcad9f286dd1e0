// Runs a strategy on a range for another service: loads the candles, then waits its turn in the queue of runs.
import {
  ActivityFailure,
  ApplicationFailure,
  defineSignal,
  isCancellation,
  log,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import { STRATEGY_STARTED_SIGNAL, type StrategyJob } from './run-contract.ts';
import { PRIVATE_STRATEGY_FAILED, SANDBOX_UNAVAILABLE, strategyRunnerFor } from './strategy-runner.ts';
import type { WeightsActivities, WeightsAnswer, WeightsJob } from './weights-contract.ts';

const { loadRange } = proxyActivities<WeightsActivities>({
  startToCloseTimeout: '15 min',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumAttempts: 4 },
});

const typeOf = (cause: unknown): string | null | undefined =>
  cause instanceof ActivityFailure && cause.cause instanceof ApplicationFailure ? cause.cause.type : null;

/** Nothing is reserved or charged: the caller settles that. */
export const computeWeights = async (job: WeightsJob): Promise<WeightsAnswer> => {
  let startedAt: number | null = null;
  setHandler(defineSignal(STRATEGY_STARTED_SIGNAL), () => {
    startedAt ??= Date.now();
  });
  const answered = await attempt(job);
  return { ...answered, computeMs: startedAt === null ? 0 : Date.now() - startedAt };
};

const attempt = async (job: WeightsJob): Promise<WeightsAnswer> => {
  const { code, privateStrategyId, requestId, settings, userId } = job;
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
    return { candles, strategy: await strategyRunnerFor({ userId }).runStrategy(strategyJob) };
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
