// Starts the workflow of every started study; a second delivery finds it running.
import type { StudyEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { ensureStudyWorkflow, type StudyWorkflows } from '../commands/ensure-study-workflow.ts';

/** Handles one event of the backtest stream; only StudyStarted matters. */
export const startStudyWorkflow =
  (dependencies: StudyWorkflows) =>
  async ({ event }: StoredEvent<StudyEvent>): Promise<void> => {
    if (event.type === 'StudyStarted') await ensureStudyWorkflow(dependencies, event.data.studyId);
  };
