// Reports a run's progress while activities work on it.
import { RUN_STEP_NAMES, type RunStep } from '@tradeium/contracts';
import type { ProgressBoard } from '../progress-board.ts';
import type { RunReference } from '../workflows/run-backtest-contract.ts';

/** `completed`: the finished share (0..1) of the step. */
export type ReportProgress = (run: RunReference, step: RunStep, completed: number) => void;

/** Makes the reporter of running steps. */
export const reportTo =
  (board: ProgressBoard): ReportProgress =>
  ({ runId }, step, completed) =>
    board.publish({ run_id: runId, status: 'running', step, completed, message: RUN_STEP_NAMES[step] });
