// Runs code for an agent and answers with figures and findings; nothing is stored or charged but the time of failed code.
import { WorkflowNotFoundError } from '@temporalio/client';
import { isRefusal, MESSAGES, type Refusal } from '@tradeium/contracts';
import { type Answer, answer, type Handler, replyFile, userHandler } from '@tradeium/service-kit';
import type { z } from 'zod';
import { changeWorkspace } from '../commands/change-workspace.ts';
import { freeTimeRefusal } from '../domain/user-runs.ts';
import { outputOf, type Report, readReport } from '../results/report.ts';
import type { WeightsAnswer, WeightsJob } from '../workflows/weights-contract.ts';
import { refusalIn, resultOf, weightsOf, workflowIdOf } from './compute-weights.ts';
import type { Dependencies } from './dependencies.ts';

type Trying = Pick<Dependencies, 'workflows' | 'workspaces' | 'blobs' | 'files' | 'resultThreads'>;
type Input = z.output<typeof MESSAGES.cancelTry.input>;
type Output = z.input<typeof MESSAGES.tryStrategy.output>;

const UNEXPLAINED = 'the strategy failed';
/** The answer to a repeated request, once the report of the first is removed. */
const NO_REPORT: Report = { prints: '', message: null, source_line: null, rerun_failure: null };

const outcomeOf = async (
  { blobs, files, resultThreads }: Trying,
  userId: string,
  { settings }: Input,
  computed: Exclude<WeightsAnswer, Refusal>,
): Promise<Output['result']> => {
  const { strategy, candles } = computed;
  const report = await readReport(files, userId, strategy.report).catch(() => NO_REPORT);
  if (!strategy.ok) return { ok: false, message: report.message ?? UNEXPLAINED, line: strategy.line };
  const paths = {
    candles: await blobs.path(candles.candles),
    weights: await blobs.path(strategy.weights),
  };
  const { causality } = strategy;
  if (!causality) throw new Error('code is tried out with its re-runs');
  return resultThreads.tryOut({
    ...{ strategy: { ...strategy, causality }, settings, paths },
    prints: outputOf(report),
  });
};

/** Marked with the request: no other file has the same content, so it can be removed. */
const jobOf = async (
  { blobs }: Pick<Trying, 'blobs'>,
  userId: string,
  { request_id: requestId, strategy_code, settings }: Input,
): Promise<WeightsJob & { readonly code: string }> => {
  const text = JSON.stringify({ check: requestId, code: strategy_code.toWellFormed() });
  return { userId, requestId, code: await blobs.put(replyFile(text)), privateStrategyId: null, settings };
};

/** Counts code without a result, once for each request. */
const countTry = async (
  workspaces: Trying['workspaces'],
  userId: string,
  { request_id: runId, chat_id: chatId }: Input,
  failedMs: number,
): Promise<void> => {
  const ids = { commandId: `try:${runId}`, correlationId: runId };
  const change = await changeWorkspace(
    { workspaces },
    { type: 'CountTry', userId, chatId, runId, failedMs },
    ids,
    { runId },
  );
  if (isRefusal(change)) throw new Error(`the time of ${runId} was not counted: ${change.refused}`);
};

export const tryStrategy = (trying: Trying): Handler =>
  userHandler(MESSAGES.tryStrategy, async (input, userId): Promise<Answer<Output> | Refusal> => {
    const { blobs, workflows, workspaces } = trying;
    const { state } = await workspaces.load(userId);
    const noTime = freeTimeRefusal(state, new Date().toISOString());
    if (noTime) return noTime;
    const job = await jobOf(trying, userId, input);
    const computed = await weightsOf(workflows, job, input.wait_ms);
    if (computed === null) return answer({ result: null });
    // Leftovers are swept after a day.
    await blobs.remove(job.code).catch(() => undefined);
    if (isRefusal(computed)) return refusalIn(computed);
    const { computeMs = 0, strategy } = computed;
    if (!strategy.ok) await countTry(workspaces, userId, input, computeMs);
    return answer({ result: await outcomeOf(trying, userId, input, computed) });
  });

const CANCEL_WAIT_MS = 8_000;

/** It was not started, or has ended already. */
const ignoreUnknown = (cause: unknown): null => {
  if (cause instanceof WorkflowNotFoundError) return null;
  throw cause;
};

/** Its result is no longer awaited, so one that has just arrived counts too. */
export const cancelTry = (trying: Trying): Handler =>
  userHandler(MESSAGES.cancelTry, async (input, userId) => {
    const { blobs, workflows, workspaces } = trying;
    const job = await jobOf(trying, userId, input);
    const workflowId = workflowIdOf(job);
    await workflows.getHandle(workflowId).cancel().catch(ignoreUnknown);
    const ended = await resultOf(workflows, workflowId, CANCEL_WAIT_MS).catch(ignoreUnknown);
    const computeMs = ended?.computeMs ?? 0;
    if (computeMs > 0) await countTry(workspaces, userId, input, computeMs);
    await blobs.remove(job.code).catch(() => undefined);
    return answer({ compute_ms: computeMs });
  });
