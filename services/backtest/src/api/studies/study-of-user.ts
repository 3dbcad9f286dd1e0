// Finds a study for its owner; another user's, a deleted one, and one of a deleted chat count as unknown.
import { type Refusal, refuse } from '@tradeium/contracts';
import type { KnownStudy } from '../../domain/study.ts';
import { hasStudy } from '../../domain/user-runs.ts';
import type { Dependencies } from '../dependencies.ts';

export const studyOfUser = async (
  { studies, workspaces }: Pick<Dependencies, 'studies' | 'workspaces'>,
  studyId: string,
  userId: string,
): Promise<{ study: KnownStudy; sequence: number } | Refusal> => {
  const { state: study, sequence } = await studies.load(studyId);
  if (study.status !== 'running' && study.status !== 'ended') return refuse('STUDY_NOT_FOUND');
  if (study.started.userId !== userId) return refuse('STUDY_NOT_FOUND');
  const { state: workspace } = await workspaces.load(userId);
  return hasStudy(workspace, study.started) ? { study, sequence } : refuse('STUDY_NOT_FOUND');
};
