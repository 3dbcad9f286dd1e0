// Runs a strategy for another service and answers with its target weights as a file: quick backtests, live trading.
import { createHash } from 'node:crypto';
import { isGrpcDeadlineError, type WorkflowClient, WorkflowFailedError } from '@temporalio/client';
import { MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type Handler, startOnce, userHandler } from '@tradeium/service-kit';
import { BACKTEST_TASK_QUEUE } from '../workflows/run-contract.ts';
import type { WeightsAnswer, WeightsJob } from '../workflows/weights-contract.ts';
import type { Dependencies } from './dependencies.ts';

/** One workflow per job, so that a repeated request finds it. */
export const workflowIdOf = (job: WeightsJob): string =>
  `compute-weights-${createHash('sha256').update(JSON.stringify(job)).digest('hex')}`;

const ensureStarted = async (workflows: WorkflowClient, job: WeightsJob): Promise<string> => {
  const workflowId = workflowIdOf(job);
  await startOnce(workflows, 'computeWeights', {
    workflowId,
    taskQueue: BACKTEST_TASK_QUEUE,
    args: [job],
  });
  return workflowId;
};

/** Null when it has not ended in time. */
export const resultOf = async (
  workflows: WorkflowClient,
  workflowId: string,
  waitMs: number,
): Promise<WeightsAnswer | null> => {
  try {
    return await workflows.connection.withDeadline(Date.now() + waitMs, () =>
      workflows.getHandle(workflowId).result(),
    );
  } catch (cause) {
    if (isGrpcDeadlineError(cause)) return null;
    if (cause instanceof WorkflowFailedError) return refuse('RUN_FAILED');
    throw cause;
  }
};

/** Starts the job, or finds it, and waits for its end; null when that is later. */
export const weightsOf = async (
  workflows: WorkflowClient,
  job: WeightsJob,
  waitMs: number,
): Promise<WeightsAnswer | null> => resultOf(workflows, await ensureStarted(workflows, job), waitMs);

/** The refusal without the fields that only the settling side needs. */
export const refusalIn = ({ computeMs: _, ...refusal }: Extract<WeightsAnswer, Refusal>): Refusal => refusal;

export const computeWeights = ({ workflows }: Pick<Dependencies, 'workflows'>): Handler =>
  userHandler(MESSAGES.computeWeights, async (input, userId) => {
    const { request_id: requestId, strategy, wait_ms, ...settings } = input;
    const code = 'code' in strategy ? strategy.code : null;
    const privateStrategyId = 'code' in strategy ? null : strategy.private_strategy_id;
    const job = { userId, requestId, code, privateStrategyId, settings, reruns: false } as const;
    const computed = await weightsOf(workflows, job, wait_ms);
    if (computed === null) return answer({ result: null });
    if ('refused' in computed) return refusalIn(computed);
    const { candles, strategy: outcome } = computed;
    if (!outcome.ok) return answer({ result: outcome });
    const { weights, report } = outcome;
    return answer({ result: { ok: true, weights, report, ...candles } });
  });
