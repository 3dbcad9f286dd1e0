// Makes sure that a study that has not ended has a workflow, for the reaction to its start, its cancellation and its rescue.
import type { WorkflowClient } from '@temporalio/client';
import { placeOfStudy, STUDY_METHOD_FACTS } from '@tradeium/contracts';
import { startOnce } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { RUN_STUDY, type StudyReference } from '../workflows/run-study-contract.ts';
import { cancelStarted } from './cancel-work.ts';
import { eraseStudy } from './erase-study.ts';

export type StudyWorkflows = Pick<Stores, 'studies' | 'workspaces'> & { readonly workflows: WorkflowClient };

/**
 * Safe to repeat. A running workflow continues; one that was lost is started again and computes what is left. A study that
 * has ended is left alone, one of a deleted account is erased, and one of a deleted chat ends as cancelled.
 */
export const ensureStudyWorkflow = async (
  { studies, workspaces, workflows }: StudyWorkflows,
  studyId: string,
): Promise<void> => {
  const { state } = await studies.load(studyId);
  if (state.status !== 'running') return;
  const { chatId, userId, code, plan, at: startedAt } = state.started;
  const { state: workspace } = await workspaces.load(userId);
  if (workspace.isErased) return eraseStudy(studies, state.started);
  const place = workspace.activeRuns.findIndex((run) => run.runId === placeOfStudy(studyId)) + 1;
  const study: StudyReference = {
    studyId,
    chatId,
    userId,
    code,
    startedAt,
    place: Math.max(place, 1),
    walksForward: plan.walk_forward !== undefined,
    searches: STUDY_METHOD_FACTS[plan.method].isSearch,
  };
  const workflowId = RUN_STUDY.workflowIdOf(studyId);
  await startOnce(workflows, RUN_STUDY, { workflowId, args: [study] });
  if (!workspace.chats[chatId]) await cancelStarted(workflows, workflowId);
};
