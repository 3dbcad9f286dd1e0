// Routes of links with which anybody can read a result, and of what such a link shows.
import { z } from 'zod';
import { SHARED_LINK_DAYS, SHARED_LINK_DAYS_DEFAULT, SHARED_LINKS_MAX } from '../constants.ts';
import { id, noInput, route } from './route.ts';

/** A token has 43 characters; whatever else is sent is as unknown as one that was never made. */
const TOKEN_LENGTH_MAX = 100;

const sharedLink = z.object({
  id: z.string(),
  backtest_id: z.string(),
  run_id: z.string(),
  /** The result, as its user's lists call it. */
  name: z.string(),
  shows_code: z.boolean(),
  created_at: z.iso.datetime(),
  /** Null: never. */
  expires_at: z.iso.datetime().nullable(),
  state: z.enum(['active', 'expired']),
});
export type SharedLink = z.infer<typeof sharedLink>;

/** The content of a link: nothing of the account, no ids and no words of its user but the names of strategy and parameters. */
const sharedResult = z.object({
  /** As the strategy was called when the run started. */
  strategy: z.string(),
  /** When the run ended. */
  made_at: z.iso.datetime(),
  /** Of the link; null: never. */
  expires_at: z.iso.datetime().nullable(),
  /** From the file `Settings`, without notes and output. */
  settings: z.record(z.string(), z.unknown()),
  /** The file `Statistics`, without the prices of each coin. */
  statistics: z.record(z.string(), z.unknown()),
  /** Null unless the link shows it. */
  code: z.string().nullable(),
});
export type SharedResult = z.infer<typeof sharedResult>;

export const SHARE_ROUTES = {
  listSharedLinks: route({
    method: 'GET',
    path: '/api/shared-results',
    tag: 'backtests',
    service: 'backtest',
    summary:
      "The user's links to results, newest first, with those that have expired; never the links themselves",
    input: noInput,
    output: z.object({ links: z.array(sharedLink).max(SHARED_LINKS_MAX) }),
  }),
  shareResult: route({
    method: 'POST',
    path: '/api/shared-results',
    tag: 'backtests',
    service: 'backtest',
    summary: 'Make a link with which anybody can read a result; its token is in this answer only',
    input: z.strictObject({
      backtest_id: id,
      run_id: id,
      days: z.literal(SHARED_LINK_DAYS).default(SHARED_LINK_DAYS_DEFAULT),
      show_code: z.boolean().default(false),
    }),
    output: z.object({ token: z.string(), link: sharedLink }),
    errors: ['CHAT_NOT_FOUND', 'FOLDER_NOT_FOUND', 'NO_CODE_TO_SHOW', 'TOO_MANY_SHARED_LINKS'],
  }),
  revokeSharedLink: route({
    method: 'DELETE',
    path: '/api/shared-results/{id}',
    tag: 'backtests',
    service: 'backtest',
    summary: 'End a link to a result; from then on it is as unknown as one that was never made',
    input: z.strictObject({ id }),
    output: z.object({ message: z.string() }),
    errors: ['SHARED_RESULT_NOT_FOUND'],
  }),
  /** The token is in the body, so that it stands in no log of requests. */
  readSharedResult: route({
    method: 'POST',
    path: '/api/shared-results/read',
    tag: 'backtests',
    auth: 'public',
    service: 'backtest',
    kind: 'query',
    limits: ['links'],
    bodyBytesMax: 1_024,
    summary:
      'What a link to a result shows, for anybody who has it; unknown, revoked and expired ones have one answer',
    input: z.strictObject({
      token: z.string({ error: 'SHARED_RESULT_NOT_FOUND' }).max(TOKEN_LENGTH_MAX, 'SHARED_RESULT_NOT_FOUND'),
    }),
    output: sharedResult,
    errors: ['SHARED_RESULT_NOT_FOUND'],
  }),
} as const;
