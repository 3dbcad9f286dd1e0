// The threads that build results: none while nothing runs, one per processor at most.
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { QuickResult, WalkForward } from '@tradeium/contracts';
import type { BlockSums, CapitalCheck, TrialSpread } from '@tradeium/portfolio';
import type { Log } from '@tradeium/service-kit';
import { openThreads } from '@tradeium/service-kit/threads';
import type { Panel } from '../candles/panel.ts';
import type { PlannedPoint } from '../domain/study-points.ts';
import type { Searching } from '../domain/study-search.ts';
import type { CapitalTask } from './capital-of-run.ts';
import type { CoinFigures } from './coin-figures.ts';
import type { BuiltFolder } from './folder.ts';
import type * as work from './result-thread.ts';
import type { ResultTask, TryTask } from './result-thread.ts';
import type { ScoredPoints, ScoreTask } from './studies/score-points.ts';
import type { WalkTask } from './studies/walk-forward.ts';

/** A user's next run finds the thread ready. */
const IDLE_MS = 60_000;
/** A thread holds the candles of one run and what is derived from them. */
const THREADS_MAX = 4;

/** Counts what was simulated, by its Sharpe ratio of a day, and answers with all trials behind it, itself included. */
type Count = (sharpePerDay: number | null) => Promise<TrialSpread>;

export type ResultThreads = {
  /** Rejects when the run cannot be simulated or counted. It is counted before the files are built. */
  build(task: Omit<ResultTask, 'counting'>, count: Count): Promise<BuiltFolder>;
  /** Simulates a run that leaves no files. */
  tryOut(task: Omit<TryTask, 'counting'>, count: Count): Promise<QuickResult>;
  /** Simulates points of a study. */
  score(task: ScoreTask): Promise<ScoredPoints>;
  /** Tests what the windows of a study have chosen. */
  walk(task: WalkTask): Promise<WalkForward>;
  /** The next points of a search. */
  propose(searching: Searching): Promise<PlannedPoint[]>;
  /** The probability that the best of points, given by their block sums, is best by luck; null where there are too few. */
  judgeChoice(points: readonly (readonly BlockSums[])[]): Promise<number | null>;
  /** The results that a run would have had with other capitals; null when its table does not say. */
  checkCapital(task: CapitalTask): Promise<CapitalCheck | null>;
  /** How the coins of a panel moved. */
  summarizeCoins(panel: Panel): Promise<CoinFigures>;
  /** Starts a thread if there is none, ahead of a result. */
  warmUp(): void;
  close(): Promise<void>;
};

/** Does work that asks once, by the port that it is given, for the trials behind what it has simulated. */
const whileCounting = async <Result>(
  count: Count,
  work: (counting: MessagePort) => Promise<Result>,
): Promise<Result> => {
  const { port1: here, port2: counting } = new MessageChannel();
  let failure: { readonly cause: unknown } | undefined;
  here.once('message', (sharpePerDay: number | null) => {
    count(sharpePerDay).then(
      (trials) => here.postMessage(trials),
      (cause: unknown) => {
        failure = { cause };
        here.close();
      },
    );
  });
  try {
    return await work(counting);
  } catch (cause) {
    throw failure ? failure.cause : cause;
  } finally {
    here.close();
  }
};

/** Opens the threads; the first starts with the first task. */
export const openResultThreads = (
  log: Log,
  filename = new URL('./result-thread.ts', import.meta.url).href,
): ResultThreads => {
  const threads = openThreads<typeof work>({
    log,
    name: 'results',
    filename,
    threadsMax: THREADS_MAX,
    idleMs: IDLE_MS,
  });
  return {
    build: (task, count) =>
      whileCounting(count, (counting) => threads.run('buildResults', { ...task, counting }, [counting])),
    tryOut: (task, count) =>
      whileCounting(count, (counting) => threads.run('tryOut', { ...task, counting }, [counting])),
    score: (task) => threads.run('score', task),
    walk: (task) => threads.run('walk', task),
    propose: (searching) => threads.run('propose', searching),
    judgeChoice: (points) => threads.run('judgeChoice', points),
    checkCapital: (task) => threads.run('checkCapital', task),
    summarizeCoins: (panel) => threads.run('summarizeCoins', panel),
    warmUp: () => {
      // The task itself reports why threads can't start.
      if (!threads.isWarm()) threads.run('warmUp', undefined).catch(() => undefined);
    },
    close: threads.close,
  };
};
