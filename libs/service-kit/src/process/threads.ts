// Opens threads for work that would block the process that answers requests; there are none while nothing runs.
import { availableParallelism } from 'node:os';
import type { Transferable } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { Log } from '../log/log.ts';

/** The exports of a thread's module: functions of one input, which the thread gets as a copy. */
type Work = { readonly [Name in string]: (task: never) => unknown };

export type Threads<Functions extends Work> = {
  /** Rejects with what the function throws, or when its thread fails. What is in `moved` is not copied. */
  run<Name extends keyof Functions & string>(
    name: Name,
    task: Parameters<Functions[Name]>[0],
    moved?: Transferable[],
  ): Promise<Awaited<ReturnType<Functions[Name]>>>;
  /** True if there is a thread. */
  isWarm(): boolean;
  close(): Promise<void>;
};

type Options = {
  readonly log: Log;
  /** The product of the threads, as the log calls it. */
  readonly name: string;
  /** The URL of the module that the threads run. */
  readonly filename: string;
  /** There are never more than processors. */
  readonly threadsMax: number;
  /** How long a thread without a task stays. */
  readonly idleMs: number;
};

/** The pool, and the tasks that wait for it. */
const openPool = async ({ log, name, filename, threadsMax, idleMs }: Options) => {
  // 6 MiB, which no process needs before its first task.
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    filename,
    minThreads: 0,
    maxThreads: Math.min(availableParallelism(), threadsMax),
    idleTimeout: idleMs,
  });
  const waiting = new Set<(cause: unknown) => void>();
  // Without a listener, a thread that cannot start would end the process; its tasks would wait forever.
  pool.on('error', (err) => {
    log.error({ err }, `a thread of ${name} could not start`);
    if (pool.threads.length === 0) for (const fail of waiting) fail(err);
  });
  return { pool, waiting };
};

/** The pool itself starts none for the tasks in its queue when its last thread has ended; only a new task does. */
const startThread = (pool: Piscina): void => {
  const taken = new AbortController();
  pool.run(null, { signal: taken.signal }).catch(() => undefined);
  taken.abort();
};

const runIn = async (
  { pool, waiting }: Awaited<ReturnType<typeof openPool>>,
  task: unknown,
  options: NonNullable<Parameters<Piscina['run']>[1]>,
): Promise<unknown> => {
  const failed = Promise.withResolvers<never>();
  const stopping = new AbortController();
  const fail = (cause: unknown) => {
    failed.reject(cause);
    stopping.abort();
  };
  waiting.add(fail);
  try {
    return await Promise.race([failed.promise, pool.run(task, { ...options, signal: stopping.signal })]);
  } catch (cause) {
    if (pool.queueSize > 0 && pool.threads.length === 0) startThread(pool);
    throw cause;
  } finally {
    waiting.delete(fail);
  }
};

/** The first thread starts with the first task. */
export const openThreads = <Functions extends Work>(options: Options): Threads<Functions> => {
  let opening: ReturnType<typeof openPool> | undefined;
  let pool: Piscina | undefined;
  return {
    run: async (name, task, moved = []) => {
      opening ??= openPool(options);
      const opened = await opening;
      pool = opened.pool;
      return (await runIn(opened, task, { name, transferList: moved })) as never;
    },
    isWarm: () => pool !== undefined && pool.threads.length > 0,
    close: async () => {
      await (await opening)?.pool.destroy();
    },
  };
};
