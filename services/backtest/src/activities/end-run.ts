// Writes how a run ended and publishes it to its watchers.
import { costOfCells, type EventSealing, ZERO_MICRO_VUT } from '@tradeium/contracts';
import { countTrials } from '../commands/count-trials.ts';
import { endRun, eraseRun } from '../commands/end-run.ts';
import type { ProgressBoard } from '../progress-board.ts';
import { readReport } from '../results/report.ts';
import type { RunActivities, RunEnd, RunReference } from '../workflows/run-backtest-contract.ts';
import { contentOfRun, keepReport, namedRun, type RunFileStores, removeRunFiles } from './run-files.ts';
import { openResults } from './sealed-results.ts';

const UNEXPLAINED = 'the strategy failed';

const reasonOf = async (
  stores: RunFileStores,
  run: RunReference,
  outcome: Exclude<RunEnd, { kind: 'completed' }>,
) => {
  const { computeMs } = outcome;
  if (outcome.kind === 'refused')
    return { strategyError: null, line: null, refusal: outcome.refusal, report: null, computeMs };
  const { line } = outcome;
  const { message } = readReport(await stores.blobs.get(outcome.report));
  const report = await keepReport(stores, run, outcome.report);
  return { strategyError: message ?? UNEXPLAINED, line, refusal: null, report, computeMs };
};

type Counting = Parameters<typeof countTrials>[0];

/** Code that failed was tried. A run that was cancelled, or failed through us, says nothing of its code. */
const countFailed = async (stores: RunFileStores & Counting, run: RunReference): Promise<void> => {
  const { userId, chatId, code, settings: range } = run;
  const named = await namedRun(stores, run);
  const source = code === null ? null : await stores.files.get(userId, code);
  const content = await contentOfRun(stores.files, named, source);
  await countTrials(stores, { userId, chatId, range, trials: [{ content, sharpePerDay: null }] });
};

type Dependencies = RunFileStores & Counting & { readonly userKeys: EventSealing };

export const endActivities = (
  { userKeys, ...stores }: Dependencies,
  board: ProgressBoard,
): Pick<RunActivities, 'completeRun' | 'failRun'> => ({
  completeRun: async (run, sealed) => {
    const { runs } = stores;
    const { runId, chatId, userId } = run;
    const opened = await openResults(userKeys, run, sealed);
    // Its user's account is deleted, so the run is invisible: it is erased, or will be.
    if (!opened) return eraseRun(runs, run);
    const { cells, runnerReport, ...results } = opened;
    const charged = run.isPaid ? ZERO_MICRO_VUT : costOfCells(cells);
    const data = { runId, chatId, userId, ...results, charged };
    await endRun(runs, { type: 'CompleteRun', data });
    await removeRunFiles(stores, run, runnerReport);
    board.publish({
      run_id: runId,
      status: 'completed',
      step: 'charging_credits',
      completed: 1,
      message: 'Completed',
    });
  },

  failRun: async (run, outcome) => {
    const { runs } = stores;
    const { runId, chatId, userId } = run;
    const { state } = await runs.load(runId);
    // A repetition finds the report removed.
    if (state.status === 'running') {
      const reason = await reasonOf(stores, run, outcome);
      if (outcome.kind === 'strategy-error') await countFailed(stores, run);
      await endRun(runs, { type: 'FailRun', data: { runId, chatId, userId, ...reason } });
    }
    await removeRunFiles(stores, run, outcome.kind === 'strategy-error' ? outcome.report : null);
    const cancelled = outcome.kind === 'refused' && outcome.refusal.refused === 'RUN_CANCELLED';
    const status = cancelled ? 'cancelled' : 'failed';
    board.publish({
      run_id: runId,
      status,
      step: 'charging_credits',
      completed: 1,
      message: cancelled ? 'Cancelled' : 'Failed',
    });
  },
});
