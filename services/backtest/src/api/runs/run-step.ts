// A run's current step: from its last progress, or from its workflow when this process has received none.
import type { RunProgress } from '@tradeium/contracts';
import { IS_WAITING_QUERY, RUN_BACKTEST } from '../../workflows/run-backtest-contract.ts';
import type { Dependencies } from '../dependencies.ts';

/** Temporal may be down, and this must not wait for it. */
const TEMPORAL_TIMEOUT_MS = 500;

/** Null when nothing is known. */
export const stepOf = async (
  { progress, workflows }: Pick<Dependencies, 'progress' | 'workflows'>,
  runId: string,
): Promise<RunProgress['step'] | null> => {
  const latest = progress.latest(runId);
  if (latest) return latest.step;
  try {
    const isWaiting = await workflows.connection.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, () =>
      workflows.getHandle(RUN_BACKTEST.workflowIdOf(runId)).query<boolean>(IS_WAITING_QUERY),
    );
    return isWaiting ? 'waiting' : null;
  } catch {
    return null;
  }
};
