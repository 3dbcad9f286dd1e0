// Runs one call of a tool until it answers, or is stopped.
import type { ToolAnswer, ToolContext } from './tool.ts';

/** Rejects at once when it is stopped, though the tool itself may take a moment to end. */
export const runUntilStopped = async (
  { signal }: Pick<ToolContext, 'signal'>,
  run: () => Promise<ToolAnswer>,
): Promise<ToolAnswer> => {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([run(), stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
