// The order of a rebalance: lock, reserve, reconcile, plan, sells, buys from the settled cash, charge.
import {
  ActivityFailure,
  executeChild,
  log,
  ParentClosePolicy,
  proxyActivities,
  sleep,
  TemporalFailure,
  WorkflowIdReusePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import type { Refusal } from '@tradeium/contracts';
import {
  type DueDeployment,
  type Failure,
  type Leg,
  REBALANCE,
  type RebalanceActivities,
  type RebalanceEnd,
  type RebalanceJob,
} from './rebalance-contract.ts';

/** Commands on the bus, and the hold of the credits: a process that is killed here is replaced after 12 s. */
const COMMANDS = {
  startToCloseTimeout: '12 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '5 s' },
} as const;

const quick = proxyActivities<RebalanceActivities>({ ...COMMANDS, scheduleToCloseTimeout: '3 min' });

/** Nobody waits for a scheduled start, so it outlasts longer outages: its two steps take half of the shortest bar at most. */
const due = proxyActivities<RebalanceActivities>({ ...COMMANDS, scheduleToCloseTimeout: '15 min' });

/** The strategy waits for its turn among all backtests, the account for its turn at the exchange. */
const patient = proxyActivities<RebalanceActivities>({
  startToCloseTimeout: '20 min',
  heartbeatTimeout: '20 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumAttempts: 4 },
});

/** Repeated as often as it takes: a repetition looks the order up and never sends it again. */
const orders = proxyActivities<RebalanceActivities>({
  startToCloseTimeout: '15 min',
  heartbeatTimeout: '20 s',
  scheduleToCloseTimeout: '30 min',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '20 s' },
});

/** A rebalance must not stay open, nor credits reserved. */
const settling = proxyActivities<RebalanceActivities>({
  startToCloseTimeout: '15 min',
  heartbeatTimeout: '20 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '30 s' },
});

const FAILED: Failure = { code: 'REBALANCE_FAILED', detail: 'The rebalance could not be finished' };

/** Rebalances a deployment once; a refusal means that nothing was sent and nothing is open. */
export const rebalance = async (job: RebalanceJob): Promise<RebalanceEnd> => {
  const refusal = await begin(job);
  if (refusal) {
    if (job.isByDrawdown) await settling.noticeUnsold(job, refusal);
    return { kind: 'refused', refusal };
  }
  const shortage = await quick.reserveCredits(job).catch(unlessCancelled);
  if (shortage && 'refused' in shortage) {
    const { refused: code, data } = shortage;
    await settling.endRebalance(job, { code, detail: '', ...(data && { data }) });
    return { kind: 'refused', refusal: shortage };
  }
  const failure = shortage ?? (await attempt(job).catch(unlessCancelled));
  await settling.endRebalance(job, failure);
  return { kind: 'ended' };
};

/** One that fails may have taken the lock all the same, if only the answer was lost: it is freed, or no other could begin. */
const begin = async (job: RebalanceJob): Promise<Refusal | null> => {
  const { beginRebalance } = job.kind === 'scheduled' || job.isByDrawdown ? due : quick;
  try {
    return await (job.kind === 'sell' ? onceFree(job, beginRebalance) : beginRebalance(job));
  } catch (cause) {
    await settling.endRebalance(job, unlessCancelled(cause));
    throw cause;
  }
};

const PAUSE_MS_MAX = 15_000;
/** Its user waits for the answer. */
const LOCKED_MS_MAX = 15_000;
const LOCKED_BY_DRAWDOWN_MS_MAX = 60 * 60_000;

/** A sell waits for the rebalance under way, which a stop ends within seconds. */
const onceFree = async (
  job: RebalanceJob,
  beginRebalance: RebalanceActivities['beginRebalance'],
): Promise<Refusal | null> => {
  const mostMs = job.isByDrawdown ? LOCKED_BY_DRAWDOWN_MS_MAX : LOCKED_MS_MAX;
  let pauseMs = 1_000;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const refusal = await beginRebalance(job);
    if (refusal?.refused !== 'REBALANCE_IN_PROGRESS' || waitedMs >= mostMs) return refusal;
    pauseMs = Math.min(waitedMs + 1_000, PAUSE_MS_MAX);
    await sleep(pauseMs);
  }
};

const unlessCancelled = (cause: unknown): Failure => {
  if (!(cause instanceof ActivityFailure)) throw cause;
  log.error('a rebalance failed', { cause: String(cause.cause ?? cause) });
  return FAILED;
};

/** Null: it came to its end. */
const attempt = async (job: RebalanceJob): Promise<Failure | null> => {
  const unexplained = await orders.reconcileAccount(job);
  if (unexplained) return unexplained;
  const planned = await patient.planRebalance(job);
  if (planned === null) return null;
  if ('failure' in planned) return planned.failure;
  const unsold = await send(job, planned.sells);
  if (unsold) return unsold;
  const fitted = await orders.planBuys(job);
  return 'failure' in fitted ? fitted.failure : send(job, fitted.buys);
};

/** One order after another; nothing more is sent once one is refused or unknown. */
const send = async (job: RebalanceJob, legs: readonly Leg[]): Promise<Failure | null> => {
  for (const leg of legs) {
    const outcome = await orders.sendOrder(job, leg);
    if (outcome.kind === 'refused') return outcome.failure;
    if (outcome.kind === 'unknown' && !(await orders.lookUpOrder(job, leg)))
      return {
        code: 'ORDER_OUTCOME_UNKNOWN',
        detail: 'The exchange did not confirm whether an order was executed',
      };
  }
  return null;
};

const ALREADY_STARTED = 'WorkflowExecutionAlreadyStartedError';

/**
 * A rebalance has one workflow: a second one on the same lock could end it early, as failed. It outlives the one that
 * started it.
 */
const rebalanceOnce = async (job: RebalanceJob): Promise<void> => {
  try {
    await executeChild(rebalance, {
      workflowId: REBALANCE.workflowIdOf(job.rebalanceId),
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowTaskTimeout: '4 s',
      args: [job],
    });
  } catch (cause) {
    if (!(cause instanceof TemporalFailure && cause.name === ALREADY_STARTED)) throw cause;
    log.info('a rebalance has been started before', { rebalanceId: job.rebalanceId });
  }
};

/** The workflow that a deployment's schedule starts. */
export const rebalanceWhenDue = async (deployment: DueDeployment): Promise<void> => {
  const { searchAttributes, startTime } = workflowInfo();
  const [scheduled = startTime] = (searchAttributes.TemporalScheduledStartTime ?? []) as Date[];
  const job = await due.dueRebalance(deployment, scheduled.getTime());
  if (job) await rebalanceOnce(job);
};
