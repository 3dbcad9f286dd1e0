// Saves the code of an earlier version of a strategy file as its newest one.
import { isRefusal, messageOf, READ_YOUR_WRITES_TIMEOUT_MS, streamOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { changeWorkspace } from '../commands/change-workspace.ts';
import { chatIn } from '../domain/workspace-state.ts';
import { chatWithVersions } from '../projections/chats.ts';
import type { Dependencies } from './dependencies.ts';

type Sought = { userId: string; chatId: string; filename: string; version: number };

/**
 * What a version held, null when it is not kept, and the newest one, on which that holds: a file that was deleted and
 * made again counts from 1 again. A version that was just saved is waited for.
 */
const versionsOf = async (
  { workspaces, chatModel, waitForWrites }: Dependencies,
  { userId, chatId, filename, version }: Sought,
) => {
  const { sequence } = await workspaces.load(userId);
  await waitForWrites({ [streamOf('backtest')]: sequence }, READ_YOUR_WRITES_TIMEOUT_MS);
  const chat = await chatWithVersions(chatModel, userId, chatId);
  const file = chat?.files.find((candidate) => candidate.filename === filename);
  const kept = file?.versions.find((candidate) => candidate.version === version);
  return {
    earlier: kept ? { code: kept.code, size: kept.size } : null,
    newest: file ? { version: file.version, code: file.code } : null,
  };
};

export const restoreStrategyVersion = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('restoreStrategyVersion'), async (input, userId, request) => {
    const { id: chatId, filename, version } = input;
    const versions = await versionsOf(dependencies, { userId, chatId, filename, version });
    const command = { type: 'RestoreStrategyFile', userId, chatId, filename, ...versions } as const;
    const change = await changeWorkspace(dependencies, command, request, input);
    if (isRefusal(change)) return change;
    const [saved] = change.events;
    const files = chatIn(change.workspace, chatId)?.files;
    const newest = files?.find((file) => file.filename === filename)?.version ?? version;
    return answer(
      { version: saved?.type === 'StrategyFileSaved' ? saved.data.version : newest },
      change.written,
    );
  });
