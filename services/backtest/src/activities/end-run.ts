// Writes how a run ended and publishes it to its watchers.
import { costOfCells, type EventSealing } from '@tradeium/contracts';
import type { Blobs } from '@tradeium/service-kit';
import { endRun, eraseRun, type Runs } from '../commands/end-run.ts';
import type { ProgressBoard } from '../progress-board.ts';
import { readReport } from '../results/report.ts';
import type { RunActivities, RunEnd } from '../workflows/run-contract.ts';
import { openResults } from './sealed-results.ts';

const UNEXPLAINED = 'the strategy failed';

const reasonOf = async (outcome: Exclude<RunEnd, { kind: 'completed' }>, blobs: Blobs) => {
  const { computeMs = 0 } = outcome;
  if (outcome.kind === 'refused')
    return { strategyError: null, line: null, refusal: outcome.refusal, report: null, computeMs };
  const { line, report } = outcome;
  const { message } = await readReport(blobs, report);
  return { strategyError: message ?? UNEXPLAINED, line, refusal: null, report, computeMs };
};

type Deps = { readonly runs: Runs; readonly blobs: Blobs; readonly userKeys: EventSealing };

export const endActivities = (
  { runs, blobs, userKeys }: Deps,
  board: ProgressBoard,
): Pick<RunActivities, 'completeRun' | 'failRun'> => ({
  completeRun: async (run, sealed) => {
    const { runId, chatId, userId } = run;
    const opened = await openResults(userKeys, run, sealed);
    // Its user's account is deleted, and nobody can see the run: it is erased, or will be.
    if (!opened) return eraseRun(runs, run);
    const { cells, ...results } = opened;
    const data = { runId, chatId, userId, ...results, charged: costOfCells(cells) };
    await endRun(runs, { type: 'CompleteRun', data });
    board.publish({
      run_id: runId,
      status: 'completed',
      step: 'charging_credits',
      completed: 1,
      message: 'Completed',
    });
  },

  failRun: async (run, outcome) => {
    const { runId, chatId, userId } = run;
    const reason = await reasonOf(outcome, blobs);
    await endRun(runs, { type: 'FailRun', data: { runId, chatId, userId, ...reason } });
    const cancelled = reason.refusal?.refused === 'RUN_CANCELLED';
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
