// Answers how many different contents have been tried by now: in a chat, and in all chats over the range of a result.
import { messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { spreadOf, trialsOfRange } from '../../domain/trials.ts';
import { chatIn } from '../../domain/workspace-state.ts';
import { folderOf } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';

export const readTrials = ({
  workspaces,
  trials,
  runModel,
}: Pick<Dependencies, 'workspaces' | 'trials' | 'runModel'>): Handler =>
  userHandler(messageOf('readTrials'), async ({ id, folderName }, userId) => {
    if (!chatIn((await workspaces.load(userId)).state, id)) return refuse('CHAT_NOT_FOUND');
    const run = await folderOf(runModel, id, folderName);
    if (!run) return refuse('FOLDER_NOT_FOUND');
    const { state } = await trials.load(userId);
    const { start_date: startDate, end_date: endDate } = run.settings;
    return answer({
      chat: spreadOf(state, id).count,
      account_over_range: trialsOfRange(state, { startDate, endDate }),
    });
  });
