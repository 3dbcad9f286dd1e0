// The facts of backtest chats, their strategy files and their runs.
import { z } from 'zod';
import { FOLDER_FILES, TIMEFRAMES } from '../constants.ts';
import { ERROR_CODES } from '../errors.ts';
import { microVutOrZero } from '../money.ts';
import { eventOf } from './event.ts';

const chatId = z.string();
const userId = z.string();
/** SHA-256 (hex) under which a blob's bytes are kept. */
const digest = z.string().regex(/^[0-9a-f]{64}$/);

export const runSettings = z.strictObject({
  portfolio: z.array(z.string()).min(2),
  timeframe: z.enum(TIMEFRAMES),
  /** A fraction: 0.001 is 0.1 %. */
  fees: z.number().min(0).max(0.1),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
});
export type RunSettings = z.infer<typeof runSettings>;

export const dataframeInfo = z.object({
  rows: z.int().nonnegative(),
  columns: z.array(z.string()),
  date_range: z.object({ start: z.string(), end: z.string() }),
});
export type DataframeInfo = z.infer<typeof dataframeInfo>;

/** One file of a result folder: its bytes are the blob `digest`. */
export const folderFileRef = z.object({
  filename: z.enum(FOLDER_FILES),
  size: z.int().nonnegative(),
  digest,
});
export type FolderFileRef = z.infer<typeof folderFileRef>;

/** A user's workspace: his chats and their strategy files. */
export const workspaceEvents = z.discriminatedUnion('type', [
  /** `localId` counts the user's chats from 1. */
  eventOf('ChatCreated', {
    userId,
    chatId,
    localId: z.int().positive(),
    name: z.string(),
    conversationId: z.string(),
  }),
  eventOf('ChatRenamed', { userId, chatId, name: z.string() }),
  eventOf('ChatDeleted', { userId, chatId }),
  /** A new version of a strategy file; version 1 creates the file. */
  eventOf('StrategyFileSaved', {
    userId,
    chatId,
    filename: z.string(),
    version: z.int().positive(),
    code: digest,
    size: z.int().nonnegative(),
  }),
]);

export const runEvents = z.discriminatedUnion('type', [
  eventOf('RunStarted', {
    runId: z.string(),
    chatId,
    userId,
    strategyFilename: z.string(),
    strategyVersion: z.int().positive(),
    code: digest,
    settings: runSettings,
  }),
  eventOf('RunCompleted', {
    runId: z.string(),
    chatId,
    userId,
    folderName: z.string(),
    summary: z.string(),
    files: z.array(folderFileRef),
    result: dataframeInfo,
    strategyFrame: dataframeInfo,
    charged: microVutOrZero,
  }),
  /**
   * `strategyError` is the author's mistake, in words for him, with the line in his file; otherwise `refusal`
   * tells from the error catalogue why the run could not be done.
   */
  eventOf('RunFailed', {
    runId: z.string(),
    chatId,
    userId,
    strategyError: z.string().nullable(),
    line: z.int().nullable(),
    refusal: z
      .object({
        refused: z.enum(ERROR_CODES),
        data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      })
      .nullable(),
  }),
]);

export type WorkspaceEvent = z.infer<typeof workspaceEvents>;
export type RunEvent = z.infer<typeof runEvents>;
