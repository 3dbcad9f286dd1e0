// Cancels a run; its workflow releases the credits and ends it.
import { WorkflowNotFoundError } from '@temporalio/client';
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { ensureRunWorkflow } from '../../commands/ensure-run-workflow.ts';
import { RUN_BACKTEST } from '../../workflows/run-backtest-contract.ts';
import type { Dependencies } from '../dependencies.ts';
import { runOfUser } from './run-of-user.ts';

/** Cancelling fails fast while Temporal is down. */
const TEMPORAL_TIMEOUT_MS = 5_000;

export const cancelRun = (dependencies: Pick<Dependencies, 'runs' | 'workspaces' | 'workflows'>): Handler =>
  userHandler(messageOf('cancelRun'), async ({ run_id }, userId) => {
    const found = await runOfUser(dependencies, run_id, userId);
    if (isRefusal(found)) return found;
    if (found.run.status !== 'running') return answer({ cancelled: false });
    const { workflows } = dependencies;
    try {
      await workflows.connection.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, async () => {
        // A new run may not have its workflow yet.
        await ensureRunWorkflow(dependencies, run_id, new Date().toISOString());
        await workflows.getHandle(RUN_BACKTEST.workflowIdOf(run_id)).cancel();
      });
      return answer({ cancelled: true });
    } catch (cause) {
      if (cause instanceof WorkflowNotFoundError) return answer({ cancelled: false });
      throw cause;
    }
  });
