// Follows the steps of a run as the server tells them.
import type { RunProgress } from '@tradeium/contracts';
import { addressOf } from '../../core/api.ts';
import { progressOf } from './progress.ts';

/** The run is unknown until it was started, and a stream that was refused is not opened again by the browser. */
const OPEN_AGAIN_MS = 400;
const OPENINGS_MAX = 50;

export type Watch = { stop: () => void };

/** Calls back with each step; a lost connection is taken up again until `stop`. */
export const watchRun = (runId: string, onProgress: (progress: RunProgress) => void): Watch => {
  let openings = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | undefined;
  const open = () => {
    openings += 1;
    source = new EventSource(addressOf('watchRun', { run_id: runId }));
    source.onmessage = ({ data }) => {
      const progress = progressOf(data);
      if (progress?.run_id === runId) onProgress(progress);
      if (progress && progress.status !== 'running') source?.close();
    };
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED && openings < OPENINGS_MAX)
        timer = setTimeout(open, OPEN_AGAIN_MS);
    };
  };
  open();
  return {
    stop: () => {
      clearTimeout(timer);
      source?.close();
    },
  };
};

/** A browser opens few connections to one server: a page that nobody sees needs none for somebody else's run. */
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
