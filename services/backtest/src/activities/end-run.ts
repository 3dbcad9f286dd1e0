// Writes down how a run ended and tells everyone who watches it.
import { costOfCells, type RunEvent } from '@tradeium/contracts';
import type { Aggregates } from '@tradeium/event-store';
import type { Blobs } from '@tradeium/service-kit';
import { decideRun, type Run, type RunCommand } from '../domain/run.ts';
import type { ProgressBoard } from '../progress-board.ts';
import { readReport } from '../results/report.ts';
import type { RunActivities, RunEnd, RunReference } from '../workflows/run-reference.ts';

const UNEXPLAINED = 'the strategy failed';

/** Appends the end; the first end stays, whatever is sent after it. */
const end = async (
  runs: Aggregates<Run, RunEvent>,
  run: RunReference,
  command: RunCommand,
): Promise<void> => {
  const { runId, userId } = run;
  const outcome = await runs.execute(
    runId,
    { commandId: `end:${runId}`, userId, correlationId: runId },
    (state) => decideRun(command, state),
  );
  if (!outcome.ok) throw new Error(`the end of run ${runId} was not written: ${outcome.refusal.refused}`);
};

const reasonOf = async (outcome: Exclude<RunEnd, { kind: 'completed' }>, blobs: Blobs) => {
  if (outcome.kind === 'refused')
    return { strategyError: null, line: null, refusal: outcome.refusal, report: null };
  const { line, report } = outcome;
  const { message } = await readReport(blobs, report);
  return { strategyError: message ?? UNEXPLAINED, line, refusal: null, report };
};

export const endActivities = (
  runs: Aggregates<Run, RunEvent>,
  board: ProgressBoard,
  blobs: Blobs,
): Pick<RunActivities, 'completeRun' | 'failRun'> => ({
  completeRun: async (run, { cells, ...results }) => {
    const { runId, chatId, userId } = run;
    const data = { runId, chatId, userId, ...results, charged: costOfCells(cells) };
    await end(runs, run, { type: 'CompleteRun', data });
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
    await end(runs, run, { type: 'FailRun', data: { runId, chatId, userId, ...reason } });
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
