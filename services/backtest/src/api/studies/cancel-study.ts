// Cancels a study; its workflow charges what is computed, releases the rest and ends it.
import { WorkflowNotFoundError } from '@temporalio/client';
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { ensureStudyWorkflow } from '../../commands/ensure-study-workflow.ts';
import { RUN_STUDY } from '../../workflows/run-study-contract.ts';
import type { Dependencies } from '../dependencies.ts';
import { studyOfUser } from './study-of-user.ts';

/** Cancelling fails fast while Temporal is down. */
const TEMPORAL_TIMEOUT_MS = 5_000;

export const cancelStudy = (
  dependencies: Pick<Dependencies, 'studies' | 'workspaces' | 'workflows'>,
): Handler =>
  userHandler(messageOf('cancelStudy'), async ({ study_id: studyId }, userId) => {
    const found = await studyOfUser(dependencies, studyId, userId);
    if (isRefusal(found)) return found;
    if (found.study.status !== 'running') return answer({ cancelled: false });
    const { workflows } = dependencies;
    try {
      await workflows.connection.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, async () => {
        // A new study may not have its workflow yet.
        await ensureStudyWorkflow(dependencies, studyId);
        await workflows.getHandle(RUN_STUDY.workflowIdOf(studyId)).cancel();
      });
      return answer({ cancelled: true });
    } catch (cause) {
      if (cause instanceof WorkflowNotFoundError) return answer({ cancelled: false });
      throw cause;
    }
  });
