// Publishes runs' progress on core NATS and remembers it, in memory only.
import { type RunProgress, runProgress, runProgressSubject } from '@tradeium/contracts';
import { listen, messageIn } from '@tradeium/event-store';
import { LRUCache } from 'lru-cache';
import type { NatsConnection } from 'nats';

export type ProgressBoard = {
  publish(progress: RunProgress): void;
  /** The newest progress of a run that this process has received. */
  latest(runId: string): RunProgress | undefined;
  /** Calls back with each progress of a run from now on; returns a function that stops it. */
  follow(runId: string, listener: (progress: RunProgress) => void): () => void;
  /** Resolves with the next news of a run, or after `waitMs`. */
  news(runId: string, waitMs: number): Promise<void>;
  /** Resolves when the run's end is published, or after `waitMs`. */
  ended(runId: string, waitMs: number): Promise<void>;
};

const RUNS_REMEMBERED_MAX = 2_000;

type Listener = (progress: RunProgress) => unknown;

/** Listens to the progress of all runs, whichever process works on them. */
export const openProgressBoard = (nc: NatsConnection): ProgressBoard => {
  const known = new LRUCache<string, RunProgress>({ max: RUNS_REMEMBERED_MAX });
  const listeners = new Map<string, Set<Listener>>();
  listen(nc, runProgressSubject('*'), (msg) => {
    const progress = messageIn(runProgress, msg);
    if (!progress) return;
    known.set(progress.run_id, progress);
    for (const listener of listeners.get(progress.run_id) ?? []) listener(progress);
  });

  const follow = (runId: string, listener: Listener): (() => void) => {
    const ofRun = listeners.get(runId) ?? new Set<Listener>();
    listeners.set(runId, ofRun.add(listener));
    return () => {
      ofRun.delete(listener);
      if (ofRun.size === 0 && listeners.get(runId) === ofRun) listeners.delete(runId);
    };
  };

  const until = (
    runId: string,
    waitMs: number,
    isEnough: (progress: RunProgress) => boolean,
  ): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = follow(runId, (progress) => isEnough(progress) && resolve());
    const timer = setTimeout(resolve, waitMs);
    return promise.finally(() => {
      clearTimeout(timer);
      stop();
    });
  };

  return {
    publish: (progress) => nc.publish(runProgressSubject(progress.run_id), JSON.stringify(progress)),
    latest: (runId) => known.get(runId),
    follow,
    news: (runId, waitMs) => until(runId, waitMs, () => true),
    ended: (runId, waitMs) => until(runId, waitMs, ({ status }) => status !== 'running'),
  };
};
