// Saves the code of an earlier version of a strategy file as its newest one.
import { isRefusal, messageOf, READ_YOUR_WRITES_TIMEOUT_MS, streamOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatIn } from '../../domain/workspace-state.ts';
import { chatWithVersions } from '../../projections/chats.ts';
import type { Dependencies } from '../dependencies.ts';

type Sought = { userId: string; chatId: string; filename: string; version: number };

/**
 * A version's content, null when it is no longer stored, and the newest version that this is valid for: a file deleted and
 * created again counts from 1. Waits for a version that was just saved.
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
    const change = await dependencies.workspaces.change(userId, command, { ...request, input });
    if (isRefusal(change)) return change;
    const [saved] = change.events;
    const files = chatIn(change.state, chatId)?.files;
    const newest = files?.find((file) => file.filename === filename)?.version ?? version;
    return answer(
      { version: saved?.type === 'StrategyFileSaved' ? saved.data.version : newest },
      change.written,
    );
  });
