// Starts the workflow of every run that was started; a second delivery finds it already there.

import { type WorkflowClient, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { RunEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { BACKTEST_TASK_QUEUE, type RunReference, workflowIdOf } from '../workflows/run-reference.ts';

/** Handles one event of the backtest stream; all but RunStarted are none of its business. */
export const startRunWorkflow =
  (workflows: WorkflowClient) =>
  async ({ event, meta }: StoredEvent<RunEvent>): Promise<void> => {
    if (event.type !== 'RunStarted') return;
    const run: RunReference = { ...event.data, startedAt: meta.at };
    try {
      await workflows.start('runBacktest', {
        workflowId: workflowIdOf(run.runId),
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        taskQueue: BACKTEST_TASK_QUEUE,
        args: [run],
        workflowExecutionTimeout: '6 hours',
        // A step of a killed worker is given to the next one after this.
        workflowTaskTimeout: '4 s',
      });
    } catch (cause) {
      if (!(cause instanceof WorkflowExecutionAlreadyStartedError)) throw cause;
    }
  };
