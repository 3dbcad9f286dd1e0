// Routes of sessions: where the user is signed in, and how to end that.
import { z } from 'zod';
import { ENDS, id, noInput, route } from './route.ts';

const sessionEntry = z.object({
  id: z.string(),
  /** Browser and system; null when unknown. */
  device: z.string().nullable(),
  started_at: z.iso.datetime(),
  /** Accurate to some hours. */
  last_used_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** True if it is the caller's own session. */
  current: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

export const SESSIONS_MAX = 50;

/** Attempts at an account are counted by address and name, too. */
const attempt = { limits: ['requests', 'attempts'] } as const;

export const SESSION_ROUTES = {
  listSessions: route({
    method: 'GET',
    path: '/auth/sessions',
    tag: 'auth',
    service: 'auth',
    summary: "The user's live sessions, newest first",
    input: noInput,
    output: z.array(sessionEntry).max(SESSIONS_MAX),
  }),
  revokeSession: route({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    tag: 'auth',
    service: 'auth',
    ...attempt,
    summary: 'End one session',
    input: z.strictObject({ id }),
    output: z.object({ message: z.string() }),
    errors: ['SESSION_NOT_FOUND'],
  }),
  revokeOtherSessions: route({
    method: 'POST',
    path: '/auth/sessions/revoke-others',
    budgets: ENDS,
    tag: 'auth',
    service: 'auth',
    ...attempt,
    summary: 'End all sessions but the current one',
    input: noInput,
    output: z.object({ revoked: z.int() }),
  }),
} as const;
