// Gives tasks to a few threads, one at a time each; a thread that has ended is replaced.
import { Worker } from 'node:worker_threads';

/** What a thread posts for each task. */
export type Worked<Result> = { readonly result: Result } | { readonly error: unknown };

export type Threads<Task, Result> = {
  /** Rejects with the error of the task, or when its thread ended. At most as many at once as there are threads. */
  work(task: Task): Promise<Result>;
  stop(): Promise<void>;
};

type Thread<Task, Result> = {
  readonly hasEnded: () => boolean;
  work(task: Task): Promise<Result>;
  stop(): Promise<void>;
};

const openThread = <Task, Result>(script: URL): Thread<Task, Result> => {
  const worker = new Worker(script);
  let hasEnded = false;
  let underWay: PromiseWithResolvers<Result> | undefined;
  const end = (error: unknown) => {
    hasEnded = true;
    underWay?.reject(error);
  };
  worker.on('message', (worked: Worked<Result>) => {
    if ('error' in worked) underWay?.reject(worked.error);
    else underWay?.resolve(worked.result);
  });
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`the thread ended with code ${code}`)));
  return {
    hasEnded: () => hasEnded,
    work: (task) => {
      underWay = Promise.withResolvers<Result>();
      worker.postMessage(task);
      return underWay.promise;
    },
    stop: async () => void (await worker.terminate()),
  };
};

/** Starts `count` threads that run a script; it answers each message with a `Worked`. */
export const openThreads = <Task, Result>(script: URL, count: number): Threads<Task, Result> => {
  const idle = Array.from({ length: count }, () => openThread<Task, Result>(script));
  const busy = new Set<Thread<Task, Result>>();
  const take = (): Thread<Task, Result> => {
    const thread = idle.pop();
    if (!thread) throw new Error('every thread is at work');
    return thread.hasEnded() ? openThread(script) : thread;
  };
  return {
    work: async (task) => {
      const thread = take();
      busy.add(thread);
      try {
        return await thread.work(task);
      } finally {
        busy.delete(thread);
        idle.push(thread);
      }
    },
    stop: async () => void (await Promise.all([...idle, ...busy].map((thread) => thread.stop()))),
  };
};
