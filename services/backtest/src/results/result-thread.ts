// The work of a result thread: it simulates a run and builds its files, so that requests are served meanwhile.
import { readFile } from 'node:fs/promises';
import type { MessagePort } from 'node:worker_threads';
import { decodePanel } from '../candles/panel.ts';
import type { NamedRun, StrategyAnswer } from '../workflows/run-contract.ts';
import { type BuiltFolder, buildFolder } from './folder.ts';
import type { Report } from './report.ts';
import { simulateRun } from './simulate-run.ts';
import { decodeWeights } from './weights-file.ts';

export type ResultTask = {
  readonly run: NamedRun;
  /** Digest of the candles. */
  readonly candles: string;
  readonly strategy: Extract<StrategyAnswer, { ok: true }>;
  readonly words: Report;
  /** The source that ran; null for a private strategy. */
  readonly source: Uint8Array | null;
  /** Where the files are on this machine. */
  readonly paths: { readonly candles: string; readonly weights: string };
  /** Gets a message once the run is simulated. */
  readonly simulated: MessagePort;
};

/** Simulates the run and builds the files of its folder. */
export const buildResults = async (task: ResultTask): Promise<BuiltFolder> => {
  const { run, candles, strategy, words, source, paths, simulated } = task;
  const panel = decodePanel(await readFile(paths.candles));
  const weights = decodeWeights(await readFile(paths.weights), panel);
  const result = simulateRun(panel, weights, run.settings);
  simulated.postMessage(null);
  return buildFolder({ run, panel, result, candles, strategy, words, source });
};

/** Starts a thread that has imported everything the next result needs. */
export const warmUp = (): void => undefined;
