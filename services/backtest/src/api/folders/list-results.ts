// Lists the results of all chats of a user, or finds one of them by its run.
import { CHATS_MAX, type ChatResult, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatsOf } from '../../projections/chats.ts';
import { type ResultFolder, resultOf, resultsOf } from '../../projections/results.ts';
import type { Dependencies } from '../dependencies.ts';
import { folderEntry } from './folder-entry.ts';

type Reading = Pick<Dependencies, 'chatModel' | 'runModel'>;
type ChatNames = ReadonlyMap<string, string>;

/** A deleted chat has no name, even while its runs are still being erased. */
const chatNames = async ({ chatModel }: Reading, userId: string): Promise<ChatNames> => {
  const chats = await chatsOf(chatModel, userId, CHATS_MAX + 1);
  return new Map(chats.map(({ _id, name }) => [_id, name]));
};

const resultEntry = (folder: ResultFolder, chats: ChatNames): ChatResult => ({
  backtest_id: folder.chatId,
  backtest_name: chats.get(folder.chatId) ?? '',
  file: folderEntry(folder),
});

export const listResults = (reading: Reading): Handler =>
  userHandler(messageOf('listResults'), async ({ limit, search = '', after_run_id: after }, userId) => {
    const chats = await chatNames(reading, userId);
    const results = await resultsOf(reading.runModel, { userId, chats, search, after, limit });
    if (results === null) return refuse('RUN_NOT_FOUND');
    return answer({ results: results.map((folder) => resultEntry(folder, chats)) });
  });

export const readResult = (reading: Reading): Handler =>
  userHandler(messageOf('readResult'), async ({ run_id: runId }, userId) => {
    const chats = await chatNames(reading, userId);
    const folder = await resultOf(reading.runModel, { userId, chats, runId });
    return folder ? answer(resultEntry(folder, chats)) : refuse('RUN_NOT_FOUND');
  });
