// Simulates the runs of W3 on all processors: each thread has its share of them in memory before the clock starts.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { simulate } from '@tradeium/portfolio';
import {
  dailyCandles,
  momentumTargets,
  reference,
  referenceCandles,
  workload,
} from '../../libs/portfolio/fixtures/oracle/workloads.ts';

type Share = { readonly first: number; readonly step: number };

export type SimulatingThreads = {
  readonly count: number;
  /** Simulates all runs once, with the final value of each. */
  simulateAll(): Promise<number[]>;
  stop(): Promise<void>;
};

export const openSimulatingThreads = async (): Promise<SimulatingThreads> => {
  const count = availableParallelism();
  const threads = Array.from(
    { length: count },
    (_, first) =>
      new Worker(new URL(import.meta.url), { workerData: { first, step: count } satisfies Share }),
  );
  const answerOf = async (thread: Worker): Promise<number[]> => {
    const [answer] = (await once(thread, 'message')) as [number[]];
    return answer;
  };
  await Promise.all(threads.map(answerOf));
  return {
    count,
    simulateAll: async () => {
      const answers = threads.map(answerOf);
      for (const thread of threads) thread.postMessage('simulate');
      const finals = await Promise.all(answers);
      return reference.W3.lookbacks.map((_, run) => finals[run % count]?.[Math.floor(run / count)] as number);
    },
    stop: async () => {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
};

/** Tells its parent that its runs are ready, then answers each message with their final values. */
const serve = ({ first, step }: Share): void => {
  const daily = dailyCandles(referenceCandles());
  const runs = reference.W3.lookbacks
    .filter((_, run) => run % step === first)
    .map((days) => workload(daily, momentumTargets(daily, days, 1)));
  const answer = () => parentPort?.postMessage(runs.map((run) => simulate(run).totals.finalValue));
  parentPort?.on('message', answer);
  parentPort?.postMessage([]);
};

if (!isMainThread) serve(workerData as Share);
