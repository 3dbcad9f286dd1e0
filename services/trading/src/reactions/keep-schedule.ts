// Keeps a deployment's schedule in Temporal as its events say: there while it is on and active, else none.
import type { Client, ScheduleClient } from '@temporalio/client';
import { type DeploymentEvent, SERVICES, TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { Deployments } from '../commands/change-deployment.ts';
import { AFTER_CLOSE_MS, jitterOf } from '../deployments/bar-times.ts';
import { countScheduled, type DeploymentModel } from '../projections/deployments.ts';
import { DUE_WORKFLOW, type DueDeployment } from '../workflows/rebalance-contract.ts';

type Deps = {
  readonly deployments: Deployments;
  readonly deploymentModel: DeploymentModel;
  readonly temporal: () => Promise<Client>;
};

/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

export const scheduleIdOf = (deploymentId: string): string => `rebalance-${deploymentId}`;

/** `scheduled`: with how many it may begin. A start that was missed by more than half a period is left out. */
export const scheduleOf = (due: DueDeployment, timeframe: Timeframe, scheduled: number) => {
  const every = TIMEFRAME_MS[timeframe];
  const origin = timeframe === 'weekly' ? FIRST_MONDAY_MS : 0;
  return {
    spec: { intervals: [{ every, offset: origin + AFTER_CLOSE_MS + jitterOf(due.deploymentId, scheduled) }] },
    policies: { overlap: 'SKIP' as const, catchupWindow: every / 2, pauseOnFailure: true },
    action: {
      type: 'startWorkflow' as const,
      workflowType: DUE_WORKFLOW,
      workflowId: scheduleIdOf(due.deploymentId),
      taskQueue: SERVICES.trading.context,
      args: [due],
      workflowTaskTimeout: '4 s' as const,
    },
  };
};

const putSchedule = async (
  schedules: ScheduleClient,
  due: DueDeployment,
  schedule: ReturnType<typeof scheduleOf>,
) => {
  const { ScheduleAlreadyRunning } = await import('@temporalio/client');
  const scheduleId = scheduleIdOf(due.deploymentId);
  await schedules.create({ scheduleId, ...schedule }).catch(async (cause: unknown) => {
    if (!(cause instanceof ScheduleAlreadyRunning)) throw cause;
    await schedules.getHandle(scheduleId).update(() => ({ ...schedule, state: { paused: false } }));
  });
};

const removeSchedule = async (schedules: ScheduleClient, deploymentId: string) => {
  const { ScheduleNotFoundError } = await import('@temporalio/client');
  await schedules
    .getHandle(scheduleIdOf(deploymentId))
    .delete()
    .catch((cause: unknown) => {
      if (!(cause instanceof ScheduleNotFoundError)) throw cause;
    });
};

export const SCHEDULE_EVENTS: readonly DeploymentEvent['type'][] = [
  'AutoRebalanceSwitchedOn',
  'AutoRebalanceSwitchedOff',
  'DeploymentPaused',
  'DeploymentResumed',
  'DeploymentStopped',
  'DeploymentEnded',
];

/** Looks at the newest state, so that events may come late or twice. */
export const keepSchedule =
  ({ deployments, deploymentModel, temporal }: Deps) =>
  async ({ event }: StoredEvent<DeploymentEvent>): Promise<void> => {
    const { userId, deploymentId } = event.data;
    const { state } = await deployments.load(deploymentId);
    const { schedule } = await temporal();
    const isWanted = state.created !== null && state.isOn && state.status === 'active';
    if (!isWanted || !state.created) return removeSchedule(schedule, deploymentId);
    const due = { userId, deploymentId };
    const { timeframe } = state.created.settings;
    await putSchedule(schedule, due, scheduleOf(due, timeframe, await countScheduled(deploymentModel)));
  };
