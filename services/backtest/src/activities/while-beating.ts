// Keeps a long activity known as alive, so that a killed worker is noticed within seconds, and stops it when cancelled.
import { cancelled, heartbeat } from '@temporalio/activity';

const BEAT_MS = 2_000;

/** Works on `work` with a heartbeat every 2 s; rejects at once when the activity is cancelled. */
export const whileBeating = async <T>(work: () => Promise<T>): Promise<T> => {
  const beat = setInterval(() => heartbeat(), BEAT_MS);
  try {
    return await Promise.race([work(), cancelled()]);
  } finally {
    clearInterval(beat);
  }
};
