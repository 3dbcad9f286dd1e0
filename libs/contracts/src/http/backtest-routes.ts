// Routes of backtest chats and their strategy files.
import { z } from 'zod';
import {
  CHAT_NAME_LENGTH_MAX,
  CHAT_NAME_LENGTH_MIN,
  CHATS_MAX,
  STRATEGY_CODE_BYTES_MAX,
} from '../constants.ts';
import { fileReference, id, laterOutput, noInput, route } from './route.ts';

export const chat = z.object({
  id: z.string(),
  /** Counts the user's chats from 1. */
  local_id: z.int(),
  name: z.string(),
  /** `private` for a private chat, `python` once another has a strategy file. */
  strategy_type: z.string().nullable(),
  status: z.enum(['active', 'private']),
  gpt5_conversation_id: z.string(),
  created_at: z.iso.datetime(),
  settings: z.object({
    /** The newest strategy's code; null in lists, which only tell whether there is one. */
    strategy_code: z.string().nullable(),
    has_strategy_code: z.boolean(),
    tradeium_private: z.boolean(),
  }),
});
export type Chat = z.infer<typeof chat>;

export const chatName = z
  .string({ error: 'CHAT_NAME_REQUIRED' })
  .trim()
  .min(1, 'CHAT_NAME_REQUIRED')
  .min(CHAT_NAME_LENGTH_MIN, 'CHAT_NAME_TOO_SHORT')
  .max(CHAT_NAME_LENGTH_MAX, 'CHAT_NAME_TOO_LONG');

/** Python source of a strategy; its size is counted in UTF-8 bytes. */
export const strategyCode = z
  .string({ error: 'STRATEGY_CODE_REQUIRED' })
  .max(STRATEGY_CODE_BYTES_MAX, 'STRATEGY_CODE_TOO_LARGE')
  .refine((code) => code.trim() !== '', 'STRATEGY_CODE_REQUIRED')
  .refine(
    (code) => new TextEncoder().encode(code).length <= STRATEGY_CODE_BYTES_MAX,
    'STRATEGY_CODE_TOO_LARGE',
  );

/** One entry of a chat: a strategy file or a result folder. */
export const sessionFile = z.object({
  filename: z.string(),
  /** Seconds since 1970. */
  created_at: z.number(),
  type: z.enum(['strategy', 'backtest_folder']),
  display_name: z.string(),
  run_id: z.string().nullable(),
  /** The newest version of a strategy file; null for folders. */
  version: z.int().nullable(),
});
export type SessionFile = z.infer<typeof sessionFile>;

export const filename = z.string().min(1).max(150);
export const chatInput = z.strictObject({ id });
const fileInput = z.strictObject({ id, filename });
const appliedStrategy = chat.extend({
  duplicate_handled: z.boolean(),
  final_name: z.string(),
  original_name: z.string(),
});
const rename = { input: z.strictObject({ id, name: chatName }), output: chat } as const;
const renameErrors = [
  'PRIVATE_CHAT_READ_ONLY',
  'CHAT_NAME_REQUIRED',
  'CHAT_NAME_TOO_SHORT',
  'CHAT_NAME_TOO_LONG',
  'CHAT_NOT_FOUND',
  'CHAT_NAME_TAKEN',
] as const;

