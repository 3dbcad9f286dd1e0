// The work of a result thread: it simulates a run and builds its files, so that requests are served meanwhile.
import { readFile } from 'node:fs/promises';
import type { MessagePort } from 'node:worker_threads';
import type { QuickResult, RunSettings } from '@tradeium/contracts';
import type { CapitalCheck } from '@tradeium/portfolio';
import { decodePanel, type Panel } from '../candles/panel.ts';
import type { NamedRun, StrategyAnswer } from '../workflows/run-backtest-contract.ts';
import { type CapitalTask, capitalOfRun } from './capital-of-run.ts';
import { type CoinFigures, coinFigures } from './coin-figures.ts';
import { type BuiltFolder, buildFolder } from './folder.ts';
import { quickResultOf } from './quick-result.ts';
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

/** A run of which only the figures are wanted. */
export type TryTask = Pick<ResultTask, 'strategy' | 'paths'> & {
  readonly settings: RunSettings;
  /** The code's prints. */
  readonly prints: string;
};

const simulated = async (paths: ResultTask['paths'], settings: RunSettings) => {
  const panel = decodePanel(await readFile(paths.candles));
  const weights = decodeWeights(await readFile(paths.weights), panel);
  return { panel, result: simulateRun(panel, weights, settings) };
};

/** Simulates a run and answers with its figures and findings. */
export const tryOut = async ({ strategy, paths, settings, prints }: TryTask): Promise<QuickResult> =>
  quickResultOf({ ...(await simulated(paths, settings)), strategy, settings, prints });

/** Simulates the run and builds the files of its folder. */
export const buildResults = async (task: ResultTask): Promise<BuiltFolder> => {
  const { run, candles, strategy, words, source, paths } = task;
  const { panel, result } = await simulated(paths, run.settings);
  task.simulated.postMessage(null);
  return buildFolder({ run, panel, result, candles, strategy, words, source });
};

/** The results that a run would have had with other capitals. */
export const checkCapital = (task: CapitalTask): CapitalCheck | null => capitalOfRun(task);

/** How the coins of a panel moved. */
export const summarizeCoins = (panel: Panel): CoinFigures => coinFigures(panel);

/** Starts a thread that has imported everything the next result needs. */
export const warmUp = (): void => undefined;
