// Sends heartbeats for a long activity, so that a killed worker is noticed within seconds, and stops it when cancelled.
import { cancellationSignal, cancelled, heartbeat } from '@temporalio/activity';

const BEAT_MS = 2_000;

/** Sends one heartbeat; throws when the activity is cancelled. */
export const beat = (standing?: unknown): void => {
  heartbeat(standing);
  cancellationSignal().throwIfAborted();
};

/**
 * Runs `work` with a heartbeat every 2 s, which carries `standing`; rejects at once when the activity is
 * cancelled.
 */
export const whileBeating = async <Result>(
  work: () => Promise<Result>,
  standing: () => unknown = () => undefined,
): Promise<Result> => {
  const beats = setInterval(() => heartbeat(standing()), BEAT_MS);
  try {
    return await Promise.race([work(), cancelled()]);
  } finally {
    clearInterval(beats);
  }
};
