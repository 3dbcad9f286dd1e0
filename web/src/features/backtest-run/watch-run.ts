// Follows the steps of a run. Its end comes from the answer to `executeBacktest`, not from here.
import type { RunProgress } from '@tradeium/contracts';
import { requestOf } from '../../core/endpoints.ts';
import type { EventStream } from '../../core/event-stream.ts';
import { progressOf } from './progress.ts';

export type Watch = { stop: () => void };

/** Calls back with each step until `stop`. The code for it is loaded with the first run. */
export const watchRun = (runId: string, onProgress: (progress: RunProgress) => void): Watch => {
  let stream: EventStream | undefined;
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    stream?.close();
  };
  const onEvent = ({ data }: { data: string }) => {
    const progress = progressOf(data);
    if (progress?.run_id !== runId) return;
    onProgress(progress);
    if (progress.status !== 'running') stop();
  };
  import('../../core/event-stream.ts').then(({ openEventStream }) => {
    if (!isStopped) stream = openEventStream(requestOf('watchRun', { run_id: runId }), { onEvent });
  }, console.warn);
  return { stop };
};

/** A browser opens few connections to one server, so a hidden page does not follow the steps of another tab's run. */
export const watchWhileVisible = (runId: string, onProgress: (progress: RunProgress) => void): Watch => {
  let watch: Watch | undefined;
  const follow = () => {
    if (document.visibilityState === 'visible') watch ??= watchRun(runId, onProgress);
    else {
      watch?.stop();
      watch = undefined;
    }
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return {
    stop: () => {
      document.removeEventListener('visibilitychange', follow);
      watch?.stop();
    },
  };
};
