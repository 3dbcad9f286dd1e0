// Runs one call of a tool until it answers, fails, or is stopped.
import type { ToolAnswer, ToolContext } from './tool.ts';

const FAILED: ToolAnswer = { content: 'The tool failed.', hasFailed: true, isOurFault: true };

/** Rejects at once when it is stopped, though the work itself may take a moment to end. */
const untilStopped = async (signal: AbortSignal, work: () => Promise<ToolAnswer>): Promise<ToolAnswer> => {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work(), stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/** The tool's answer; one that throws has failed. Rejects only when it is stopped. */
export const runTool = async (
  { signal, log, callId }: Pick<ToolContext, 'signal' | 'log' | 'callId'>,
  work: () => Promise<ToolAnswer>,
): Promise<ToolAnswer> => {
  try {
    return await untilStopped(signal, work);
  } catch (err) {
    if (signal.aborted) throw err;
    log.error({ err, callId }, 'a tool failed');
    return FAILED;
  }
};
