// Finds runs that have not ended and whose workflow is gone, and starts it again, so that no credits stay reserved.
import type { Log } from '@tradeium/service-kit';
import { type RunModel, runningSince } from '../projections/runs.ts';
import { ensureWorkflow, type RunWorkflows } from './start-run-workflow.ts';

const EVERY_MS = 60_000;
/** Younger runs are on their way. */
const AGE_MIN_MS = 60_000;
const RUNS_AT_ONCE_MAX = 200;

/** Looks at once and then every minute, until `stop`. */
export const resumeLostRuns = (
  dependencies: RunWorkflows & { runModel: RunModel; log: Log; now: () => Date },
): { stop(): void } => {
  const { runModel, log, now } = dependencies;
  const look = async (): Promise<void> => {
    const before = new Date(now().getTime() - AGE_MIN_MS).toISOString();
    for (const { _id: runId, startedAt } of await runningSince(runModel, before, RUNS_AT_ONCE_MAX)) {
      await ensureWorkflow(dependencies, runId, startedAt);
    }
  };
  const lookSafely = () =>
    void look().catch((cause: unknown) => log.warn({ err: cause }, 'lost runs could not be looked for'));
  lookSafely();
  const timer = setInterval(lookSafely, EVERY_MS);
  return { stop: () => clearInterval(timer) };
};
