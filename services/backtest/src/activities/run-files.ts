// Files that a run exchanges with the strategy runner in the clear: for this run alone, removed at its end.
import { hash } from 'node:crypto';
import { type Blobs, replyFile, type UserFiles } from '@tradeium/service-kit';
import { z } from 'zod';
import type { Stores } from '../aggregates.ts';
import { codeOfTrial, trialContent } from '../commands/count-trials.ts';
import type { NamedRun, RunReference } from '../workflows/run-backtest-contract.ts';

export type RunFileStores = {
  readonly blobs: Blobs;
  readonly files: UserFiles;
  readonly runs: Stores['runs'];
};

/** The run with its user's own words. Throws for one that is erased or unknown. */
export const namedRun = async (
  { runs }: Pick<RunFileStores, 'runs'>,
  run: RunReference,
): Promise<NamedRun> => {
  const { state } = await runs.load(run.runId);
  if (state.status === 'unknown' || state.status === 'erased')
    throw new Error(`${run.runId} is ${state.status}`);
  const { strategyFilename, parameters, strategyCreatedAt = null } = state.started;
  return { ...run, strategyFilename, parameters, strategyCreatedAt };
};

/** The run as a trial; `source` is null for a private strategy. */
export const contentOfRun = async (
  files: UserFiles,
  { userId, privateStrategyId, settings, parameters }: NamedRun,
  source: Uint8Array | null,
): Promise<string> => {
  const code =
    source === null
      ? (privateStrategyId ?? '')
      : await codeOfTrial(files, userId, Buffer.from(source).toString('utf8'));
  return trialContent({ code, settings, parameters });
};

const marked = z.object({ run: z.string().optional() });

/** The source with its parameters, marked with the run; null for a private strategy. */
const sourceFile = async (stores: RunFileStores, run: RunReference) => {
  const { runId, userId, code } = run;
  if (code === null) return null;
  const { parameters } = await namedRun(stores, run);
  const source = (await stores.files.get(userId, code)).toString('utf8');
  return replyFile(JSON.stringify({ check: runId, code: source, parameters }));
};

/** Puts the source where the runner can read it; answers its digest, null for a private strategy. */
export const putSource = async (stores: RunFileStores, run: RunReference): Promise<string | null> => {
  const file = await sourceFile(stores, run);
  return file === null ? null : stores.blobs.put(file);
};

/** Keeps the runner's report sealed; answers the digest. */
export const keepReport = async (
  { blobs, files }: Pick<RunFileStores, 'blobs' | 'files'>,
  { userId }: RunReference,
  report: string,
) => files.put(userId, await blobs.get(report));

const isOfRun = async ({ blobs }: RunFileStores, { runId }: RunReference, report: string) =>
  marked.safeParse(JSON.parse((await blobs.get(report)).toString('utf8'))).data?.run === runId;

/** Removes the files in the clear. Any that can't be removed now is swept later or does not grow: the run has ended. */
export const removeRunFiles = async (
  stores: RunFileStores,
  run: RunReference,
  report: string | null,
): Promise<void> => {
  const removeReport = async () => {
    if (report !== null && (await isOfRun(stores, run, report))) await stores.blobs.remove(report);
  };
  const removeSource = async () => {
    const file = await sourceFile(stores, run);
    if (file !== null) await stores.blobs.remove(hash('sha256', file));
  };
  await Promise.allSettled([removeReport(), removeSource()]);
};