export const BACKTEST_ROUTES = {
  listChats: route({
    method: 'GET',
    path: '/backtests',
    tag: 'backtests',
    service: 'backtest',
    summary: 'All chats of the user, newest first; the private one is beyond the limit of chats',
    input: noInput,
    output: z.array(chat).max(CHATS_MAX + 1),
  }),
  getFirstChat: route({
    method: 'GET',
    path: '/backtests/session',
    tag: 'backtests',
    service: 'backtest',
    kind: 'command',
    summary: 'The first chat; it and the private chat are created when there are none',
    input: noInput,
    output: chat,
  }),
  createChat: route({
    method: 'POST',
    path: '/backtests/session',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Create a chat',
    input: z.strictObject({ name: chatName }),
    output: chat,
    errors: [
      'CHAT_NAME_REQUIRED',
      'CHAT_NAME_TOO_SHORT',
      'CHAT_NAME_TOO_LONG',
      'CHAT_NAME_TAKEN',
      'TOO_MANY_CHATS',
    ],
  }),
  renameChat: route({
    method: 'PUT',
    path: '/backtests/{id}',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Rename a chat',
    errors: renameErrors,
    ...rename,
  }),
  patchChat: route({
    method: 'PATCH',
    path: '/backtests/{id}',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Rename a chat (the same as PUT)',
    errors: renameErrors,
    ...rename,
  }),
  duplicateChat: route({
    method: 'POST',
    path: '/backtests/{id}/duplicate',
    tag: 'backtests',
    service: 'later',
    summary: 'Duplicate a chat with its files',
    input: chatInput,
    output: laterOutput,
  }),
  deleteChat: route({
    method: 'DELETE',
    path: '/backtests/{id}',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Delete a chat with its files',
    input: chatInput,
    output: z.object({ deleted: z.literal(true) }),
    errors: ['CHAT_NOT_FOUND', 'PRIVATE_CHAT_READ_ONLY'],
  }),
  listFiles: route({
    method: 'GET',
    path: '/backtests/{id}/files',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Strategy files and result folders of a chat, oldest first',
    input: chatInput,
    output: z.object({ files: z.array(sessionFile).max(2_000) }),
    errors: ['CHAT_NOT_FOUND'],
  }),
  readStrategy: route({
    method: 'GET',
    path: '/backtests/{id}/files/{filename}',
    tag: 'backtests',
    service: 'backtest',
    response: 'file',
    summary: 'The code of a strategy file',
    input: fileInput,
    output: fileReference,
    errors: ['CHAT_NOT_FOUND', 'STRATEGY_FILE_NOT_FOUND'],
  }),
  applyStrategy: route({
    method: 'POST',
    path: '/backtests/{id}/apply-strategy',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Save code as a new strategy file',
    input: z.strictObject({ id, strategy_code: strategyCode }),
    output: appliedStrategy,
    errors: [
      'STRATEGY_CODE_REQUIRED',
      'STRATEGY_CODE_TOO_LARGE',
      'CHAT_NOT_FOUND',
      'PRIVATE_CHAT_READ_ONLY',
      'TOO_MANY_STRATEGY_FILES',
    ],
  }),
  replaceStrategy: route({
    method: 'POST',
    path: '/backtests/{id}/replace-strategy',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Save code as a new version of the selected strategy file (strategy-python-{n}, counted from 0)',
    input: z.strictObject({
      id,
      strategy_code: strategyCode,
      selected_item: z
        .string({ error: 'SELECTED_STRATEGY_REQUIRED' })
        .regex(/^strategy-python-\d{1,4}$/, 'SELECTED_STRATEGY_REQUIRED'),
    }),
    output: appliedStrategy,
    errors: [
      'STRATEGY_CODE_REQUIRED',
      'STRATEGY_CODE_TOO_LARGE',
      'SELECTED_STRATEGY_REQUIRED',
      'CHAT_NOT_FOUND',
      'PRIVATE_CHAT_READ_ONLY',
      'STRATEGY_FILE_NOT_FOUND',
    ],
  }),
  renameStrategy: route({
    method: 'POST',
    path: '/backtests/{id}/strategies/{filename}/rename',
    tag: 'backtests',
    service: 'later',
    summary: 'Rename a strategy file',
    input: z.strictObject({ id, filename, new_filename: z.string() }),
    output: laterOutput,
  }),
  deleteStrategy: route({
    method: 'DELETE',
    path: '/backtests/{id}/strategies/{filename}',
    tag: 'backtests',
    service: 'later',
    summary: 'Delete a strategy file',
    input: fileInput,
    output: laterOutput,
  }),
} as const;
