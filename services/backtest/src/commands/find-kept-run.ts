// Finds the run that keeps a computed result, such as an agent's backtest or a point of a study.
import { keptRunIds, type RunEvent } from '@tradeium/contracts';
import type { Stores } from '../aggregates.ts';
import { isSameRun } from '../domain/run.ts';

type Started = Extract<RunEvent, { type: 'RunStarted' }>['data'];

/**
 * The run that keeps it already, or the id of the one that will: one that failed, or left no folder any more, makes way. Null
 * where all ids are used up.
 */
export const findKeptRun = async (
  runs: Stores['runs'],
  asked: Parameters<typeof isSameRun>[1],
  resultId: string,
  deletedRuns: readonly string[],
): Promise<{ readonly kept: Started } | { readonly free: string } | null> => {
  for (const runId of keptRunIds(resultId)) {
    const { state } = await runs.load(runId);
    if (state.status === 'unknown') return { free: runId };
    const isGone = state.status === 'erased' || deletedRuns.includes(runId);
    if (isGone || !isSameRun(state.started, asked)) continue;
    if (state.status === 'ended' && state.outcome.status === 'failed') continue;
    return { kept: state.started };
  }
  return null;
};
