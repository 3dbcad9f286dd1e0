// Keeps a point of a study: as a run with a result folder and all checks, free where the study has paid for it.
import { isRefusal, messageOf, refuse, ZERO_MICRO_VUT } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { findKeptRun } from '../../commands/find-kept-run.ts';
import { startRun } from '../../commands/start-run.ts';
import type { KnownStudy } from '../../domain/study.ts';
import { computationsOf } from '../../domain/study-computations.ts';
import { settingsOfPoint } from '../../domain/study-points.ts';
import { chatIn } from '../../domain/workspace-state.ts';
import type { Dependencies } from '../dependencies.ts';
import { studyOfUser } from './study-of-user.ts';

type Keeping = Pick<Dependencies, 'workspaces' | 'runs' | 'studies' | 'studyFiles'>;
/**
 * True if the study has paid for the run that keeps a point: it has ended and was charged, and the point is the first of those
 * that share its execution. Any other run that keeps a point is charged like an ordinary one.
 */
const isPaidBy = async ({ studyFiles }: Keeping, study: KnownStudy, index: number): Promise<boolean> => {
  if (study.status !== 'ended' || study.end.charged === ZERO_MICRO_VUT) return false;
  const computations = computationsOf(await studyFiles.lists(study), study.started.settings);
  return computations.some(({ points }) => points[0]?.index === index);
};

export const keepStudyPoint = (keeping: Keeping): Handler =>
  userHandler(messageOf('keepStudyPoint'), async ({ study_id: studyId, index }, userId, request) => {
    const found = await studyOfUser(keeping, studyId, userId);
    if (isRefusal(found)) return found;
    const { study } = found;
    const computed = await keeping.studyFiles.computed(study);
    const figures = computed.find((point) => point.index === index);
    const point = (await keeping.studyFiles.points(study))[index];
    if (!figures || !point) return refuse('STUDY_POINT_NOT_FOUND');
    if ('error' in figures) return refuse('STUDY_POINT_FAILED');
    const { chatId, code, strategyFilename, strategyVersion } = study.started;
    const settings = settingsOfPoint(study.started.settings, point);
    const { parameters } = point;
    const asked = { userId, chatId, settings, parameters, privateStrategyId: null };
    const { state: workspace } = await keeping.workspaces.load(userId);
    const deletedRuns = chatIn(workspace, chatId)?.deletedRuns ?? [];
    const pointId = `${studyId}-${index}`;
    const run = await findKeptRun(keeping.runs, asked, pointId, deletedRuns);
    if (run === null) return refuse('COMMAND_ID_REUSED');
    if ('kept' in run) return answer({ run_id: run.kept.runId });
    const isPaid = run.free === pointId && (await isPaidBy(keeping, study, index));
    const data = {
      runId: run.free,
      ...asked,
      code,
      strategyFilename,
      strategyVersion,
      ...(isPaid && { isPaid }),
    };
    const started = await startRun(keeping, { data, asked, correlationId: request.correlationId });
    return isRefusal(started) ? started : answer({ run_id: run.free }, started.written);
  });
