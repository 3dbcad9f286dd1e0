// Which candle files are mere copies of what a bucket has had, and may be replaced by what it has now.
import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Timeframe } from '@tradeium/contracts';
import type { LocalCandleFiles } from './candle-files.ts';
import type { FileVersion } from './series-file.ts';

export type Copies = ReturnType<typeof openCopies>;

/** Next to each file is the digest that it had when it was the same as in the bucket. */
export const openCopies = ({ pathOf }: Pick<LocalCandleFiles, 'pathOf'>) => {
  const digests = new Map<string, { readonly version: FileVersion; readonly digest: string }>();
  const markOf = (coin: string, timeframe: Timeframe): string => `${pathOf(coin, timeframe)}.shared`;
  return {
    markOf,
    mark: (coin: string, timeframe: Timeframe, digest: string): Promise<void> =>
      writeFile(markOf(coin, timeframe), digest),
    isCopy: async (coin: string, timeframe: Timeframe, digest: string | null): Promise<boolean> =>
      (await readFile(markOf(coin, timeframe), 'utf8').catch(() => null)) === digest,
    /** That of the file's current version; null when there is none. */
    digestOf: async (coin: string, timeframe: Timeframe, version: FileVersion): Promise<string | null> => {
      const path = pathOf(coin, timeframe);
      const known = digests.get(path);
      if (version === null) return null;
      if (known?.version === version) return known.digest;
      const digest = hash('sha256', await readFile(path));
      digests.set(path, { version, digest });
      return digest;
    },
  };
};
