// Routes of result folders, their files, and favourites.
import { z } from 'zod';
import { RESULT_ROWS_MAX } from '../constants.ts';
import { chatInput, filename } from './backtest-routes.ts';
import { fileReference, id, laterOutput, noInput, route } from './route.ts';

export const folderFile = z.object({ filename: z.string(), size: z.int() });
export type FolderFileEntry = z.infer<typeof folderFile>;

const folderInput = z.strictObject({ id, folderName: filename });

export const FOLDER_ROUTES = {
  getResults: route({
    method: 'GET',
    path: '/backtests/{id}/results/dataframe',
    tag: 'backtests',
    service: 'backtest',
    summary: 'The table of the newest result, at most 1000 rows',
    input: chatInput,
    output: z.object({
      dataframe: z
        .array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])))
        .max(RESULT_ROWS_MAX),
      columns: z.array(z.string()),
      shape: z.tuple([z.int(), z.int()]),
      summary: z.string(),
      is_large_dataset: z.boolean(),
      total_rows: z.int(),
      metadata: z.object({ portfolio: z.array(z.string()), timeframe: z.string().default('1d') }),
    }),
    errors: ['CHAT_NOT_FOUND', 'RESULTS_NOT_FOUND'],
  }),
  listFolder: route({
    method: 'GET',
    path: '/backtests/{id}/folders/{folderName}',
    tag: 'backtests',
    service: 'backtest',
    summary: 'The files of a result folder',
    input: folderInput,
    output: z.object({ files: z.array(folderFile) }),
    errors: ['CHAT_NOT_FOUND', 'FOLDER_NOT_FOUND'],
  }),
  readFolderFile: route({
    method: 'GET',
    path: '/backtests/{id}/folders/{folderName}/{filename}',
    tag: 'backtests',
    service: 'backtest',
    response: 'file',
    summary: 'One file of a result folder',
    input: folderInput.extend({ filename }),
    output: fileReference,
    errors: ['CHAT_NOT_FOUND', 'FOLDER_NOT_FOUND', 'FILE_NOT_FOUND'],
  }),
  saveNotes: route({
    method: 'PUT',
    path: '/backtests/{id}/folders/{folderName}/settings/notes',
    tag: 'backtests',
    service: 'later',
    summary: 'Save the notes of a result folder',
    input: folderInput.extend({ notes: z.string() }),
    output: laterOutput,
  }),
  renameFolder: route({
    method: 'PUT',
    path: '/backtests/{id}/folders/{folderName}/rename',
    tag: 'backtests',
    service: 'later',
    summary: 'Rename a result folder',
    input: folderInput.extend({ new_name: z.string() }),
    output: laterOutput,
  }),
  deleteFolder: route({
    method: 'DELETE',
    path: '/backtests/{id}/folders/{folderName}',
    tag: 'backtests',
    service: 'later',
    summary: 'Delete a result folder',
    input: folderInput,
    output: laterOutput,
  }),
  deleteRun: route({
    method: 'DELETE',
    path: '/backtests/{id}/runs/{run_id}',
    tag: 'backtests',
    service: 'later',
    summary: 'Delete the result folder of a run',
    input: z.strictObject({ id, run_id: id }),
    output: laterOutput,
  }),
  listFavorites: route({
    method: 'GET',
    path: '/favorites/list',
    tag: 'favorites',
    service: 'later',
    summary: 'Favourite strategies and results',
    input: noInput,
    output: laterOutput,
  }),
  addFavorite: route({
    method: 'POST',
    path: '/favorites/add',
    tag: 'favorites',
    service: 'later',
    summary: 'Mark a favourite',
    input: z.looseObject({}),
    output: laterOutput,
  }),
  removeFavorite: route({
    method: 'POST',
    path: '/favorites/remove',
    tag: 'favorites',
    service: 'later',
    summary: 'Remove a favourite',
    input: z.looseObject({}),
    output: laterOutput,
  }),
} as const;
