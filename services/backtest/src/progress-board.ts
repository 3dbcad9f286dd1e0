// Tells and remembers where runs stand: published on core NATS by whoever works on a run, kept only in memory.
import { type RunProgress, runProgress, runProgressSubject } from '@tradeium/contracts';
import { LRUCache } from 'lru-cache';
import type { NatsConnection } from 'nats';

export type ProgressBoard = {
  publish(progress: RunProgress): void;
  /** The newest progress of a run that this process heard of. */
  latest(runId: string): RunProgress | undefined;
  /** Resolves when the run's end is told, or after `waitMs`. */
  ended(runId: string, waitMs: number): Promise<void>;
};

const RUNS_REMEMBERED_MAX = 2_000;

/** Listens to the progress of all runs, whichever process works on them. */
export const openProgressBoard = (nc: NatsConnection): ProgressBoard => {
  const known = new LRUCache<string, RunProgress>({ max: RUNS_REMEMBERED_MAX });
  const waiting = new Map<string, Set<() => void>>();
  nc.subscribe(runProgressSubject('*'), {
    callback: (error, msg) => {
      if (error) return;
      const progress = runProgress.safeParse(msg.json()).data;
      if (!progress) return;
      known.set(progress.run_id, progress);
      if (progress.status !== 'running') for (const wake of waiting.get(progress.run_id) ?? []) wake();
    },
  });

  return {
    publish: (progress) => nc.publish(runProgressSubject(progress.run_id), JSON.stringify(progress)),
    latest: (runId) => known.get(runId),
    ended: (runId, waitMs) =>
      new Promise((resolve) => {
        const wakers = waiting.get(runId) ?? new Set();
        waiting.set(runId, wakers);
        const wake = () => {
          clearTimeout(timer);
          wakers.delete(wake);
          if (wakers.size === 0) waiting.delete(runId);
          resolve();
        };
        const timer = setTimeout(wake, waitMs);
        wakers.add(wake);
      }),
  };
};
