// Has code read in a sandbox that never runs it: what is wrong with it, and the parameters that it declares.
import { randomUUID } from 'node:crypto';
import {
  ActivityFailure,
  ApplicationFailure,
  isGrpcServiceError,
  ServiceError,
  type WorkflowClient,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
} from '@temporalio/client';
import { messageOf, type Refusal, refuse } from '@tradeium/contracts';
import { type Blobs, readReplyFile, replyFile, startOptions } from '@tradeium/service-kit';
import type { z } from 'zod';
import { CHECK_STRATEGY, type CheckAnswer, type CheckJob } from '../workflows/check-strategy-contract.ts';

const reading = messageOf('checkStrategy').output;
export type SourceReading = z.output<typeof reading>;

const READ_TIMEOUT_MS = 8_000;
/** Longer than the workflow may take: Temporal itself does not answer. */
const TEMPORAL_TIMEOUT_MS = READ_TIMEOUT_MS + 2_000;

export type ReadingSource = { readonly workflows: WorkflowClient; readonly blobs: Blobs };

/** Runs the workflow under this id; undefined while another with the id runs. */
const executeAs = async (workflows: WorkflowClient, workflowId: string, job: CheckJob) => {
  try {
    return await workflows.connection.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, () =>
      workflows.execute<(job: CheckJob) => Promise<CheckAnswer>>(CHECK_STRATEGY.workflowType, {
        ...startOptions(CHECK_STRATEGY, { workflowId, args: [job] }),
        workflowExecutionTimeout: READ_TIMEOUT_MS,
      }),
    );
  } catch (cause) {
    if (cause instanceof WorkflowExecutionAlreadyStartedError) return undefined;
    throw cause;
  }
};

/** It ended without an answer: the code took too much of its parser. */
const hasGivenUp = (cause: unknown): boolean => {
  const failure =
    cause instanceof WorkflowFailedError && cause.cause instanceof ActivityFailure && cause.cause.cause;
  return failure instanceof ApplicationFailure && failure.type === 'CheckGaveUp';
};

/** No sandbox, no answer from a runner in time, or no Temporal. */
const isUnavailable = (cause: unknown): boolean =>
  cause instanceof WorkflowFailedError || cause instanceof ServiceError || isGrpcServiceError(cause);

/** Reads code without running it; undefined while another reading has this workflow's id. Leaves no file behind. */
export const readSource = async (
  { workflows, blobs }: ReadingSource,
  workflowId: string,
  code: string,
): Promise<SourceReading | Refusal | undefined> => {
  // Unique to this reading, like the answer: no other file has the same content, so both can be removed.
  const source = await blobs.put(replyFile(JSON.stringify({ check: randomUUID(), code })));
  const files = [source];
  try {
    const answered = await executeAs(workflows, workflowId, { source });
    if (answered === undefined) return undefined;
    files.push(answered.reading);
    return reading.parse(readReplyFile(await blobs.get(answered.reading)));
  } catch (cause) {
    if (hasGivenUp(cause)) return refuse('CODE_CHECK_GAVE_UP');
    if (isUnavailable(cause)) return refuse('STRATEGIES_UNAVAILABLE');
    throw cause;
  } finally {
    // Leftovers are swept after a day.
    await Promise.allSettled(files.map((file) => blobs.remove(file)));
  }
};
