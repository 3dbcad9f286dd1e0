// Finds a result folder of the user for live trading, by its name or its run's id, with what a deployment copies of it.
import { MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { Run } from '../../domain/run.ts';
import { displayName } from '../../domain/strategy-filename.ts';
import { chatIn, folderIn } from '../../domain/workspace-state.ts';
import type { Dependencies } from '../dependencies.ts';
import { folderNamed } from './folder-of-chat.ts';

type Finding = Pick<Dependencies, 'workspaces' | 'runs' | 'runModel' | 'caughtUp'>;
type NamedFolder = { userId: string; chatId: string; folderName: string };

const RUN_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** A run that failed or still runs has no folder; its id names it. */
const runNamed = async (
  finding: Finding,
  place: NamedFolder,
): Promise<{ runId: string; run: Run } | null> => {
  const folder = await folderNamed(finding, place);
  const runId = folder?.runId ?? (RUN_ID.test(place.folderName) ? place.folderName : null);
  if (runId === null) return null;
  return { runId, run: (await finding.runs.load(runId)).state };
};

export const findResult = (dependencies: Finding): Handler =>
  userHandler(MESSAGES.findResult, async ({ chat_id: chatId, folder_name: folderName }, userId) => {
    const { state: workspace } = await dependencies.workspaces.load(userId);
    const chat = chatIn(workspace, chatId);
    if (!chat) return refuse('CHAT_NOT_FOUND');
    const found = await runNamed(dependencies, { userId, chatId, folderName });
    const missing: Refusal = refuse('FOLDER_NOT_FOUND');
    if (!found || found.run.status === 'unknown' || found.run.status === 'erased') return missing;
    const { runId, run } = found;
    const { started } = run;
    if (started.userId !== userId || started.chatId !== chatId || chat.deletedRuns.includes(runId))
      return missing;
    const outcome = run.status === 'ended' ? run.outcome : null;
    const given = outcome?.status === 'completed' ? outcome.folderName : runId;
    const chosen = folderIn(chat, runId).name;
    return answer({
      run_id: runId,
      status: outcome?.status ?? 'running',
      folder_name: chosen ?? given,
      // As lists name it: by its user, else after its strategy.
      display_name: chosen ?? displayName(started.strategyFilename),
      settings: started.settings,
      parameters: started.parameters,
      findings: outcome?.status === 'completed' ? outcome.findings : [],
      code: started.code,
      private_strategy_id: started.privateStrategyId,
    });
  });
