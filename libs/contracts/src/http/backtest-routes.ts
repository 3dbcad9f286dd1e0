// Routes of backtest chats.
import { z } from 'zod';
import {
  CHAT_NAME_LENGTH_MAX,
  CHAT_NAME_LENGTH_MIN,
  CHATS_MAX,
  DRIFT_BAND_ENDS,
  NAME_LENGTH_MAX,
  REBALANCE_CALENDARS,
  TIMEFRAMES,
} from '../constants.ts';
import { parameterValues } from '../parameter-schema.ts';
import { id, noInput, route } from './route.ts';

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
    /** The newest strategy's code; null in lists. */
    strategy_code: z.string().nullable(),
    has_strategy_code: z.boolean(),
    tradeium_private: z.boolean(),
  }),
});
export type Chat = z.infer<typeof chat>;

/** The flags of England, Scotland and Wales contain characters that are invisible elsewhere. */
const TAG_FLAGS =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;
/** Control characters, lone surrogates, characters that change the text direction, and invisible ones ... */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]/u;
/** ... except joiners and variation selectors, which emoji and some scripts need. */
const IGNORABLE = /(?!\u200c|\u200d|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u;
/** Anything but spaces, combining marks and the blank Braille pattern. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Mn}\p{Me}\u2800]/u;
/** In a URL these two mean another folder, even when encoded. */
const DOTS = /^\.{1,2}$/;

const isReadable = (name: string): boolean => {
  const text = name.replaceAll(TAG_FLAGS, 'flag');
  return !UNPRINTABLE.test(text) && !IGNORABLE.test(text) && VISIBLE.test(text) && !DOTS.test(text);
};

export const chatName = z
  .string({ error: 'CHAT_NAME_REQUIRED' })
  .trim()
  .min(1, 'CHAT_NAME_REQUIRED')
  .min(CHAT_NAME_LENGTH_MIN, 'CHAT_NAME_TOO_SHORT')
  .max(CHAT_NAME_LENGTH_MAX, 'CHAT_NAME_TOO_LONG')
  .refine(isReadable, 'NAME_INVALID');

/** The new name of a chat, a strategy file or a result folder: any visible characters. */
export const newName = z
  .string({ error: 'NAME_REQUIRED' })
  .trim()
  .min(1, 'NAME_REQUIRED')
  .max(NAME_LENGTH_MAX, 'NAME_TOO_LONG')
  .refine(isReadable, 'NAME_INVALID');
export const NAME_ERRORS = ['NAME_REQUIRED', 'NAME_TOO_LONG', 'NAME_INVALID'] as const;

/** The settings and the key figures of a result. */
const resultFacts = z.object({
  /** As the strategy was called when the run started. */
  strategy: z.string(),
  portfolio: z.array(z.string()),
  timeframe: z.enum(TIMEFRAMES),
  fees: z.number(),
  start_date: z.string(),
  end_date: z.string(),
  /** In USDT; slippage is a fraction as fees, the band is in percentage points, 0 for none. */
  starting_capital: z.number(),
  slippage: z.number(),
  drift_band_percent: z.number(),
  drift_band_to: z.enum(DRIFT_BAND_ENDS).optional(),
  rebalance_every: z.enum(REBALANCE_CALENDARS),
  /** The value of every parameter that its strategy declares. */
  parameters: parameterValues,
  /** Fractions. */
  total_return: z.number(),
  max_drawdown: z.number(),
  sharpe_ratio: z.number().nullable(),
  /** Of a year, and of the coins bought in equal parts at the start and held. */
  cagr: z.number().nullable(),
  benchmark_return: z.number().nullable(),
  /** How many findings say that it must not be trusted. */
  critical_findings: z.int().nonnegative(),
});
export type ResultFacts = z.infer<typeof resultFacts>;

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
  /** Null for strategy files. */
  result: resultFacts.nullable(),
});
export type SessionFile = z.infer<typeof sessionFile>;

export const filename = z.string().min(1).max(150);
export const chatInput = z.strictObject({ id });
const rename = { input: z.strictObject({ id, name: newName }), output: chat } as const;
const renameErrors = [...NAME_ERRORS, 'PRIVATE_CHAT_READ_ONLY', 'CHAT_NOT_FOUND', 'CHAT_NAME_TAKEN'] as const;
export const deleted = z.object({ deleted: z.literal(true) });

export const BACKTEST_ROUTES = {
  listChats: route({
    method: 'GET',
    path: '/backtests',
    tag: 'backtests',
    service: 'backtest',
    summary: 'All chats of the user, newest first; the private one does not count towards the limit',
    input: noInput,
    output: z.array(chat).max(CHATS_MAX + 1),
  }),
  getFirstChat: route({
    method: 'GET',
    path: '/backtests/session',
    tag: 'backtests',
    service: 'backtest',
    kind: 'command',
    summary: 'The first chat; creates it and the private chat if there are none',
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
      'NAME_INVALID',
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
    service: 'backtest',
    summary: 'A new chat with the newest version of each strategy file; results stay with the original',
    input: chatInput,
    output: chat,
    errors: [
      'CHAT_NOT_FOUND',
      'PRIVATE_CHAT_READ_ONLY',
      'TOO_MANY_CHATS',
      'TOO_MANY_FILES_OF_USER',
      'STORAGE_FULL',
    ],
  }),
  deleteChat: route({
    method: 'DELETE',
    path: '/backtests/{id}',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Delete a chat with its files',
    input: chatInput,
    output: deleted,
    errors: ['CHAT_NOT_FOUND', 'PRIVATE_CHAT_READ_ONLY', 'CHAT_IS_DEPLOYED'],
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
} as const;
