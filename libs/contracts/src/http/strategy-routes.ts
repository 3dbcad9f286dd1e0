// Routes of the strategy files of a chat, and of their versions.
import { z } from 'zod';
import { STRATEGY_CODE_BYTES_MAX, STRATEGY_VERSIONS_MAX } from '../constants.ts';
import { declaredParameters } from '../parameter-schema.ts';
import { chat, deleted, filename, NAME_ERRORS, newName } from './backtest-routes.ts';
import { fileReference, id, route } from './route.ts';

/** A mark that some editors begin a file with: no part of its text. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** Python source of a strategy; its size is counted in UTF-8 bytes. */
export const strategyCode = z
  .string({ error: 'STRATEGY_CODE_REQUIRED' })
  .overwrite((code) => code.replace(BYTE_ORDER_MARK, ''))
  .max(STRATEGY_CODE_BYTES_MAX, 'STRATEGY_CODE_TOO_LARGE')
  .refine((code) => code.trim() !== '', 'STRATEGY_CODE_REQUIRED')
  .refine(
    (code) => new TextEncoder().encode(code).length <= STRATEGY_CODE_BYTES_MAX,
    'STRATEGY_CODE_TOO_LARGE',
  );

/** Room for the largest code as a JSON string. */
const CODE_BODY_BYTES_MAX = 4 * STRATEGY_CODE_BYTES_MAX;

const fileInput = z.strictObject({ id, filename });
const versionInput = fileInput.extend({ version: z.coerce.number().int().positive().max(1_000_000) });
const appliedStrategy = chat.extend({
  duplicate_handled: z.boolean(),
  final_name: z.string(),
  original_name: z.string(),
});

/** A saved state of a strategy file. */
const strategyVersion = z.object({
  version: z.int(),
  saved_at: z.iso.datetime(),
  /** Bytes. */
  size: z.int(),
});
export type StrategyVersion = z.infer<typeof strategyVersion>;

/** A problem of code and its place; lines and columns count from 1, the end is the first column after it. */
const codeProblem = z.object({
  line: z.int(),
  column: z.int(),
  end_line: z.int(),
  end_column: z.int(),
  /** With a warning it runs. */
  severity: z.enum(['error', 'warning']),
  message: z.string(),
});
export type CodeProblem = z.infer<typeof codeProblem>;

export const STRATEGY_ROUTES = {
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
    bodyBytesMax: CODE_BODY_BYTES_MAX,
    summary: 'Save code as a new strategy file',
    input: z.strictObject({ id, strategy_code: strategyCode }),
    output: appliedStrategy,
    errors: [
      'STRATEGY_CODE_REQUIRED',
      'STRATEGY_CODE_TOO_LARGE',
      'CHAT_NOT_FOUND',
      'PRIVATE_CHAT_READ_ONLY',
      'TOO_MANY_STRATEGY_FILES',
      'TOO_MANY_FILES_OF_USER',
      'STORAGE_FULL',
      'SAVED_BYTES_LIMIT',
    ],
  }),
  replaceStrategy: route({
    method: 'POST',
    path: '/backtests/{id}/replace-strategy',
    tag: 'backtests',
    service: 'backtest',
    bodyBytesMax: CODE_BODY_BYTES_MAX,
    summary: 'Save code as a new version of the selected strategy file (strategy-python-{n}, counted from 0)',
    input: z.strictObject({
      id,
      strategy_code: strategyCode,
      selected_item: z
        .string({ error: 'SELECTED_STRATEGY_REQUIRED' })
        .regex(/^strategy-python-\d{1,4}$/, 'SELECTED_STRATEGY_REQUIRED'),
      /** The file's name: files move up when one is deleted, and no other may be overwritten. */
      filename: filename.optional(),
    }),
    output: appliedStrategy,
    errors: [
      'STORAGE_FULL',
      'SAVED_BYTES_LIMIT',
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
    service: 'backtest',
    summary: 'Rename a strategy file: its name becomes strategy_{new_filename}.py',
    input: z.strictObject({ id, filename, new_filename: newName }),
    output: z.object({ filename: z.string() }),
    errors: [
      ...NAME_ERRORS,
      'CHAT_NOT_FOUND',
      'PRIVATE_CHAT_READ_ONLY',
      'STRATEGY_FILE_NOT_FOUND',
      'STRATEGY_NAME_TAKEN',
    ],
  }),
  deleteStrategy: route({
    method: 'DELETE',
    path: '/backtests/{id}/strategies/{filename}',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Delete a strategy file with its versions; results of it stay',
    input: fileInput,
    output: deleted,
    errors: ['CHAT_NOT_FOUND', 'PRIVATE_CHAT_READ_ONLY', 'STRATEGY_FILE_NOT_FOUND'],
  }),
  listStrategyVersions: route({
    method: 'GET',
    path: '/backtests/{id}/strategies/{filename}/versions',
    tag: 'backtests',
    service: 'backtest',
    summary: 'The newest versions of a strategy file, newest first',
    input: fileInput,
    output: z.object({ versions: z.array(strategyVersion).max(STRATEGY_VERSIONS_MAX) }),
    errors: ['CHAT_NOT_FOUND', 'STRATEGY_FILE_NOT_FOUND'],
  }),
  readStrategyVersion: route({
    method: 'GET',
    path: '/backtests/{id}/strategies/{filename}/versions/{version}',
    tag: 'backtests',
    service: 'backtest',
    response: 'file',
    summary: 'The code of one version of a strategy file',
    input: versionInput,
    output: fileReference,
    errors: ['CHAT_NOT_FOUND', 'STRATEGY_FILE_NOT_FOUND', 'STRATEGY_VERSION_NOT_FOUND'],
  }),
  restoreStrategyVersion: route({
    method: 'POST',
    path: '/backtests/{id}/strategies/{filename}/versions/{version}/restore',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Save the code of an earlier version as the newest one',
    input: versionInput,
    output: z.object({ version: z.int() }),
    errors: [
      'STORAGE_FULL',
      'SAVED_BYTES_LIMIT',
      'CHAT_NOT_FOUND',
      'PRIVATE_CHAT_READ_ONLY',
      'STRATEGY_FILE_NOT_FOUND',
      'STRATEGY_VERSION_NOT_FOUND',
      'CONCURRENT_CHANGE',
    ],
  }),
  checkStrategy: route({
    method: 'POST',
    path: '/api/backtest/check-strategy',
    tag: 'backtests',
    service: 'backtest',
    kind: 'query',
    bodyBytesMax: CODE_BODY_BYTES_MAX,
    limits: ['requests', 'checks'],
    summary: 'What is wrong with code, and the parameters that it declares; nothing of it is run',
    input: z.strictObject({ strategy_code: strategyCode }),
    output: z.object({ problems: z.array(codeProblem).max(20), parameters: declaredParameters }),
    errors: [
      'STRATEGY_CODE_REQUIRED',
      'STRATEGY_CODE_TOO_LARGE',
      'STRATEGIES_UNAVAILABLE',
      'CODE_CHECK_GAVE_UP',
    ],
  }),
} as const;
