// The threads that build results: none while nothing runs, one per processor at most.
import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import type { QuickResult } from '@tradeium/contracts';
import { Piscina } from 'piscina';
import type { BuiltFolder } from './folder.ts';
import type { ResultTask, TryTask } from './result-thread.ts';

/** A user who tries one thing after another finds the thread ready. */
const IDLE_TIMEOUT_MS = 60_000;
/** A thread holds the candles of one run and what is derived from them. */
const THREADS_MAX = 4;

export type ResultThreads = {
  /** Rejects when the run cannot be simulated. `onSimulated` is called before the files are built. */
  build(task: Omit<ResultTask, 'simulated'>, onSimulated: () => void): Promise<BuiltFolder>;
  /** Simulates a run that leaves no files. */
  tryOut(task: TryTask): Promise<QuickResult>;
  /** Starts a thread if there is none, ahead of a result. */
  warmUp(): void;
  close(): Promise<void>;
};

/** Opens the threads; the first starts with the first task. */
export const openResultThreads = (): ResultThreads => {
  const pool = new Piscina({
    filename: new URL('./result-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: Math.min(availableParallelism(), THREADS_MAX),
    idleTimeout: IDLE_TIMEOUT_MS,
  });
  return {
    build: async (task, onSimulated) => {
      const { port1: here, port2: simulated } = new MessageChannel();
      here.once('message', onSimulated);
      try {
        return await pool.run({ ...task, simulated }, { name: 'buildResults', transferList: [simulated] });
      } finally {
        here.close();
      }
    },
    tryOut: (task) => pool.run(task, { name: 'tryOut' }),
    warmUp: () => {
      // The task itself reports why threads can't start.
      if (pool.threads.length === 0) pool.run(null, { name: 'warmUp' }).catch(() => undefined);
    },
    close: () => pool.destroy(),
  };
};
