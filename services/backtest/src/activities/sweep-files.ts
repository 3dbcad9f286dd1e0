// Removes unneeded files: old panels and weights, large answers, and what was deleted or erased.
import { type BlobSweep, type Blobs, type Log, REPLY_FILE, type Swept } from '@tradeium/service-kit';
import { whileBeating } from '@tradeium/service-kit/while-beating';
import { type BlobUseModel, digestsAfter, stillUsed } from '../projections/blob-uses.ts';
import type { SweepActivities } from '../workflows/sweep-files-contract.ts';

const DAY_MS = 86_400_000;
/** How an Arrow file begins and ends. Results are text and images; only panels and weights are Arrow files. */
const ARROW_FILE = { begins: Buffer.from('ARROW1\0\0'), ends: Buffer.from('ARROW1') };
/** The event that refers to a new file follows within minutes. */
const UNNEEDED_AFTER_MS = DAY_MS;
const BLOBS_AT_ONCE = 1_000;

export type Sweeping = {
  readonly blobs: Pick<Blobs, 'sweep'>;
  /** How long panels and weights stay after their last use; 0: always. */
  readonly days: number;
  readonly blobUses: BlobUseModel;
  /** True if the read model includes every event. */
  readonly isComplete: () => Promise<boolean>;
  readonly log: Log;
  readonly now: () => number;
};

const sum = (parts: readonly Swept[]): Swept => ({
  files: parts.reduce((total, { files }) => total + files, 0),
  bytes: parts.reduce((total, { bytes }) => total + bytes, 0),
});

/** Removes what was deleted, replaced or erased and has no other reference; a file with the same bytes in use elsewhere stays. */
const removeForgotten = async (files: BlobSweep, { blobUses, isComplete, now }: Sweeping): Promise<Swept> => {
  const swept: Swept[] = [];
  for (let after = ''; ; ) {
    if (!(await isComplete())) break;
    const digests = await digestsAfter(blobUses, after, BLOBS_AT_ONCE);
    const used = await stillUsed(blobUses, digests);
    const unneeded = digests.filter((digest) => !used.has(digest));
    swept.push(await files.named(unneeded, { unusedSinceMs: now() - UNNEEDED_AFTER_MS }));
    const last = digests.at(-1);
    if (last === undefined) break;
    after = last;
  }
  return sum(swept);
};

const sweep = async (sweeping: Sweeping): Promise<Swept> => {
  const { blobs, days, now } = sweeping;
  const unneeded = { unusedSinceMs: now() - UNNEEDED_AFTER_MS };
  const working = days === 0 ? [] : [{ unusedSinceMs: now() - days * DAY_MS, ...ARROW_FILE }];
  const files = blobs.sweep();
  return sum([
    await files.ofKinds([...working, { ...unneeded, ...REPLY_FILE }], unneeded),
    await removeForgotten(files, sweeping),
  ]);
};

export const sweepActivities = (sweeping: Sweeping): SweepActivities => ({
  sweepWorkingFiles: () =>
    whileBeating(async () => {
      const swept = await sweep(sweeping);
      if (swept.files > 0) sweeping.log.info(swept, 'unused files were removed');
      return swept;
    }),
});
