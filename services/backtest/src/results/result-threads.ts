// The threads that build results: none while nothing runs, one per processor at most.
import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import type { QuickResult } from '@tradeium/contracts';
import type { CapitalCheck } from '@tradeium/portfolio';
import type { Log } from '@tradeium/service-kit';
import { Piscina } from 'piscina';
import type { CapitalTask } from './capital-of-run.ts';
import type { BuiltFolder } from './folder.ts';
import type { ResultTask, TryTask } from './result-thread.ts';

/** A user's next run finds the thread ready. */
const IDLE_TIMEOUT_MS = 60_000;
/** A thread holds the candles of one run and what is derived from them. */
const THREADS_MAX = 4;

export type ResultThreads = {
  /** Rejects when the run cannot be simulated. `onSimulated` is called before the files are built. */
  build(task: Omit<ResultTask, 'simulated'>, onSimulated: () => void): Promise<BuiltFolder>;
  /** Simulates a run that leaves no files. */
  tryOut(task: TryTask): Promise<QuickResult>;
  /** What other capitals would have made of a run; null when its table does not say. */
  checkCapital(task: CapitalTask): Promise<CapitalCheck | null>;
  /** Starts a thread if there is none, ahead of a result. */
  warmUp(): void;
  close(): Promise<void>;
};

/** Opens the threads; the first starts with the first task. */
export const openResultThreads = (
  log: Log,
  filename = new URL('./result-thread.ts', import.meta.url).href,
): ResultThreads => {
  const pool = new Piscina({
    filename,
    minThreads: 0,
    maxThreads: Math.min(availableParallelism(), THREADS_MAX),
    idleTimeout: IDLE_TIMEOUT_MS,
  });
  const waiting = new Set<(cause: unknown) => void>();
  // Without a listener, a thread that cannot start would end the process; its tasks would wait forever.
  pool.on('error', (err) => {
    log.error({ err }, 'a thread of results could not start');
    if (pool.threads.length === 0) for (const fail of waiting) fail(err);
  });
  const run: typeof pool.run = async (task, options) => {
    const failed = Promise.withResolvers<never>();
    const stopping = new AbortController();
    const fail = (cause: unknown) => {
      failed.reject(cause);
      stopping.abort();
    };
    waiting.add(fail);
    try {
      return await Promise.race([failed.promise, pool.run(task, { ...options, signal: stopping.signal })]);
    } finally {
      waiting.delete(fail);
    }
  };
  return {
    build: async (task, onSimulated) => {
      const { port1: here, port2: simulated } = new MessageChannel();
      here.once('message', onSimulated);
      try {
        return await run({ ...task, simulated }, { name: 'buildResults', transferList: [simulated] });
      } finally {
        here.close();
      }
    },
    tryOut: (task) => run(task, { name: 'tryOut' }),
    checkCapital: (task) => run(task, { name: 'checkCapital' }),
    warmUp: () => {
      // The task itself reports why threads can't start.
      if (pool.threads.length === 0) run(null, { name: 'warmUp' }).catch(() => undefined);
    },
    close: () => pool.destroy(),
  };
};
