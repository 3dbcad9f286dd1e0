// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { applyStrategy } from './apply-strategy.ts';
import { awaitRun } from './await-run.ts';
import { cancelRun } from './cancel-run.ts';
import { addFavorite, removeFavorite } from './change-favorites.ts';
import { checkCapital } from './check-capital.ts';
import { checkStrategy } from './check-strategy.ts';
import { computeWeights } from './compute-weights.ts';
import { createChat } from './create-chat.ts';
import { deleteChat } from './delete-chat.ts';
import { deleteFolder, deleteRun } from './delete-folder.ts';
import { deleteStrategy } from './delete-strategy.ts';
import type { Dependencies } from './dependencies.ts';
import { duplicateChat } from './duplicate-chat.ts';
import { executeBacktest } from './execute-backtest.ts';
import { exportUserData } from './export-user-data.ts';
import { findChat } from './find-chat.ts';
import { findResult } from './find-result.ts';
import { getCommonDateRange } from './get-common-date-range.ts';
import { getFirstChat } from './get-first-chat.ts';
import { getResults } from './get-results.ts';
import { keepTry } from './keep-try.ts';
import { listActiveRuns } from './list-active-runs.ts';
import { listChats } from './list-chats.ts';
import { listFavorites } from './list-favorites.ts';
import { listFiles } from './list-files.ts';
import { listFolder } from './list-folder.ts';
import { listResults, readResult } from './list-results.ts';
import { listRuns } from './list-runs.ts';
import { listStrategyVersions } from './list-strategy-versions.ts';
import { readCandles } from './read-candles.ts';
import { readCoinCandles } from './read-coin-candles.ts';
import { readFolderFile } from './read-folder-file.ts';
import { readStrategy } from './read-strategy.ts';
import { readStrategyVersion } from './read-strategy-version.ts';
import { patchChat, renameChat } from './rename-chat.ts';
import { renameFolder } from './rename-folder.ts';
import { renameStrategy } from './rename-strategy.ts';
import { replaceStrategy } from './replace-strategy.ts';
import { restoreStrategyVersion } from './restore-strategy-version.ts';
import { saveNotes } from './save-notes.ts';
import { summarizeCoins } from './summarize-coins.ts';
import { cancelTry, tryStrategy } from './try-strategy.ts';
import { watchRun } from './watch-run.ts';

export const handlers = (dependencies: Dependencies): Handler[] =>
  [
    listChats,
    findChat,
    findResult,
    getFirstChat,
    createChat,
    renameChat,
    patchChat,
    duplicateChat,
    deleteChat,
    listFiles,
    readStrategy,
    applyStrategy,
    replaceStrategy,
    renameStrategy,
    deleteStrategy,
    listStrategyVersions,
    readStrategyVersion,
    restoreStrategyVersion,
    getResults,
    listFolder,
    checkCapital,
    readCoinCandles,
    readFolderFile,
    saveNotes,
    renameFolder,
    deleteFolder,
    deleteRun,
    listFavorites,
    addFavorite,
    removeFavorite,
    getCommonDateRange,
    checkStrategy,
    readCandles,
    computeWeights,
    tryStrategy,
    cancelTry,
    keepTry,
    summarizeCoins,
    executeBacktest,
    listActiveRuns,
    listRuns,
    listResults,
    readResult,
    awaitRun,
    watchRun,
    cancelRun,
    exportUserData,
  ].map((open) => open(dependencies));
