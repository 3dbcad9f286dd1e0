// Runs code for an agent and answers with figures and findings; nothing is stored or charged, and code that fails or is stopped uses up free computing time.
import { randomUUID } from 'node:crypto';
import { WorkflowNotFoundError } from '@temporalio/client';
import {
  isRefusal,
  MESSAGES,
  mayDeclareParameters,
  type ParameterValues,
  parametersOf,
  type Refusal,
} from '@tradeium/contracts';
import { type Answer, answer, type Handler, replyFile, userHandler } from '@tradeium/service-kit';
import type { z } from 'zod';
import { settleTry } from '../../commands/admit-run.ts';
import { resultOf, weightsOf, weightsWorkflowId } from '../../commands/compute-weights.ts';
import { codeOfTrial, countTrials, trialContent } from '../../commands/count-trials.ts';
import { readSource } from '../../commands/read-source.ts';
import { outputOf, type Report, readReport } from '../../results/report.ts';
import { CHECK_STRATEGY } from '../../workflows/check-strategy-contract.ts';
import type { ComputedWeights, WeightsAnswer, WeightsJob } from '../../workflows/compute-weights-contract.ts';
import type { Dependencies } from '../dependencies.ts';

type Trying = Pick<
  Dependencies,
  'workflows' | 'workspaces' | 'runs' | 'studies' | 'trials' | 'blobs' | 'files' | 'resultThreads'
>;
type Input = z.output<typeof MESSAGES.cancelTry.input>;
type Output = z.input<typeof MESSAGES.tryStrategy.output>;

const UNEXPLAINED = 'the strategy failed';
/** The answer to a repeated request, once the report of the first is removed. */
const NO_REPORT: Report = { prints: '', message: null, source_line: null, rerun_failure: null };

/**
 * The values with which an agent's code runs: the given ones, else the defaults that it declares. Only the given ones where nothing
 * can read it now, or it does not take them: the runner then says why.
 */
const valuesOf = async (
  reading: Trying,
  userId: string,
  code: string,
  given: ParameterValues,
): Promise<ParameterValues> => {
  if (!mayDeclareParameters(code)) return given;
  const read = await readSource(reading, CHECK_STRATEGY.workflowIdOf(userId, randomUUID()), code);
  if (read === undefined || isRefusal(read)) return given;
  const matched = parametersOf(read.parameters, given);
  return isRefusal(matched) ? given : matched.values;
};

/** Counts the try in its chat, like a run of a file with this code. */
const counterOf = async (trying: Trying, userId: string, { chat_id: chatId, ...input }: Input) => {
  const { strategy_code: source, settings } = input;
  const code = await codeOfTrial(trying.files, userId, source);
  const parameters = await valuesOf(trying, userId, source, input.parameters);
  const content = trialContent({ code, settings, parameters });
  return (sharpePerDay: number | null) =>
    countTrials(trying, { userId, chatId, range: settings, trials: [{ content, sharpePerDay }] });
};

const outcomeOf = async (
  trying: Trying,
  userId: string,
  input: Input,
  computed: Exclude<ComputedWeights, Refusal>,
): Promise<Output['result']> => {
  const { blobs, resultThreads } = trying;
  const { settings } = input;
  const { strategy, candles } = computed;
  const report = await blobs.get(strategy.report).then(readReport, () => NO_REPORT);
  const count = await counterOf(trying, userId, input);
  if (!strategy.ok) {
    await count(null);
    return { ok: false, message: report.message ?? UNEXPLAINED, line: strategy.line };
  }
  const paths = {
    candles: await blobs.path(candles.candles),
    weights: await blobs.path(strategy.weights),
  };
  const { causality } = strategy;
  if (!causality) throw new Error('code is tried out with its re-runs');
  const task = { strategy: { ...strategy, causality }, settings, paths, prints: outputOf(report) };
  return resultThreads.tryOut(task, count);
};

/** Marked with the request: no other file has the same content, so it can be removed. */
const jobOf = async (
  { blobs }: Pick<Trying, 'blobs'>,
  userId: string,
  { request_id: requestId, chat_id: chatId, strategy_code, parameters, settings }: Input,
): Promise<WeightsJob & { readonly code: string }> => {
  const text = JSON.stringify({ check: requestId, code: strategy_code.toWellFormed(), parameters });
  const code = await blobs.put(replyFile(text));
  return { userId, requestId, chatId, code, privateStrategyId: null, settings, purpose: 'try' };
};

export const tryStrategy = (trying: Trying): Handler =>
  userHandler(MESSAGES.tryStrategy, async (input, userId): Promise<Answer<Output> | Refusal> => {
    const { blobs } = trying;
    const job = await jobOf(trying, userId, input);
    const computed = await weightsOf(trying, job, input.wait_ms);
    if (computed === null) return answer({ result: null });
    // Leftovers are swept after a day.
    await blobs.remove(job.code).catch(() => undefined);
    if (isRefusal(computed)) return computed;
    return answer({ result: await outcomeOf(trying, userId, input, computed) });
  });

const CANCEL_WAIT_MS = 8_000;

/** It was not started, or has ended already. */
const ignoreUnknown = (cause: unknown): null => {
  if (cause instanceof WorkflowNotFoundError) return null;
  throw cause;
};

/** Of a result that nobody is waiting for: the workflow has counted only what failed or was stopped. */
const unusedMs = (ended: WeightsAnswer | null): number =>
  ended && 'strategy' in ended && ended.strategy.ok ? ended.computeMs : 0;

export const cancelTry = (trying: Trying): Handler =>
  userHandler(MESSAGES.cancelTry, async (input, userId) => {
    const { blobs, workflows } = trying;
    const job = await jobOf(trying, userId, input);
    const workflowId = weightsWorkflowId(job);
    await workflows.getHandle(workflowId).cancel().catch(ignoreUnknown);
    const ended = await resultOf(workflows, workflowId, CANCEL_WAIT_MS).catch(ignoreUnknown);
    const failedMs = unusedMs(ended);
    const ids = { userId, chatId: input.chat_id, runId: input.request_id };
    if (failedMs > 0) await settleTry(trying, ids, { attempt: 'unused', failedMs });
    await blobs.remove(job.code).catch(() => undefined);
    return answer({ compute_ms: ended?.computeMs ?? 0 });
  });
