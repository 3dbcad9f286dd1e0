// Removes files that nobody needs any more: old panels and weights, large answers, and what was deleted or erased.
import { type Log, REPLY_FILE, removeBlobs, type Swept, sweepBlobs } from '@tradeium/service-kit';
import { type BlobUseModel, stillUsed, usesThatAreOver } from '../projections/blob-uses.ts';
import type { SweepActivities } from '../workflows/sweep-reference.ts';
import { whileBeating } from './while-beating.ts';

const DAY_MS = 86_400_000;
/** How an Arrow file begins and ends. Results are text and images; only panels and weights are Arrow files. */
const ARROW_FILE = { begins: Buffer.from('ARROW1\0\0'), ends: Buffer.from('ARROW1') };
/** Whoever puts a file writes down within minutes that he uses it. */
const UNNEEDED_AFTER_MS = DAY_MS;
const USES_AT_ONCE = 100;

export type Sweeping = {
  readonly directory: string;
  /** Panels and weights stay so long after their last use; 0: for ever. */
  readonly days: number;
  readonly blobUses: BlobUseModel;
  /** Whether the read model has taken every event there is. */
  readonly isComplete: () => Promise<boolean>;
  readonly log: Log;
  readonly now: () => number;
};

const sum = (parts: readonly Swept[]): Swept => ({
  files: parts.reduce((total, { files }) => total + files, 0),
  bytes: parts.reduce((total, { bytes }) => total + bytes, 0),
});

/** Of deleted chats and erased runs, the files that nothing else refers to; with the same bytes, others' files stay. */
const removeForgotten = async ({ directory, blobUses, isComplete, now }: Sweeping): Promise<Swept> => {
  const swept: Swept[] = [];
  for (let after = ''; ; ) {
    if (!(await isComplete())) break;
    const uses = await usesThatAreOver(blobUses, after, USES_AT_ONCE);
    const digests = [...new Set(uses.flatMap((use) => use.digests))];
    const used = await stillUsed(blobUses, digests);
    const unneeded = digests.filter((digest) => !used.has(digest));
    swept.push(await removeBlobs(directory, unneeded, { unusedSinceMs: now() - UNNEEDED_AFTER_MS }));
    const last = uses.at(-1);
    if (last === undefined) break;
    after = last._id;
  }
  return sum(swept);
};

const sweep = async (sweeping: Sweeping): Promise<Swept> => {
  const { directory, days, now } = sweeping;
  const unneeded = { unusedSinceMs: now() - UNNEEDED_AFTER_MS };
  const nothing = { files: 0, bytes: 0 };
  return sum([
    days === 0
      ? nothing
      : await sweepBlobs(directory, { unusedSinceMs: now() - days * DAY_MS, ...ARROW_FILE }),
    await sweepBlobs(directory, { ...unneeded, ...REPLY_FILE }),
    await removeForgotten(sweeping),
  ]);
};

export const sweepActivities = (sweeping: Sweeping): SweepActivities => ({
  sweepWorkingFiles: () =>
    whileBeating(async () => {
      const swept = await sweep(sweeping);
      if (swept.files > 0) sweeping.log.info(swept, 'files that nobody needs were removed');
      return swept;
    }),
});
