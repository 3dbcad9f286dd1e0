// Cancels a study; its workflow charges what is computed, releases the rest and ends it.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { cancelWork } from '../../commands/cancel-work.ts';
import { ensureStudyWorkflow } from '../../commands/ensure-study-workflow.ts';
import { RUN_STUDY } from '../../workflows/run-study-contract.ts';
import type { Dependencies } from '../dependencies.ts';
import { studyOfUser } from './study-of-user.ts';

export const cancelStudy = (
  dependencies: Pick<Dependencies, 'studies' | 'workspaces' | 'workflows'>,
): Handler =>
  userHandler(messageOf('cancelStudy'), async ({ study_id: studyId }, userId) => {
    const found = await studyOfUser(dependencies, studyId, userId);
    if (isRefusal(found)) return found;
    if (found.study.status !== 'running') return answer({ cancelled: false });
    const cancelled = await cancelWork(dependencies.workflows, RUN_STUDY.workflowIdOf(studyId), () =>
      ensureStudyWorkflow(dependencies, studyId),
    );
    return answer({ cancelled });
  });
