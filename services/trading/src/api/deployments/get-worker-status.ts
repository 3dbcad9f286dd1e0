// Asks Temporal if a worker takes rebalances.
import { messageOf, SERVICES } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import type { Dependencies } from '../dependencies.ts';

const TIMEOUT_MS = 2_000;
const POLLS_OF_ACTIVITIES = 2;
const UNKNOWN = 'The rebalance worker could not be looked up';

const hasPollers = async ({
  temporal,
  config,
}: Pick<Dependencies, 'temporal' | 'config'>): Promise<boolean> => {
  const { connection, workflowService } = await temporal();
  const { pollers } = await connection.withDeadline(Date.now() + TIMEOUT_MS, () =>
    workflowService.describeTaskQueue({
      namespace: config.TEMPORAL_NAMESPACE,
      taskQueue: { name: SERVICES.trading.context },
      taskQueueType: POLLS_OF_ACTIVITIES,
    }),
  );
  return (pollers ?? []).length > 0;
};

export const getWorkerStatus = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('getWorkerStatus'), async () => {
      const checked_at = dependencies.now().toISOString();
      try {
        return answer({ celery_worker_running: await hasPollers(dependencies), checked_at, error: null });
      } catch {
        return answer({ celery_worker_running: false, checked_at, error: UNKNOWN });
      }
    }),
  );
