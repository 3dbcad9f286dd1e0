// Keeps the schedules of deployments as their events say.
import type { DeploymentEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { keepSchedule, type Scheduling } from '../commands/keep-schedule.ts';

export const SCHEDULE_EVENTS: readonly DeploymentEvent['type'][] = [
  'AutoRebalanceSwitchedOn',
  'AutoRebalanceSwitchedOff',
  'DeploymentPaused',
  'DeploymentResumed',
  'DeploymentStopped',
  'DeploymentEnded',
];

export const keepRebalanceSchedule =
  (dependencies: Scheduling) =>
  async ({ event }: StoredEvent<DeploymentEvent>): Promise<void> =>
    keepSchedule(dependencies, event.data);
