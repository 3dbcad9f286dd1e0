// Keeps the directory of blobs small where it is only a cache: no process can sweep that of another machine.

import type { Log } from '../log/log.ts';
import type { Lifetime } from '../process/lifetime.ts';
import { sweepCache } from './sweep-directory.ts';

const UNUSED_MS = 24 * 3_600_000;
const EVERY_MS = 6 * 3_600_000;

/** Removes what this machine has not used for a day, now and every six hours. */
export const keepCacheSmall = (directory: string, log: Log, lifetime: Lifetime): void => {
  const sweep = async () => {
    try {
      const swept = await sweepCache(directory, { unusedSinceMs: Date.now() - UNUSED_MS });
      if (swept.files > 0) log.info(swept, 'unused files were removed from the cache');
    } catch (err) {
      log.warn({ err }, 'the cache of files could not be swept');
    }
  };
  void sweep();
  const sweeping = setInterval(() => void sweep(), EVERY_MS);
  lifetime.onStop('cache of files', () => clearInterval(sweeping));
};
