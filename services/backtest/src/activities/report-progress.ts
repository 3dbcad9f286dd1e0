// Tells where a run stands while activities work on it.
import type { RUN_STEPS } from '@tradeium/contracts';
import type { ProgressBoard } from '../progress-board.ts';
import type { RunReference } from '../workflows/run-reference.ts';

export type RunStep = (typeof RUN_STEPS)[number];

/** `completed`: the share (0..1) of the step that is done. */
export type ReportProgress = (run: RunReference, step: RunStep, completed: number) => void;

const MESSAGES: Readonly<Record<RunStep, string>> = {
  reserving_credits: 'Reserving credits',
  loading_candles: 'Loading candles',
  running_strategy: 'Running the strategy',
  simulating: 'Simulating the portfolio',
  writing_results: 'Writing the results',
  charging_credits: 'Charging credits',
};

/** Makes the reporter of running steps. */
export const reportTo =
  (board: ProgressBoard): ReportProgress =>
  ({ runId }, step, completed) =>
    board.publish({ run_id: runId, status: 'running', step, completed, message: MESSAGES[step] });
