// The workflows that look at all deployments, on a real Temporal server: their answers, and stored histories that replay.
import { openWorkflows, sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { RECONCILE_DEPLOYMENTS, type ReconcileActivities } from './reconcile-deployments-contract.ts';
import { REFRESH_TWINS, type TwinActivities } from './refresh-twins-contract.ts';
import { WATCH_DRAWDOWNS, type WatchActivities } from './watch-drawdowns-contract.ts';

const ACTIVITIES: ReconcileActivities & TwinActivities & WatchActivities = {
  reconcileDeployments: async () => ({ looked: 3, failed: 1, schedules: { repaired: 1, failed: 0 } }),
  refreshTwins: async () => ({ refreshed: 2, failed: 0 }),
  watchDrawdowns: async () => ({ watched: 3, looked: 1, failed: 0 }),
};

const LOOKS = [
  [RECONCILE_DEPLOYMENTS, 'reconcile-deployments'],
  [REFRESH_TWINS, 'refresh-twins'],
  [WATCH_DRAWDOWNS, 'watch-drawdowns'],
] as const;

const workflows = sharedByTests(() => openWorkflows('trading', new URL('../../fixtures/', import.meta.url)));

test.each(LOOKS)('$workflowType ends with what it has looked at', async ({ workflowType }, history) => {
  const outcome = await workflows.outcomeOf(workflowType, [], ACTIVITIES, history);
  expect(outcome).toEqual(await ACTIVITIES[workflowType]());
});

test.each(LOOKS)('the history of $workflowType replays', (_, history) => workflows.replay(history));
