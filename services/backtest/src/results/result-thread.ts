// The work of a result thread: it simulates a run and builds its files, so that requests are served meanwhile.
import { readFile } from 'node:fs/promises';
import type { MessagePort } from 'node:worker_threads';
import type { QuickResult, RunSettings, WalkForward } from '@tradeium/contracts';
import {
  type BlockSums,
  type CapitalCheck,
  probabilityOfOverfitting,
  sharpePerDay,
  type TrialSpread,
  withTrials,
} from '@tradeium/portfolio';
import { decodePanel, type Panel } from '../candles/panel.ts';
import type { PlannedPoint } from '../domain/study-points.ts';
import { nextPoints, type Searching } from '../domain/study-search.ts';
import type { NamedRun, StrategyAnswer } from '../workflows/run-backtest-contract.ts';
import { type CapitalTask, capitalOfRun } from './capital-of-run.ts';
import { type CoinFigures, coinFigures } from './coin-figures.ts';
import { type BuiltFolder, buildFolder } from './folder.ts';
import { quickResultOf } from './quick-result.ts';
import type { Report } from './report.ts';
import type { CountedResult } from './run-result.ts';
import { simulateRun } from './simulate-run.ts';
import { type ScoredPoints, type ScoreTask, scorePoints } from './studies/score-points.ts';
import { type WalkTask, walkForward } from './studies/walk-forward.ts';
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
  /** Gets the Sharpe ratio of a day once the run is simulated, and answers with the trials behind it. */
  readonly counting: MessagePort;
};

/** A run of which only the figures are wanted. */
export type TryTask = Pick<ResultTask, 'strategy' | 'paths' | 'counting'> & {
  readonly settings: RunSettings;
  /** The code's prints. */
  readonly prints: string;
};

/** Rejects when the other side closes the port. */
const trialsBehind = (counting: MessagePort, sharpe: number | null): Promise<TrialSpread> =>
  new Promise((resolve, reject) => {
    counting.once('message', resolve);
    counting.once('close', () => reject(new Error('the trials were not counted')));
    counting.postMessage(sharpe);
  });

const simulated = async (
  { paths, counting }: Pick<ResultTask, 'paths' | 'counting'>,
  settings: RunSettings,
): Promise<{ readonly panel: Panel; readonly result: CountedResult }> => {
  const panel = decodePanel(await readFile(paths.candles));
  const weights = decodeWeights(await readFile(paths.weights), panel);
  const result = simulateRun(panel, weights, settings);
  const trials = await trialsBehind(counting, sharpePerDay(result.statistics));
  counting.close();
  return { panel, result: { ...result, statistics: withTrials(result.statistics, trials) } };
};

/** Simulates a run and answers with its figures and findings. */
export const tryOut = async ({ strategy, settings, prints, ...task }: TryTask): Promise<QuickResult> =>
  quickResultOf({ ...(await simulated(task, settings)), strategy, settings, prints });

/** Simulates the run and builds the files of its folder. */
export const buildResults = async (task: ResultTask): Promise<BuiltFolder> => {
  const { run, candles, strategy, words, source } = task;
  const { panel, result } = await simulated(task, run.settings);
  return buildFolder({ run, panel, result, candles, strategy, words, source });
};

/** Simulates points of a study. */
export const score = (task: ScoreTask): Promise<ScoredPoints> => scorePoints(task);

/** Tests what the windows of a study have chosen. */
export const walk = (task: WalkTask): Promise<WalkForward> => walkForward(task);

/** The next points of a search: with many points known, this takes most of a second. */
export const propose = (searching: Searching): PlannedPoint[] => nextPoints(searching);

/** How likely the best of these points is best by luck. */
export const judgeChoice = (points: readonly (readonly BlockSums[])[]): number | null =>
  probabilityOfOverfitting(points);

/** The results that a run would have had with other capitals. */
export const checkCapital = (task: CapitalTask): CapitalCheck | null => capitalOfRun(task);

/** How the coins of a panel moved. */
export const summarizeCoins = (panel: Panel): CoinFigures => coinFigures(panel);

/** Starts a thread that has imported everything the next result needs. */
export const warmUp = (): void => undefined;
