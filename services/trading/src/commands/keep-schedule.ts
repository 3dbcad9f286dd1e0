// Keeps a deployment's schedule in Temporal as its events say: there while it is on and active, else none.
import { createHash } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import { keepSchedule as keepOneSchedule, startOptions } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { AFTER_CLOSE_MS } from '../domain/bar-times.ts';
import type { CreatedDeployment, Deployment } from '../domain/deployment-state.ts';
import { type DueDeployment, REBALANCE_WHEN_DUE } from '../workflows/rebalance-contract.ts';

export type Scheduling = {
  readonly deployments: Stores['deployments'];
  /** How many deployments have a schedule; their starts are spread by it. */
  readonly countScheduled: () => Promise<number>;
  readonly temporal: () => Promise<Client>;
};

/** So many more deployments make the time longer within which they begin. */
const STARTS_PER_SECOND = 20;
const JITTER_MAX_MS = 30_000;
const HASHES = 2 ** 32;

/** Thousands of deployments on the same bars don't start in the same second; a few don't wait for one another. */
export const jitterOf = (deploymentId: string, scheduled: number): number => {
  const spreadMs = Math.min(JITTER_MAX_MS, (1_000 * scheduled) / STARTS_PER_SECOND);
  const hash = createHash('sha256').update(deploymentId).digest().readUInt32BE(0);
  return Math.floor((spreadMs * hash) / HASHES);
};

/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

export const scheduleIdOf = REBALANCE_WHEN_DUE.workflowIdOf;

/**
 * `scheduled`: with how many it may begin. A start that was missed by more than half a period is left out. One that fails
 * does not pause the schedule: what failed was a part of this server, and the next bar needs its rebalance all the same.
 */
export const scheduleOf = (due: DueDeployment, timeframe: Timeframe, scheduled: number) => {
  const every = TIMEFRAME_MS[timeframe];
  const origin = timeframe === 'weekly' ? FIRST_MONDAY_MS : 0;
  return {
    spec: { intervals: [{ every, offset: origin + AFTER_CLOSE_MS + jitterOf(due.deploymentId, scheduled) }] },
    policies: { overlap: 'SKIP' as const, catchupWindow: every / 2 },
    action: {
      type: 'startWorkflow' as const,
      workflowType: REBALANCE_WHEN_DUE.workflowType,
      ...startOptions(REBALANCE_WHEN_DUE, { workflowId: scheduleIdOf(due.deploymentId), args: [due] }),
    },
    state: { paused: false },
  };
};

const isScheduled = ({ isOn, status }: Pick<Deployment, 'isOn' | 'status'>): boolean =>
  isOn && status === 'active';

/** Looks at the newest state, so that it may be called late, twice or at the same time. */
export const keepSchedule = async (
  scheduling: Scheduling,
  { userId, deploymentId }: DueDeployment,
): Promise<void> => {
  const { deployments, countScheduled, temporal } = scheduling;
  const { state } = await deployments.load(deploymentId);
  const { schedule } = await temporal();
  const due = { userId, deploymentId };
  const wanted =
    isScheduled(state) && state.created
      ? scheduleOf(due, state.created.settings.timeframe, await countScheduled())
      : null;
  await keepOneSchedule(schedule, scheduleIdOf(deploymentId), wanted);
  // Another call may have kept a newer state before this one kept an older.
  const { state: newest } = await deployments.load(deploymentId);
  if (isScheduled(newest) !== isScheduled(state)) await keepSchedule(scheduling, due);
};

/**
 * Sets a schedule again that is paused or lost, or would pause itself. Any other keeps its moment after the close. Resolves to
 * whether it was set again.
 */
export const repairSchedule = async (
  scheduling: Scheduling,
  deployment: CreatedDeployment,
): Promise<boolean> => {
  if (!isScheduled(deployment)) return false;
  const { userId, deploymentId } = deployment.created;
  const { schedule } = await scheduling.temporal();
  const handle = schedule.getHandle(scheduleIdOf(deploymentId));
  // It is lost, or Temporal does not answer; then setting it again fails, too.
  const found = await handle.describe().catch(() => null);
  if (found && !found.state.paused && !found.policies.pauseOnFailure) return false;
  await keepSchedule(scheduling, { userId, deploymentId });
  return true;
};
