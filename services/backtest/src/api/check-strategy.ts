// Tells what is wrong with code that is being written: the words of Python's parser, in a sandbox that runs none of it.
import { randomUUID } from 'node:crypto';
import {
  isGrpcServiceError,
  ServiceError,
  type WorkflowClient,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
} from '@temporalio/client';
import { codeProblem, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, readReplyFile, replyFile, userHandler } from '@tradeium/service-kit';
import { z } from 'zod';
import {
  CHECKS_AT_ONCE_MAX,
  type CheckAnswer,
  type CheckJob,
  checkWorkflowIdOf,
} from '../workflows/check-contract.ts';
import { BACKTEST_TASK_QUEUE } from '../workflows/run-contract.ts';
import type { Dependencies } from './dependencies.ts';

const found = z.object({ problems: z.array(codeProblem).max(20) });

const CHECK_TIMEOUT_MS = 8_000;
/** Beyond the time that the workflow has: Temporal itself does not answer. */
const TEMPORAL_TIMEOUT_MS = CHECK_TIMEOUT_MS + 2_000;

type Checking = Pick<Dependencies, 'workflows' | 'blobs'>;

/** Runs the workflow in this place; undefined when another process has it. */
const checkIn = async (workflows: WorkflowClient, workflowId: string, job: CheckJob) => {
  try {
    return await workflows.connection.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, () =>
      workflows.execute<(job: CheckJob) => Promise<CheckAnswer>>('checkStrategy', {
        workflowId,
        taskQueue: BACKTEST_TASK_QUEUE,
        args: [job],
        workflowExecutionTimeout: CHECK_TIMEOUT_MS,
        workflowTaskTimeout: '4 s',
      }),
    );
  } catch (cause) {
    if (cause instanceof WorkflowExecutionAlreadyStartedError) return undefined;
    throw cause;
  }
};

/** What the check finds; undefined when the place is taken elsewhere. No file of it is left. */
const findProblems = async ({ workflows, blobs }: Checking, workflowId: string, code: string) => {
  // Of this check alone, as is the answer: nobody else's file is the same, so both can be removed.
  const text = JSON.stringify({ check: randomUUID(), code });
  const source = await blobs.put(replyFile(text));
  const files = [source];
  try {
    const checked = await checkIn(workflows, workflowId, { source });
    if (checked === undefined) return undefined;
    files.push(checked.problems);
    return found.parse(readReplyFile(await blobs.get(checked.problems))).problems;
  } finally {
    // What stays is swept after a day.
    await Promise.allSettled(files.map((file) => blobs.remove(file)));
  }
};

/** No sandbox, no runner that answers in time, or no Temporal. */
const isUnavailable = (cause: unknown): boolean =>
  cause instanceof WorkflowFailedError || cause instanceof ServiceError || isGrpcServiceError(cause);

export const checkStrategy = (checking: Checking): Handler => {
  /** Places that checks of this process are in: nothing is written for one that would not get a place. */
  const taken = new Set<string>();
  return userHandler(messageOf('checkStrategy'), async ({ strategy_code }, userId) => {
    for (let place = 1; place <= CHECKS_AT_ONCE_MAX; place += 1) {
      const workflowId = checkWorkflowIdOf(userId, place);
      if (taken.has(workflowId)) continue;
      taken.add(workflowId);
      try {
        // As it would be saved: half a pair of surrogates is not text.
        const problems = await findProblems(checking, workflowId, strategy_code.toWellFormed());
        if (problems) return answer({ problems });
      } catch (cause) {
        if (isUnavailable(cause)) return refuse('STRATEGIES_UNAVAILABLE');
        throw cause;
      } finally {
        taken.delete(workflowId);
      }
    }
    return refuse('TOO_MANY_REQUESTS');
  });
};
