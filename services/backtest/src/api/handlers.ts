// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { checkCapital } from './candles/check-capital.ts';
import { getCommonDateRange } from './candles/get-common-date-range.ts';
import { readCandles } from './candles/read-candles.ts';
import { readCoinCandles } from './candles/read-coin-candles.ts';
import { summarizeCoins } from './candles/summarize-coins.ts';
import { createChat } from './chats/create-chat.ts';
import { deleteChat } from './chats/delete-chat.ts';
import { duplicateChat } from './chats/duplicate-chat.ts';
import { findChat } from './chats/find-chat.ts';
import { getFirstChat } from './chats/get-first-chat.ts';
import { listChats } from './chats/list-chats.ts';
import { patchChat, renameChat } from './chats/rename-chat.ts';
import type { Dependencies } from './dependencies.ts';
import { exportUserData } from './export-user-data.ts';
import { addFavorite, removeFavorite } from './folders/change-favorites.ts';
import { deleteFolder, deleteRun } from './folders/delete-folder.ts';
import { findResult } from './folders/find-result.ts';
import { getResults } from './folders/get-results.ts';
import { listFavorites } from './folders/list-favorites.ts';
import { listFiles } from './folders/list-files.ts';
import { listFolder } from './folders/list-folder.ts';
import { listResults, readResult } from './folders/list-results.ts';
import { readFolderFile } from './folders/read-folder-file.ts';
import { readSharedResult } from './folders/read-shared-result.ts';
import { readTrials } from './folders/read-trials.ts';
import { renameFolder } from './folders/rename-folder.ts';
import { saveNotes } from './folders/save-notes.ts';
import { listSharedLinks, revokeSharedLink, shareResult } from './folders/shared-links.ts';
import { awaitRun } from './runs/await-run.ts';
import { cancelRun } from './runs/cancel-run.ts';
import { computeWeights } from './runs/compute-weights.ts';
import { executeBacktest } from './runs/execute-backtest.ts';
import { keepTry } from './runs/keep-try.ts';
import { listActiveRuns } from './runs/list-active-runs.ts';
import { listRuns } from './runs/list-runs.ts';
import { cancelTry, tryStrategy } from './runs/try-strategy.ts';
import { watchRun } from './runs/watch-run.ts';
import { applyStrategy } from './strategies/apply-strategy.ts';
import { checkStrategy } from './strategies/check-strategy.ts';
import { deleteStrategy } from './strategies/delete-strategy.ts';
import { listStrategyVersions } from './strategies/list-strategy-versions.ts';
import { readStrategy } from './strategies/read-strategy.ts';
import { readStrategyVersion } from './strategies/read-strategy-version.ts';
import { renameStrategy } from './strategies/rename-strategy.ts';
import { replaceStrategy } from './strategies/replace-strategy.ts';
import { restoreStrategyVersion } from './strategies/restore-strategy-version.ts';
import { cancelStudy } from './studies/cancel-study.ts';
import { deleteStudy } from './studies/delete-study.ts';
import { keepStudyPoint } from './studies/keep-study-point.ts';
import { listStudies } from './studies/list-studies.ts';
import { priceStudy } from './studies/price-study.ts';
import { readStudy, readStudyPoint } from './studies/read-study.ts';
import { startStudy } from './studies/start-study.ts';

const OF_STUDIES = [
  priceStudy,
  startStudy,
  listStudies,
  readStudy,
  readStudyPoint,
  cancelStudy,
  deleteStudy,
  keepStudyPoint,
];

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
    readTrials,
    readCoinCandles,
    readFolderFile,
    saveNotes,
    renameFolder,
    deleteFolder,
    deleteRun,
    listSharedLinks,
    shareResult,
    revokeSharedLink,
    readSharedResult,
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
    ...OF_STUDIES,
    exportUserData,
  ].map((open) => open(dependencies));
