// Has a strategy's weights computed: starts the workflow, or finds it, and waits for its end.
import {
  isGrpcDeadlineError,
  type WorkflowClient,
  WorkflowFailedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import { idFrom } from '@tradeium/event-store';
import { startOnce } from '@tradeium/service-kit';
import { freeTimeRefusal } from '../domain/user-runs.ts';
import {
  COMPUTE_WEIGHTS,
  type ComputedWeights,
  type WeightsAnswer,
  type WeightsJob,
} from '../workflows/compute-weights-contract.ts';
import { type Admitting, admitTry, settleTry } from './admit-run.ts';

/** A repeated request finds it. */
export const weightsWorkflowId = ({ purpose: _, ...job }: WeightsJob): string =>
  COMPUTE_WEIGHTS.workflowIdOf(idFrom('weights', JSON.stringify(job)));

/** True if it runs or has its result; one that has failed is started again. */
const isFound = async (workflows: WorkflowClient, workflowId: string): Promise<boolean> => {
  try {
    const { status } = await workflows.getHandle(workflowId).describe();
    return status.name === 'RUNNING' || status.name === 'COMPLETED';
  } catch (cause) {
    if (cause instanceof WorkflowNotFoundError) return false;
    throw cause;
  }
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
    if (cause instanceof WorkflowFailedError) return { ...refuse('RUN_FAILED'), computeMs: 0 };
    throw cause;
  }
};

export type Computing = Admitting & { readonly workflows: WorkflowClient };

const idsOf = ({ userId, chatId = '', requestId: runId }: WeightsJob) => ({ userId, chatId, runId });

/** Several rebalances may be due on one bar: they have no places. */
const needsPlace = ({ purpose }: WeightsJob): boolean => purpose === 'try' || purpose === 'preview';

/** Takes a place for it, or says why it may not begin. */
const admit = async (
  computing: Computing,
  job: WeightsJob,
): Promise<{ readonly hasTaken: boolean } | Refusal> => {
  if (needsPlace(job)) {
    const admitted = await admitTry(computing, idsOf(job));
    return isRefusal(admitted) ? admitted : { hasTaken: admitted.events.length > 0 };
  }
  // Real money must not wait for code that fails elsewhere.
  if (job.purpose === 'live') return { hasTaken: false };
  const { state } = await computing.workspaces.load(job.userId);
  return freeTimeRefusal(state, new Date().toISOString()) ?? { hasTaken: false };
};

/** One that cannot be freed now is given up in time. */
const freePlace = (computing: Computing, job: WeightsJob): Promise<void> =>
  settleTry(computing, idsOf(job), null).catch(() => undefined);

/** Starts it, unless its user may not begin anything now. */
const startAdmitted = async (
  computing: Computing,
  job: WeightsJob,
  workflowId: string,
): Promise<Refusal | undefined> => {
  const admitted = await admit(computing, job);
  if (isRefusal(admitted)) return admitted;
  const { workflows } = computing;
  await startOnce(workflows, COMPUTE_WEIGHTS, { workflowId, args: [job] }).catch(async (cause: unknown) => {
    // No workflow releases it; a place of another request is released by that request.
    if (admitted.hasTaken) await freePlace(computing, job);
    throw cause;
  });
  return undefined;
};

/** The time is for the one that settles it. */
const withoutTime = ({ computeMs: _, ...computed }: WeightsAnswer): ComputedWeights => computed;

/** Starts the job, or finds it, and waits for its end; null when that is later. */
export const weightsOf = async (
  computing: Computing,
  job: WeightsJob,
  waitMs: number,
): Promise<ComputedWeights | null> => {
  const { workflows } = computing;
  const workflowId = weightsWorkflowId(job);
  // A computation that has begun is never refused half-way, and takes no second place.
  if (!(await isFound(workflows, workflowId))) {
    const refusal = await startAdmitted(computing, job, workflowId);
    if (refusal) return refusal;
  }
  const result = await resultOf(workflows, workflowId, waitMs);
  // A request that was admitted while the workflow ended has a place that nothing else frees.
  if (result !== null && needsPlace(job)) await freePlace(computing, job);
  return result && withoutTime(result);
};
