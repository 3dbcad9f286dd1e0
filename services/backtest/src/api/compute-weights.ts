// Runs a strategy for another service and answers with its target weights as a file: quick backtests, live trading.
import { createHash } from 'node:crypto';
import { isGrpcDeadlineError, type WorkflowClient, WorkflowFailedError } from '@temporalio/client';
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type Handler, startOnce, userHandler } from '@tradeium/service-kit';
import { type Admitting, admitTry, settleTry } from '../commands/admit-run.ts';
import { freeTimeRefusal } from '../domain/user-runs.ts';
import { BACKTEST_TASK_QUEUE } from '../workflows/run-contract.ts';
import type { Purpose, WeightsAnswer, WeightsJob } from '../workflows/weights-contract.ts';
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

type Computing = Admitting & Pick<Dependencies, 'workflows'>;
type Job = WeightsJob & { readonly purpose: Purpose };

const admissionRefusal = async (
  computing: Computing,
  { purpose, userId, chatId = '', requestId: runId }: Job,
): Promise<Refusal | null> => {
  // Real money must not wait for code that fails elsewhere, and several rebalances may be due on one bar.
  if (purpose === 'live') return null;
  if (purpose === 'paper') {
    const { state } = await computing.workspaces.load(userId);
    return freeTimeRefusal(state, new Date().toISOString());
  }
  const admitted = await admitTry(computing, { userId, chatId, runId });
  return isRefusal(admitted) ? admitted : null;
};

/** Starts the job, or finds it, and waits for its end; null when that is later. */
export const weightsOf = async (
  computing: Computing,
  job: Job,
  waitMs: number,
): Promise<WeightsAnswer | null> => {
  const refusal = await admissionRefusal(computing, job);
  if (refusal) return refusal;
  const { workflows } = computing;
  const { userId, chatId = '', requestId: runId } = job;
  const workflowId = await ensureStarted(workflows, job).catch(async (cause: unknown) => {
    // No workflow gives its place back.
    await settleTry(computing, { userId, chatId, runId }, undefined).catch(() => undefined);
    throw cause;
  });
  return resultOf(workflows, workflowId, waitMs);
};

/** The refusal without the fields that only the settling side needs. */
export const refusalIn = ({ computeMs: _, ...refusal }: Extract<WeightsAnswer, Refusal>): Refusal => refusal;

export const computeWeights = (computing: Computing): Handler =>
  userHandler(MESSAGES.computeWeights, async (input, userId) => {
    const { request_id: requestId, strategy, wait_ms, purpose, ...settings } = input;
    const code = 'code' in strategy ? strategy.code : null;
    const privateStrategyId = 'code' in strategy ? null : strategy.private_strategy_id;
    const job = { userId, requestId, code, privateStrategyId, settings, purpose, reruns: false } as const;
    const computed = await weightsOf(computing, job, wait_ms);
    if (computed === null) return answer({ result: null });
    if ('refused' in computed) return refusalIn(computed);
    const { candles, strategy: outcome } = computed;
    if (!outcome.ok) return answer({ result: outcome });
    const { weights, report } = outcome;
    return answer({ result: { ok: true, weights, report, ...candles } });
  });
