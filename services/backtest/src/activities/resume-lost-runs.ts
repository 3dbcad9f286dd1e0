// Makes sure that every run and every study that has not ended has a workflow.
import type { Log } from '@tradeium/service-kit';
import { whileBeating } from '@tradeium/service-kit/while-beating';
import { ensureRunWorkflow, type RunWorkflows } from '../commands/ensure-run-workflow.ts';
import { ensureStudyWorkflow, type StudyWorkflows } from '../commands/ensure-study-workflow.ts';
import { eachOf } from '../projections/pages.ts';
import { type RunModel, runsAfter } from '../projections/runs.ts';
import { type StudyModel, studiesAfter } from '../projections/studies.ts';
import type { ResumeActivities } from '../workflows/resume-lost-runs-contract.ts';

/** Younger ones are still being started. */
const AGE_MIN_MS = 60_000;

export type Resuming = RunWorkflows &
  StudyWorkflows & {
    readonly runModel: RunModel;
    readonly studyModel: StudyModel;
    readonly log: Log;
    readonly now: () => number;
  };

export const resumeActivities = (resuming: Resuming): ResumeActivities => ({
  resumeLostRuns: () =>
    whileBeating(async () => {
      const { runModel, studyModel, log, now } = resuming;
      const which = { runningSince: new Date(now() - AGE_MIN_MS).toISOString() };
      const resumed = { looked: 0, failed: 0 };
      const resume = async (id: string, ensure: Promise<void>) => {
        resumed.looked += 1;
        await ensure.catch((err: unknown) => {
          resumed.failed += 1;
          log.error({ err, id }, 'a run or a study could not be resumed');
        });
      };
      await eachOf(
        (after, limit) => runsAfter(runModel, which, after, limit),
        ({ _id: runId, startedAt }) => resume(runId, ensureRunWorkflow(resuming, runId, startedAt)),
      );
      await eachOf(
        (after, limit) => studiesAfter(studyModel, which, after, limit),
        ({ _id: studyId }) => resume(studyId, ensureStudyWorkflow(resuming, studyId)),
      );
      return resumed;
    }),
});
