// Routes of result folders, their files, and favourites.
import { z } from 'zod';
import {
  COIN_CANDLES_MAX,
  COIN_CANDLES_MIN,
  FAVORITES_MAX,
  NOTES_LENGTH_MAX,
  RESULT_ROWS_MAX,
} from '../constants.ts';
import { chatInput, deleted, filename, NAME_ERRORS, newName } from './backtest-routes.ts';
import { ENDS, fileReference, id, noInput, route } from './route.ts';

/** A query has text in place of numbers; without decimal digits it is none. */
const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);

const folderFile = z.object({ filename: z.string(), size: z.int() });
export type FolderFileEntry = z.infer<typeof folderFile>;

/** A favourite: a strategy file or a result folder of a chat, by its name. */
const favorite = z.strictObject({
  item_type: z.enum(['strategy', 'backtest_result']),
  item_id: filename,
  backtest_id: id,
});
export type Favorite = z.infer<typeof favorite>;
const favorited = z.object({ favorited: z.boolean() });

/** Says if a capital can trade a result at its exchange, as its lots and smallest orders are today. */
const capitalCheck = z.object({
  /** To two digits; null where none up to 100,000 USDT will do. */
  smallest_capital_usdt: z.number().nullable(),
  /** A capital can follow when no rebalance leaves a coin further than this share of the portfolio from its target. */
  drift_max: z.number(),
  points: z
    .array(
      z.object({
        capital_usdt: z.number(),
        /** A fraction: 0.5 is 50 %. */
        total_return: z.number(),
        orders: z.int(),
        /** Wanted trades that were too small for an order. */
        too_small: z.int(),
        can_follow: z.boolean(),
      }),
    )
    .max(50),
});
export type CapitalCheck = z.infer<typeof capitalCheck>;

const prices = z.array(z.number()).max(COIN_CANDLES_MAX);

/** Candles of a coin in a part of a run, in USDT. */
const coinCandles = z.object({
  /** How long a bar of the run is, and how long a candle: as long as several bars where there are too many of them. */
  bar_ms: z.int(),
  candle_ms: z.int(),
  /** When each candle opens, ms UTC, ascending by `candle_ms`; and when the last bar ends. */
  times: z.array(z.int()).max(COIN_CANDLES_MAX),
  until_ms: z.int(),
  open: prices,
  high: prices,
  low: prices,
  close: prices,
});
export type CoinCandles = z.infer<typeof coinCandles>;

const folderInput = z.strictObject({ id, folderName: filename });

export const FOLDER_ROUTES = {
  getResults: route({
    method: 'GET',
    path: '/backtests/{id}/results/dataframe',
    tag: 'backtests',
    service: 'backtest',
    summary: 'The table of the newest result, at most 1000 rows; of a private strategy, its value day by day',
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
      metadata: z.object({ portfolio: z.array(z.string()), timeframe: z.string() }),
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
  checkCapital: route({
    method: 'GET',
    path: '/backtests/{id}/folders/{folderName}/capital',
    tag: 'backtests',
    service: 'backtest',
    summary: 'The smallest capital that can trade a result, and what other capitals would have returned',
    input: folderInput,
    output: capitalCheck,
    errors: [
      'CHAT_NOT_FOUND',
      'FOLDER_NOT_FOUND',
      'FILE_NOT_FOUND',
      'CANDLES_UNAVAILABLE',
      'NO_CANDLES_IN_RANGE',
      'NO_WEEK_IN_RANGE',
    ],
  }),
  readTrials: route({
    method: 'GET',
    path: '/backtests/{id}/folders/{folderName}/trials',
    tag: 'backtests',
    service: 'backtest',
    summary:
      'How many different contents have been tried so far: in the chat, and in all chats over the range of the result',
    input: folderInput,
    output: z.object({ chat: z.int().nonnegative(), account_over_range: z.int().nonnegative() }),
    errors: ['CHAT_NOT_FOUND', 'FOLDER_NOT_FOUND'],
  }),
  readCoinCandles: route({
    method: 'GET',
    path: '/backtests/{id}/folders/{folderName}/candles',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Candles of a coin of a result, in its interval or, where these are too many, in a longer one',
    input: folderInput.extend({
      coin: z.string().max(20),
      /** A part of the run, ms UTC; all of it if absent. */
      from_ms: wholeNumber.optional(),
      until_ms: wholeNumber.optional(),
      at_most: wholeNumber
        .pipe(z.int().min(COIN_CANDLES_MIN).max(COIN_CANDLES_MAX))
        .default(COIN_CANDLES_MAX),
    }),
    output: coinCandles,
    errors: [
      'CHAT_NOT_FOUND',
      'FOLDER_NOT_FOUND',
      'UNKNOWN_COIN',
      'CANDLES_UNAVAILABLE',
      'NO_CANDLES_IN_RANGE',
      'NO_WEEK_IN_RANGE',
    ],
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
    service: 'backtest',
    summary: 'Save the notes of a result folder; its Settings carry them as `notes`',
    input: folderInput.extend({
      notes: z.string({ error: 'NOTES_TOO_LONG' }).max(NOTES_LENGTH_MAX, 'NOTES_TOO_LONG'),
    }),
    output: z.object({ notes: z.string() }),
    errors: ['CHAT_NOT_FOUND', 'FOLDER_NOT_FOUND', 'NOTES_TOO_LONG', 'SAVED_BYTES_LIMIT'],
  }),
  renameFolder: route({
    method: 'PUT',
    path: '/backtests/{id}/folders/{folderName}/rename',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Rename a result folder',
    input: folderInput.extend({ new_name: newName }),
    output: z.object({ folder_name: z.string() }),
    errors: [...NAME_ERRORS, 'CHAT_NOT_FOUND', 'FOLDER_NOT_FOUND', 'FOLDER_NAME_TAKEN'],
  }),
  deleteFolder: route({
    method: 'DELETE',
    path: '/backtests/{id}/folders/{folderName}',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Delete a result folder',
    input: folderInput,
    output: deleted,
    errors: ['CHAT_NOT_FOUND', 'FOLDER_NOT_FOUND'],
  }),
  deleteRun: route({
    method: 'DELETE',
    path: '/backtests/{id}/runs/{run_id}',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Delete the result folder of a run',
    input: z.strictObject({ id, run_id: id }),
    output: deleted,
    errors: ['CHAT_NOT_FOUND', 'FOLDER_NOT_FOUND'],
  }),
  listFavorites: route({
    method: 'GET',
    path: '/favorites/list',
    tag: 'favorites',
    service: 'backtest',
    summary: 'Favourite strategies and results, oldest first',
    input: noInput,
    output: z.object({ favorites: z.array(favorite).max(FAVORITES_MAX) }),
  }),
  addFavorite: route({
    method: 'POST',
    path: '/favorites/add',
    tag: 'favorites',
    service: 'backtest',
    summary: 'Mark a favourite',
    input: favorite,
    output: favorited,
    errors: ['CHAT_NOT_FOUND', 'STRATEGY_FILE_NOT_FOUND', 'FOLDER_NOT_FOUND', 'TOO_MANY_FAVORITES'],
  }),
  removeFavorite: route({
    method: 'POST',
    path: '/favorites/remove',
    tag: 'favorites',
    service: 'backtest',
    budgets: ENDS,
    summary: 'Remove a favourite; does nothing if it is not one',
    input: favorite,
    output: favorited,
  }),
} as const;
