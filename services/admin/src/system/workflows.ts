// Temporal's view: workflows that did not end well, how many run, and the workers of each queue.
import type { SystemState } from '@tradeium/contracts';
import { ANSWER_TIMEOUT_MS, type SystemParts } from './system-parts.ts';
import { queuesIn } from './task-queues.ts';

type Workflows = NonNullable<SystemState['workflows']>;
type Temporal = Awaited<ReturnType<SystemParts['temporal']>>;
type Config = SystemParts['config'];

const LISTED_MAX = 50;
const ENDED_BADLY = "ExecutionStatus IN ('Failed', 'Terminated', 'TimedOut')";
const RUNNING = "ExecutionStatus = 'Running'";

/** A run in Temporal's own pages; null where their address is not set. */
const linkTo = (
  { TEMPORAL_UI_URL: pages, TEMPORAL_NAMESPACE: namespace }: Config,
  workflowId: string,
  runId: string,
): string | null => {
  if (pages === '') return null;
  const path = ['namespaces', namespace, 'workflows', workflowId, runId].map(encodeURIComponent).join('/');
  return new URL(path, pages.endsWith('/') ? pages : `${pages}/`).href;
};

const failedIn = async ({ workflow }: Temporal, config: Config): Promise<Workflows['failed']> => {
  const found: Workflows['failed'] = [];
  for await (const each of workflow.list({ query: ENDED_BADLY, pageSize: LISTED_MAX })) {
    found.push({
      id: each.workflowId,
      type: each.type,
      status: each.status.name.toLowerCase().replaceAll('_', ' '),
      started_at: each.startTime.toISOString(),
      closed_at: each.closeTime?.toISOString() ?? null,
      link: linkTo(config, each.workflowId, each.runId),
    });
    if (found.length >= LISTED_MAX) break;
  }
  return found;
};

/** The newest workflows that did not end well, 50 at most, and how busy Temporal is. Rejects when it does not answer in time. */
export const workflowsOf = async ({
  temporal: open,
  config,
}: Pick<SystemParts, 'temporal' | 'config'>): Promise<Workflows> => {
  const temporal = await open();
  return temporal.connection.withDeadline(Date.now() + ANSWER_TIMEOUT_MS, async () => {
    const [failed, running, queues] = await Promise.all([
      failedIn(temporal, config),
      temporal.workflow.count(RUNNING),
      queuesIn(temporal, config.TEMPORAL_NAMESPACE),
    ]);
    return { failed, running: running.count, queues };
  });
};
