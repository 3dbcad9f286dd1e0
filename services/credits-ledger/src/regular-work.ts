// Starts what is done regularly, in the background: credits are reserved and captured whether Temporal is there or not.
import { Client, Connection } from '@temporalio/client';
import { keepSchedules, type Lifetime, type Log, startWorker } from '@tradeium/service-kit';
import { schedules as regularWork } from './schedules.ts';
import { CREDITS_TASK_QUEUE, type CreditActivities } from './workflows/credits-contract.ts';

const ACTIVITIES_AT_ONCE_MAX = 10;

type RegularWork = {
  readonly config: {
    readonly TEMPORAL_ADDRESS: string;
    readonly TEMPORAL_NAMESPACE: string;
    readonly WORKFLOW_BUNDLE: string;
  };
  readonly activities: CreditActivities;
  readonly log: Log;
  readonly lifetime: Lifetime;
};

/** Resolves to nothing and waits for nobody; worker and schedules come when Temporal does. */
export const startRegularWork = ({ config, activities, log, lifetime }: RegularWork): void => {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = config;
  startWorker({
    address,
    namespace,
    taskQueue: CREDITS_TASK_QUEUE,
    bundlePath: config.WORKFLOW_BUNDLE,
    activities,
    activitiesAtOnceMax: ACTIVITIES_AT_ONCE_MAX,
    log,
    lifetime,
  }).catch((err: unknown) => log.error({ err }, 'regular work could not be started'));
  const connection = Connection.lazy({ address });
  const { schedule: schedules } = new Client({ connection, namespace });
  const kept = keepSchedules({ schedules, regularWork, log });
  lifetime.onStop('schedules', async () => {
    kept.stop();
    await connection.close();
  });
};
