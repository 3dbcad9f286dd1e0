// Polls Temporal for a service's workflows and activities, for as long as the service lives.
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from '@temporalio/worker';
import type { Lifetime } from './lifetime.ts';
import type { Log } from './log.ts';

export type WorkerOptions = {
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
  /** File with the workflows' bundled code. */
  readonly bundlePath: string;
  readonly activities: object;
  readonly activitiesAtOnceMax: number;
  readonly log: Log;
  readonly lifetime: Lifetime;
};

const RETRY_PAUSE_MS = 1_000;

/** Temporal's own log lines in the service's log. */
const logTo = (log: Log) => {
  const at = (level: keyof Log) => (message: string, meta?: object) => log[level]({ ...meta }, message);
  return {
    log: (level: string, message: string, meta?: object) =>
      at(level === 'ERROR' ? 'error' : level === 'WARN' ? 'warn' : 'debug')(message, meta),
    trace: at('debug'),
    debug: at('debug'),
    info: at('debug'),
    warn: at('warn'),
    error: at('error'),
  };
};

const createWorker = async (options: WorkerOptions): Promise<Worker> => {
  const { NativeConnection, Worker } = await import('@temporalio/worker');
  const connection = await NativeConnection.connect({ address: options.address });
  return Worker.create({
    connection,
    namespace: options.namespace,
    taskQueue: options.taskQueue,
    workflowBundle: { codePath: options.bundlePath },
    activities: options.activities,
    maxConcurrentActivityTaskExecutions: options.activitiesAtOnceMax,
    maxCachedWorkflows: 200,
    // How long a workflow waits for the worker that had it in memory, before any other may go on with it.
    stickyQueueScheduleToStartTimeout: '2 s',
    shutdownGraceTime: '4 s',
    maxHeartbeatThrottleInterval: '2 s',
    defaultHeartbeatThrottleInterval: '2 s',
  });
};

/**
 * Starts polling and resolves once the worker is there, which takes as long as Temporal is away: a service that has
 * other work does not wait for it. When the worker fails later, it is made anew; it ends with the service, which
 * gives running activities 4 s to finish.
 */
export const startWorker = async (options: WorkerOptions): Promise<void> => {
  const { log, lifetime } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let worker: Worker | null = null;
  let polling: Promise<void> | undefined;
  lifetime.onStop('temporal worker', async () => {
    stopping.abort();
    if (worker?.getState() === 'RUNNING') worker.shutdown();
    await polling;
  });
  const { Runtime } = await import('@temporalio/worker');
  Runtime.install({ logger: logTo(log), shutdownSignals: [] });
  /** Null when the service ends first. */
  const patientWorker = async (): Promise<Worker | null> => {
    while (!signal.aborted) {
      try {
        return await createWorker(options);
      } catch (cause) {
        if (!signal.aborted) log.warn({ err: cause }, 'waiting for Temporal');
        await delay(RETRY_PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    return null;
  };
  worker = await patientWorker();
  polling = (async () => {
    while (!signal.aborted) {
      worker ??= await patientWorker();
      await worker?.run().catch((cause: unknown) => log.error({ err: cause }, 'the Temporal worker failed'));
      worker = null;
    }
  })();
};
