// A wait between two tries that stopping cuts short.
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted; never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
