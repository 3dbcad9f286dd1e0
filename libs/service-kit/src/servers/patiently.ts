// Waits for a server that is not up yet: tries until it answers, and logs once that it is waiting.
import { until } from '@tradeium/event-store';
import type { Log } from '../log/log.ts';

const PAUSE_MS = 1_000;

export type Patience = {
  /** The thing that is waited for, as the log names it. */
  readonly what: string;
  readonly log: Pick<Log, 'warn'>;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  readonly pauseMs?: number;
};

/** Null once the signal is aborted. Any failure counts as a server that is not there. */
export const patiently = async <Result>(
  { what, log, signal, pauseMs = PAUSE_MS }: Patience,
  attempt: () => Promise<Result>,
): Promise<Result | null> => {
  let isLogged = false;
  const answered = async () => {
    try {
      return { result: await attempt() };
    } catch (err) {
      if (!isLogged && !signal?.aborted) log.warn({ err }, `waiting for ${what}`);
      isLogged = true;
      return undefined;
    }
  };
  return (await until(answered, { pauseMs, ...(signal && { signal }) }))?.result ?? null;
};
