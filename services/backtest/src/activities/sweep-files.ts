// Removes panels and weights that no run has used for days.
import { type Log, sweepBlobs } from '@tradeium/service-kit';
import type { SweepActivities } from '../workflows/sweep-reference.ts';
import { whileBeating } from './while-beating.ts';

const DAY_MS = 86_400_000;
/** How an Arrow file begins and ends. Results are text and images; only panels and weights are Arrow files. */
const ARROW_FILE = { begins: Buffer.from('ARROW1\0\0'), ends: Buffer.from('ARROW1') };

export const sweepActivities = (options: {
  directory: string;
  days: number;
  log: Log;
  now: () => number;
}): SweepActivities => ({
  sweepWorkingFiles: () =>
    whileBeating(async () => {
      const { directory, days, log, now } = options;
      const swept = await sweepBlobs(directory, { unusedSinceMs: now() - days * DAY_MS, ...ARROW_FILE });
      if (swept.files > 0) log.info(swept, 'old working files were removed');
      return swept;
    }),
});
