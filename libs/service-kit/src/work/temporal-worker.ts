// Polls Temporal for a service's workflows and activities, for as long as the service lives.
import type { NativeConnection, Worker } from '@temporalio/worker';
import { pause } from '@tradeium/event-store';
import type { Log } from '../log/log.ts';
import { patiently } from '../servers/patiently.ts';
import { temporalRefusal } from '../servers/server-refusals.ts';
import type { TemporalConnectionParts } from '../settings/server-access.ts';

export type WorkerOptions = {
  readonly connection: TemporalConnectionParts;
  readonly namespace: string;
  readonly taskQueue: string;
  /** File with the workflows' bundled code. */
  readonly bundlePath: string;
  readonly activities: object;
  readonly activitiesAtOnceMax: number;
  readonly log: Log;
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

type Opened = { readonly worker: Worker; readonly connection: NativeConnection };

const openWorker = async (options: WorkerOptions): Promise<Opened> => {
  const { NativeConnection } = await import('@temporalio/worker');
  const connection = await NativeConnection.connect(options.connection);
  try {
    return { connection, worker: await createWorker(options, connection) };
  } catch (cause) {
    await connection.close();
    throw cause;
  }
};

const createWorker = async (options: WorkerOptions, connection: NativeConnection): Promise<Worker> => {
  const { Worker } = await import('@temporalio/worker');
  return Worker.create({
    connection,
    namespace: options.namespace,
    taskQueue: options.taskQueue,
    workflowBundle: { codePath: options.bundlePath },
    activities: options.activities,
    maxConcurrentActivityTaskExecutions: options.activitiesAtOnceMax,
    maxCachedWorkflows: 200,
    // How long a workflow waits for the worker that has it in memory, before another may continue it.
    stickyQueueScheduleToStartTimeout: '2 s',
    shutdownGraceTime: '4 s',
    maxHeartbeatThrottleInterval: '2 s',
    defaultHeartbeatThrottleInterval: '2 s',
  });
};

export type TemporalWorker = {
  /** Resolves when the worker first polls, or is stopped before that. */
  readonly started: Promise<void>;
  /** Why it is not working now; null while it polls. */
  problem(): string | null;
  /** Gives running activities 4 s to finish. */
  stop(): Promise<void>;
};

/** Polls from the moment Temporal answers until it is stopped. A failed worker is replaced. */
export const startWorker = (options: WorkerOptions): TemporalWorker => {
  const { log } = options;
  const { signal, abort } = stoppable();
  const started = Promise.withResolvers<void>();
  let worker: Worker | null = null;
  let refusal: string | null = null;

  const open = (): Promise<Opened> =>
    openWorker(options).catch((cause: unknown) => {
      const reason = temporalRefusal(cause, options.connection.address);
      if (reason && reason !== refusal) log.error({ reason }, 'Temporal does not let this process in');
      refusal = reason;
      throw cause;
    });
  const runUntilEnd = async ({ worker: running, connection }: Opened): Promise<void> => {
    try {
      if (!signal.aborted) await running.run();
    } catch (cause) {
      log.error({ err: cause }, 'the Temporal worker failed');
      await pause(RETRY_PAUSE_MS, signal);
    } finally {
      await connection
        .close()
        .catch((cause: unknown) =>
          log.warn({ err: cause }, 'the connection to Temporal could not be closed'),
        );
    }
  };
  const poll = async (): Promise<void> => {
    const { Runtime } = await import('@temporalio/worker');
    Runtime.install({ logger: logTo(log), shutdownSignals: [] });
    while (!signal.aborted) {
      const opened = await patiently({ what: 'Temporal', log, signal }, open);
      if (opened === null) break;
      started.resolve();
      worker = opened.worker;
      refusal = null;
      await runUntilEnd(opened);
      worker = null;
    }
    started.resolve();
  };
  const polling = poll();
  return {
    started: started.promise,
    problem: () => (worker ? null : (refusal ?? 'waiting for Temporal')),
    stop: async () => {
      abort();
      if (worker?.getState() === 'RUNNING') worker.shutdown();
      await polling;
    },
  };
};

const stoppable = () => {
  const stopping = new AbortController();
  return { signal: stopping.signal, abort: () => stopping.abort() };
};
