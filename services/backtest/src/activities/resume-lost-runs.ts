// Makes sure that every run that has not ended has a workflow.
import type { Log } from '@tradeium/service-kit';
import { whileBeating } from '@tradeium/service-kit/while-beating';
import { ensureRunWorkflow, type RunWorkflows } from '../commands/ensure-run-workflow.ts';
import { type RunModel, runsAfter } from '../projections/runs.ts';
import type { ResumeActivities } from '../workflows/resume-lost-runs-contract.ts';

/** Younger runs are still being started. */
const AGE_MIN_MS = 60_000;
const RUNS_PER_PAGE = 200;

export type Resuming = RunWorkflows & {
  readonly runModel: RunModel;
  readonly log: Log;
  readonly now: () => number;
};

export const resumeActivities = (resuming: Resuming): ResumeActivities => ({
  resumeLostRuns: () =>
    whileBeating(async () => {
      const startedBefore = new Date(resuming.now() - AGE_MIN_MS).toISOString();
      let [looked, failed] = [0, 0];
      for (let last: string | undefined = ''; last !== undefined; ) {
        const page: Awaited<ReturnType<typeof runsAfter>> = await runsAfter(
          resuming.runModel,
          { runningSince: startedBefore },
          last,
          RUNS_PER_PAGE,
        );
        for (const { _id: runId, startedAt } of page) {
          looked += 1;
          await ensureRunWorkflow(resuming, runId, startedAt).catch((err: unknown) => {
            failed += 1;
            resuming.log.error({ err, runId }, 'a run could not be resumed');
          });
        }
        last = page.at(-1)?._id;
      }
      return { looked, failed };
    }),
});
