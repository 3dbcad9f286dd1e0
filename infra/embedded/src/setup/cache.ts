// The folder of downloads and builds for this user, outside of the project.
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The cache folder: TRADEIUM_CACHE, else the place that the system has for a user's caches. */
export const cacheRoot = (
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string => {
  if (env.TRADEIUM_CACHE) return env.TRADEIUM_CACHE;
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'tradeium');
  return platform === 'darwin'
    ? join(home, 'Library', 'Caches', 'tradeium')
    : join(home, '.cache', 'tradeium');
};
