// Starts a rebalance and waits some time for its end: it goes on without its reader.
import { isGrpcDeadlineError, type WorkflowClient, WorkflowFailedError } from '@temporalio/client';
import { type Refusal, refuse } from '@tradeium/contracts';
import { noteGrowth } from '@tradeium/event-store';
import { answer } from '@tradeium/service-kit';
import { startRebalance } from '../../commands/start-rebalance.ts';
import { newestClose } from '../../domain/bar-times.ts';
import type { CreatedDeployment } from '../../domain/deployment-state.ts';
import { rebalanceOf } from '../../projections/history.ts';
import { rebalanceIdOf } from '../../rebalances/order-ids.ts';
import { REBALANCE, type RebalanceEnd, type RebalanceJob } from '../../workflows/rebalance-contract.ts';
import { rebalanceView } from '../activity/activity-view.ts';
import type { Dependencies } from '../dependencies.ts';

const WAIT_MS = 25_000;
const CATCH_UP_MS = 2_000;

/** About what a rebalance writes, and each of its orders: its workflow writes it, but the request is what adds it. */
const GROWTH = { events: 6, bytes: 12_288 } as const;
const GROWTH_OF_ORDER = { events: 2, bytes: 3_072 } as const;

/** Null while it goes on. */
const rebalanceEndOf = async (
  workflows: WorkflowClient,
  rebalanceId: string,
): Promise<RebalanceEnd | null> => {
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
  await startRebalance({ temporal }, job);
  const { workflow } = await temporal();
  const end = await rebalanceEndOf(workflow, job.rebalanceId);
  return end?.kind === 'refused' ? end.refusal : undefined;
};

/** The job of a request: the same request is the same rebalance. */
export const jobOf = (
  { created: { userId, deploymentId, settings } }: CreatedDeployment,
  which: Pick<RebalanceJob, 'kind' | 'coins'>,
  { commandId, now }: { readonly commandId: string; readonly now: Date },
): RebalanceJob => ({
  userId,
  deploymentId,
  rebalanceId: rebalanceIdOf(deploymentId, { commandId }),
  barClose: new Date(newestClose(settings.timeframe, now.getTime())).toISOString(),
  ...which,
});

/** The rebalance as it is at its end, or when nobody waits any longer. */
export const runRebalance = async (dependencies: Dependencies, job: RebalanceJob) => {
  noteGrowth(GROWTH);
  const refused = await run(dependencies, job);
  if (refused) return refused;
  await dependencies.caughtUp(CATCH_UP_MS);
  const done = await rebalanceOf(dependencies.historyModel, job.rebalanceId);
  const view = done && rebalanceView(done);
  const orders = view?.orders.length ?? 0;
  noteGrowth({ events: orders * GROWTH_OF_ORDER.events, bytes: orders * GROWTH_OF_ORDER.bytes });
  return view ? answer(view) : refuse('SERVICE_UNAVAILABLE');
};
