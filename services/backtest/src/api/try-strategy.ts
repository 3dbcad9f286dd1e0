// Runs code for an agent and answers with figures and findings; nothing is stored or charged.
import { isRefusal, MESSAGES, type Refusal } from '@tradeium/contracts';
import { type Answer, answer, type Handler, replyFile, userHandler } from '@tradeium/service-kit';
import type { z } from 'zod';
import { outputOf, type Report, readReport } from '../results/report.ts';
import type { WeightsAnswer } from '../workflows/weights-contract.ts';
import { weightsOf } from './compute-weights.ts';
import type { Dependencies } from './dependencies.ts';

type Trying = Pick<Dependencies, 'workflows' | 'blobs' | 'files' | 'resultThreads'>;
type Input = z.output<typeof MESSAGES.tryStrategy.input>;
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
  return resultThreads.tryOut({ strategy, settings, paths, prints: outputOf(report) });
};

export const tryStrategy = (trying: Trying): Handler =>
  userHandler(MESSAGES.tryStrategy, async (input, userId): Promise<Answer<Output> | Refusal> => {
    const { request_id: requestId, strategy_code, settings, wait_ms } = input;
    const { blobs, workflows } = trying;
    // Marked with the request: no other file has the same content, so it can be removed.
    const text = JSON.stringify({ check: requestId, code: strategy_code.toWellFormed() });
    const code = await blobs.put(replyFile(text));
    const job = { userId, requestId, code, privateStrategyId: null, settings };
    const computed = await weightsOf(workflows, job, wait_ms);
    if (computed === null) return answer({ result: null });
    // Leftovers are swept after a day.
    await blobs.remove(code).catch(() => undefined);
    if (isRefusal(computed)) return computed;
    return answer({ result: await outcomeOf(trying, userId, input, computed) });
  });
