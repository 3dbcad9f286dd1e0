// The queues from which workers take work, and how many workers each has.
import { SERVICE_NAMES, SERVICES, type ServiceDeclaration, type SystemState } from '@tradeium/contracts';
import { ANSWER_TIMEOUT_MS, type SystemParts } from './system-parts.ts';

type Temporal = Awaited<ReturnType<SystemParts['temporal']>>;
type Queue = NonNullable<SystemState['workflows']>['queues'][number];

/** Of the strategy runner, which is no service of the manifest. */
const RUNNER_QUEUES = ['strategy-checks', 'strategy-rebalances', 'strategy-runner'] as const;
const OWN_CONTEXT = 'admin';

const WORKFLOWS = 1;
const ACTIVITIES = 2;

/** One for each service with workflows, named after its context, and those of the runner. */
export const TASK_QUEUES: readonly string[] = [
  ...SERVICE_NAMES.flatMap((name) => {
    const { context, needs }: ServiceDeclaration = SERVICES[name];
    return needs.includes('temporal') && context !== OWN_CONTEXT ? [context] : [];
  }),
  ...RUNNER_QUEUES,
];

const sideOf = async ({ workflowService }: Temporal, namespace: string, name: string, side: 1 | 2) => {
  const { pollers, stats } = await workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name },
    taskQueueType: side,
    reportStats: true,
  });
  return {
    workers: (pollers ?? []).map(({ identity }) => identity ?? ''),
    backlog: stats?.approximateBacklogCount == null ? null : Number(stats.approximateBacklogCount),
  };
};

/** Every queue with its workers, and how much waits in it; null where the server does not count. */
export const queuesIn = (temporal: Temporal, namespace: string): Promise<Queue[]> =>
  Promise.all(
    TASK_QUEUES.map(async (name) => {
      const sides = await Promise.all([
        sideOf(temporal, namespace, name, WORKFLOWS),
        sideOf(temporal, namespace, name, ACTIVITIES),
      ]);
      const known = sides.flatMap(({ backlog }) => backlog ?? []);
      return {
        name,
        workers: new Set(sides.flatMap(({ workers }) => workers)).size,
        backlog: known.length === 0 ? null : known.reduce((sum, backlog) => sum + backlog, 0),
      };
    }),
  );

/** The same for figures, each time they are read. Rejects when Temporal does not answer in time. */
export const queuesNow = async ({
  temporal: open,
  config,
}: Pick<SystemParts, 'temporal' | 'config'>): Promise<Queue[]> => {
  const temporal = await open();
  return temporal.connection.withDeadline(Date.now() + ANSWER_TIMEOUT_MS, () =>
    queuesIn(temporal, config.TEMPORAL_NAMESPACE),
  );
};
