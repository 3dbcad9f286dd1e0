// The route by which a browser learns that something of its account has changed, and the message behind it.
import { z } from 'zod';
import { id, noInput, route } from './route.ts';

/** What a page may show: each is one thing to ask for again. */
export const UPDATE_TOPICS = ['chats', 'files', 'favorites', 'runs', 'balance', 'purchases'] as const;

/** Something has changed, and queries see it already. It tells what to ask for again, never what it is now. */
export const accountUpdate = z.object({
  topic: z.enum(UPDATE_TOPICS),
  /** The chat that `files` is about; null for the other topics. */
  backtest_id: id.nullable(),
});
export type AccountUpdate = z.infer<typeof accountUpdate>;

/** The subject on which changes of a user's account are told (not stored). */
export const accountUpdateSubject = (userId: string): string => `updates.account.${userId}`;

export const UPDATE_ROUTES = {
  watchAccount: route({
    method: 'GET',
    path: '/api/updates',
    tag: 'runs',
    service: 'gateway',
    response: 'events',
    summary: 'Tells what has changed of the account as server-sent events, until the session ends',
    input: noInput,
    output: accountUpdate,
  }),
} as const;
