// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { applyStrategy } from './apply-strategy.ts';
import { awaitRun } from './await-run.ts';
import { cancelRun } from './cancel-run.ts';
import { createChat } from './create-chat.ts';
import { deleteChat } from './delete-chat.ts';
import type { Dependencies } from './dependencies.ts';
import { executeBacktest } from './execute-backtest.ts';
import { exportUserData } from './export-user-data.ts';
import { getCommonDateRange } from './get-common-date-range.ts';
import { getFirstChat } from './get-first-chat.ts';
import { getResults } from './get-results.ts';
import { listChats } from './list-chats.ts';
import { listFiles } from './list-files.ts';
import { listFolder } from './list-folder.ts';
import { readFolderFile } from './read-folder-file.ts';
import { readStrategy } from './read-strategy.ts';
import { patchChat, renameChat } from './rename-chat.ts';
import { replaceStrategy } from './replace-strategy.ts';
import { watchRun } from './watch-run.ts';

export const handlers = (dependencies: Dependencies): Handler[] =>
  [
    listChats,
    getFirstChat,
    createChat,
    renameChat,
    patchChat,
    deleteChat,
    listFiles,
    readStrategy,
    applyStrategy,
    replaceStrategy,
    getResults,
    listFolder,
    readFolderFile,
    getCommonDateRange,
    executeBacktest,
    awaitRun,
    watchRun,
    cancelRun,
    exportUserData,
  ].map((open) => open(dependencies));
