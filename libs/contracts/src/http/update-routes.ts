// The route that sends account updates to browsers, and the message behind it.
import { z } from 'zod';
import { id, noInput, route } from './route.ts';

/** Data that pages may show: each topic is one thing to fetch again; `administration` reaches operators only. */
const UPDATE_TOPICS = [
  'chats',
  'files',
  'favorites',
  'links',
  'runs',
  'studies',
  'balance',
  'purchases',
  'trading',
  'notices',
  'operators',
  'administration',
] as const;

/** Something has changed, and queries see it already. An update names what to fetch again, never its new value. */
export const accountUpdate = z.object({
  topic: z.enum(UPDATE_TOPICS),
  /** The chat with changed files or studies; null for the other topics. */
  backtest_id: id.nullable(),
});
export type AccountUpdate = z.infer<typeof accountUpdate>;

/** The subject for updates of a user's account. Nothing is stored. */
export const accountUpdateSubject = (userId: string): string => `updates.account.${userId}`;

/** The subject for updates of what operators read. Nothing is stored. */
export const ADMINISTRATION_UPDATE_SUBJECT = 'updates.administration';

export const UPDATE_ROUTES = {
  watchAccount: route({
    method: 'GET',
    path: '/api/updates',
    tag: 'runs',
    service: 'gateway',
    response: 'events',
    events: { perUserMax: 20, onReaderGone: 'cancel' },
    summary: 'What has changed of the account, as server-sent events, until the session ends',
    input: noInput,
    output: accountUpdate,
  }),
} as const;
