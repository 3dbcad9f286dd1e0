// Sends heartbeats for a long activity, so that a killed worker is noticed within seconds, and stops it when cancelled.
import { cancelled, heartbeat } from '@temporalio/activity';

const BEAT_MS = 2_000;

/**
 * Runs `work` with a heartbeat every 2 s, which carries `standing`; rejects at once when the activity is
 * cancelled.
 */
export const whileBeating = async <T>(
  work: () => Promise<T>,
  standing: () => unknown = () => undefined,
): Promise<T> => {
  const beat = setInterval(() => heartbeat(standing()), BEAT_MS);
  try {
    return await Promise.race([work(), cancelled()]);
  } finally {
    clearInterval(beat);
  }
};
