// Finds mistakes in code as it is being written, with Python's parser in a sandbox that never runs the code.
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
import { codeProblem, messageOf, refuse } from '@tradeium/contracts';
import {
  answer,
  fromAggregates,
  type Handler,
  readReplyFile,
  replyFile,
  startOptions,
  userHandler,
} from '@tradeium/service-kit';
import { z } from 'zod';
import {
  CHECK_STRATEGY,
  CHECKS_AT_ONCE_MAX,
  type CheckAnswer,
  type CheckJob,
} from '../../workflows/check-contract.ts';
import type { Dependencies } from '../dependencies.ts';

const found = z.object({ problems: z.array(codeProblem).max(20) });

const CHECK_TIMEOUT_MS = 8_000;
/** Longer than the workflow may take: Temporal itself does not answer. */
const TEMPORAL_TIMEOUT_MS = CHECK_TIMEOUT_MS + 2_000;

type Checking = Pick<Dependencies, 'workflows' | 'blobs'>;

/** Runs the workflow in this slot; undefined when another process has it. */
const checkIn = async (workflows: WorkflowClient, workflowId: string, job: CheckJob) => {
  try {
    return await workflows.connection.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, () =>
      workflows.execute<(job: CheckJob) => Promise<CheckAnswer>>(CHECK_STRATEGY.workflowType, {
        ...startOptions(CHECK_STRATEGY, { workflowId, args: [job] }),
        workflowExecutionTimeout: CHECK_TIMEOUT_MS,
      }),
    );
  } catch (cause) {
    if (cause instanceof WorkflowExecutionAlreadyStartedError) return undefined;
    throw cause;
  }
};

/** The check's result; undefined when the slot is taken elsewhere. Leaves no file behind. */
const findProblems = async ({ workflows, blobs }: Checking, workflowId: string, code: string) => {
  // Unique to this check, like the answer: no other file has the same content, so both can be removed.
  const text = JSON.stringify({ check: randomUUID(), code });
  const source = await blobs.put(replyFile(text));
  const files = [source];
  try {
    const checked = await checkIn(workflows, workflowId, { source });
    if (checked === undefined) return undefined;
    files.push(checked.problems);
    return found.parse(readReplyFile(await blobs.get(checked.problems))).problems;
  } finally {
    // Leftovers are swept after a day.
    await Promise.allSettled(files.map((file) => blobs.remove(file)));
  }
};

/** The check itself ended without an answer: the code took too much of its parser. */
const hasGivenUp = (cause: unknown): boolean => {
  const failure =
    cause instanceof WorkflowFailedError && cause.cause instanceof ActivityFailure && cause.cause.cause;
  return failure instanceof ApplicationFailure && failure.type === 'CheckGaveUp';
};

/** No sandbox, no answer from a runner in time, or no Temporal. */
const isUnavailable = (cause: unknown): boolean =>
  cause instanceof WorkflowFailedError || cause instanceof ServiceError || isGrpcServiceError(cause);

export const checkStrategy = (checking: Checking): Handler => {
  /** Slots that this process's checks occupy: nothing is written for a check that gets none. */
  const taken = new Set<string>();
  return fromAggregates(
    userHandler(messageOf('checkStrategy'), async ({ strategy_code }, userId) => {
      for (let place = 1; place <= CHECKS_AT_ONCE_MAX; place += 1) {
        const workflowId = CHECK_STRATEGY.workflowIdOf(userId, place);
        if (taken.has(workflowId)) continue;
        taken.add(workflowId);
        try {
          // As saving would store it: half a surrogate pair is not text.
          const problems = await findProblems(checking, workflowId, strategy_code.toWellFormed());
          if (problems) return answer({ problems });
        } catch (cause) {
          if (hasGivenUp(cause)) return refuse('CODE_CHECK_GAVE_UP');
          if (isUnavailable(cause)) return refuse('STRATEGIES_UNAVAILABLE');
          throw cause;
        } finally {
          taken.delete(workflowId);
        }
      }
      return refuse('TOO_MANY_REQUESTS');
    }),
  );
};
