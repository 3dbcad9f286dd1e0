// Cancels a run; its workflow releases the credits and ends it.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { cancelWork } from '../../commands/cancel-work.ts';
import { ensureRunWorkflow } from '../../commands/ensure-run-workflow.ts';
import { RUN_BACKTEST } from '../../workflows/run-backtest-contract.ts';
import type { Dependencies } from '../dependencies.ts';
import { runOfUser } from './run-of-user.ts';

export const cancelRun = (dependencies: Pick<Dependencies, 'runs' | 'workspaces' | 'workflows'>): Handler =>
  userHandler(messageOf('cancelRun'), async ({ run_id }, userId) => {
    const found = await runOfUser(dependencies, run_id, userId);
    if (isRefusal(found)) return found;
    if (found.run.status !== 'running') return answer({ cancelled: false });
    const cancelled = await cancelWork(dependencies.workflows, RUN_BACKTEST.workflowIdOf(run_id), () =>
      ensureRunWorkflow(dependencies, run_id, new Date().toISOString()),
    );
    return answer({ cancelled });
  });
