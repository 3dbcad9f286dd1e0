// Runs a strategy on a range for another service: loads the candles, then waits its turn in the queue of runs.
import { ActivityFailure, ApplicationFailure, log, proxyActivities } from '@temporalio/workflow';
import type { StrategyJob } from './run-contract.ts';
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
  const candles = await loadRange(job.settings);
  if ('refused' in candles) return candles;
  const { code, privateStrategyId, requestId, settings, userId } = job;
  const what = code === null ? { private_strategy_id: privateStrategyId ?? '' } : { code };
  const strategyJob: StrategyJob = {
    run_id: requestId,
    candles: candles.candles,
    settings: { ...settings, end_date: candles.end_date },
    ...what,
  };
  try {
    return { candles, strategy: await strategyRunnerFor({ userId }).runStrategy(strategyJob) };
  } catch (cause) {
    const type = typeOf(cause);
    log.error('weights could not be computed', { requestId, cause: String(cause) });
    if (type === SANDBOX_UNAVAILABLE) return { refused: 'STRATEGIES_UNAVAILABLE' };
    if (type === PRIVATE_STRATEGY_FAILED) return { refused: 'RUN_FAILED' };
    throw cause;
  }
};
