// Runs a service's workflows, activities and schedules for as long as it lives; they start when Temporal answers.
import type { Client } from '@temporalio/client';
import { SERVICES, type ServiceName } from '@tradeium/contracts';
import { patiently } from '../servers/patiently.ts';
import type { CommonConfig } from '../settings/config.ts';
import { temporalConnectionParts } from '../settings/server-access.ts';
import { putSchedule, type Schedule } from '../work/schedules.ts';
import { startWorker, type TemporalWorker } from '../work/temporal-worker.ts';
import type { ProcessParts } from './start-process.ts';

/** A service's part in Temporal. Its workflows are bundled from `src/workflows/bundled-workflows.ts`. */
export type Workflows<Parts> = {
  readonly activities: (parts: Parts) => object;
  readonly activitiesAtOnceMax: number;
  readonly schedules?: (parts: Parts) => readonly Schedule[];
};

type Process = ProcessParts<CommonConfig> & { readonly temporal: () => Promise<Client> };

/** Returns at once. The capability `workflows` shows what is still missing. */
export const runWorkflows = <Parts>(
  name: ServiceName,
  process: Process,
  workflows: Workflows<Parts> | undefined,
  parts: Parts,
): void => {
  if (!workflows) return;
  const { config, log, lifetime, capabilities } = process;
  const taskQueue = SERVICES[name].context;
  const worker = startWorker({
    connection: temporalConnectionParts(config),
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue,
    bundlePath: config.WORKFLOW_BUNDLE || `build/workflows/${name}.js`,
    activities: workflows.activities(parts),
    activitiesAtOnceMax: workflows.activitiesAtOnceMax,
    log,
  });
  lifetime.onStop('temporal worker', worker.stop);
  capabilities.add('workflows', async () => worker.problem() ?? (await temporalProblem(process)));
  const schedules = workflows.schedules?.(parts) ?? [];
  const put = putSchedules(
    process,
    worker,
    schedules.map((schedule) => ({ ...schedule, taskQueue })),
  );
  lifetime.onStop('schedules', put.stop);
};

const PATIENCE_MS = 1_500;

/** Why Temporal does not answer; null when it does. A worker that polls a frozen server does not notice. */
const temporalProblem = async ({ temporal }: Pick<Process, 'temporal'>): Promise<string | null> => {
  const { connection } = await temporal();
  return connection
    .withDeadline(Date.now() + PATIENCE_MS, () => connection.workflowService.getSystemInfo({}))
    .then(() => null)
    .catch(() => 'Temporal does not answer');
};

/** Puts the schedules once they have a worker, and retries until Temporal has accepted all. */
const putSchedules = (
  { temporal, log }: Process,
  worker: TemporalWorker,
  schedules: readonly (Schedule & { taskQueue: string })[],
): { stop(): void } => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const put = async (): Promise<void> => {
    await worker.started;
    await patiently({ what: 'Temporal, to put the schedules', log, signal }, async () => {
      const { schedule } = await temporal();
      await Promise.all(schedules.map((each) => putSchedule(schedule, each)));
    });
  };
  if (schedules.length > 0) void put();
  return { stop: () => stopping.abort() };
};
