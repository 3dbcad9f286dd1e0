// Which runs of a user are under way, and how much storage the ended ones use.
import {
  RESULT_FOLDERS_MAX,
  type Refusal,
  RUNS_AT_ONCE_MAX,
  refuse,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import { resultFolders, storageRefusal } from './storage.ts';
import { chatIn, type Workspace } from './workspace-state.ts';

export type UserRunCommand = { userId: string; chatId: string; runId: string } & (
  | { type: 'AdmitRun' }
  /** `resultBytes`: the size of the result folder; 0 without one. */
  | { type: 'SettleRun'; resultBytes: number }
);

/** Decides a command on a user's runs; refusals in the order in which they are checked. */
export const decideUserRun = (
  command: UserRunCommand,
  workspace: Workspace,
  now: string,
): WorkspaceEvent[] | Refusal => {
  const { userId, chatId, runId } = command;
  const isActive = workspace.activeRuns.some((run) => run.runId === runId);
  const chat = chatIn(workspace, chatId);
  if (command.type === 'SettleRun') {
    const isCounted =
      command.resultBytes === 0 || !chat || chat.results.some((result) => result.runId === runId);
    const isDeleted = chat?.deletedRuns.includes(runId) ?? true;
    if (!isActive && (isCounted || isDeleted)) return [];
    return [{ type: 'RunSettled', data: { userId, chatId, runId, resultBytes: command.resultBytes } }];
  }
  if (!chat) return refuse('CHAT_NOT_FOUND');
  if (isActive) return [];
  if (workspace.activeRuns.length >= RUNS_AT_ONCE_MAX)
    return refuse('TOO_MANY_RUNS', { limit: RUNS_AT_ONCE_MAX });
  if (resultFolders(workspace) + workspace.activeRuns.length >= RESULT_FOLDERS_MAX)
    return refuse('TOO_MANY_RESULTS', { limit: RESULT_FOLDERS_MAX });
  // The result's size is not known yet: a user exceeds the limit by the results of the last runs at most.
  return storageRefusal(workspace, 1) ?? [{ type: 'RunAdmitted', data: { userId, chatId, runId, at: now } }];
};
