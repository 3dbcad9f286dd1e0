// Starts a rebalance and waits some time for its end: it goes on without its reader.
import { isGrpcDeadlineError, type WorkflowClient, WorkflowFailedError } from '@temporalio/client';
import { isRefusal, messageOf, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type Handler, startOnce, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../deployments/find-deployment.ts';
import { newestClose } from '../domain/bar-times.ts';
import { notTrading } from '../domain/trading-refusal.ts';
import { rebalanceOf } from '../projections/activities.ts';
import { rebalanceIdOf } from '../rebalances/order-ids.ts';
import { REBALANCE, type RebalanceEnd, type RebalanceJob } from '../workflows/rebalance-contract.ts';
import { rebalanceView } from './activity-view.ts';
import type { Dependencies } from './dependencies.ts';

const WAIT_MS = 25_000;
/** The longest wait for a Temporal that is down. */
const START_MS = 5_000;
const CATCH_UP_MS = 2_000;

/** The same request is the same rebalance. */
const ensureStarted = (workflows: WorkflowClient, job: RebalanceJob): Promise<void> =>
  workflows.connection.withDeadline(Date.now() + START_MS, () =>
    startOnce(workflows, REBALANCE, {
      workflowId: REBALANCE.workflowIdOf(job.rebalanceId),
      args: [job],
    }),
  );

/** Null while it goes on. */
const endOf = async (workflows: WorkflowClient, rebalanceId: string): Promise<RebalanceEnd | null> => {
  try {
    return await workflows.connection.withDeadline(Date.now() + WAIT_MS, () =>
      workflows.getHandle(REBALANCE.workflowIdOf(rebalanceId)).result(),
    );
  } catch (cause) {
    if (isGrpcDeadlineError(cause)) return null;
    if (cause instanceof WorkflowFailedError) return { kind: 'refused', refusal: refuse('REBALANCE_FAILED') };
    throw cause;
  }
};

const run = async ({ temporal }: Dependencies, job: RebalanceJob): Promise<Refusal | undefined> => {
  const { workflow } = await temporal();
  await ensureStarted(workflow, job);
  const end = await endOf(workflow, job.rebalanceId);
  return end?.kind === 'refused' ? end.refusal : undefined;
};

export const rebalanceNow = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('rebalanceNow'), async ({ id }, userId, request) => {
    const deployment = await deploymentOf(dependencies, userId, id);
    if (isRefusal(deployment)) return deployment;
    const refusal = notTrading(deployment);
    if (refusal) return refusal;
    const { deploymentId, settings } = deployment.created;
    const rebalanceId = rebalanceIdOf(deploymentId, { commandId: request.commandId });
    const barCloseMs = newestClose(settings.timeframe, dependencies.now().getTime());
    const barClose = new Date(barCloseMs).toISOString();
    const job = { userId, deploymentId, rebalanceId, kind: 'manual', barClose } as const;
    const refused = await run(dependencies, job);
    if (refused) return refused;
    await dependencies.caughtUp(CATCH_UP_MS);
    const done = await rebalanceOf(dependencies.activityModel, rebalanceId);
    const view = done && rebalanceView(done);
    return view ? answer(view) : refuse('SERVICE_UNAVAILABLE');
  });
