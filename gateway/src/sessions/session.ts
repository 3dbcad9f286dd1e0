// Knows which sessions are live: asks the auth service, caches the answer for 30 s, and drops it on a change.
import {
  isRefusal,
  MESSAGES,
  type OperatorRole,
  type Refusal,
  rolesChangedSubject,
  subjectOf,
  type User,
} from '@tradeium/contracts';
import { isGenuine, listen } from '@tradeium/event-store';
import type { KnownWrites, RequestClient } from '@tradeium/service-kit';
import { LRUCache } from 'lru-cache';
import { Events, type Msg, type NatsConnection } from 'nats';
import { endedBy } from './ended-sessions.ts';
import type { SessionToken } from './session-token.ts';

export type Session = {
  readonly id: string;
  readonly user: User;
  /** Null for users who are not operators. */
  readonly role: OperatorRole | null;
};

export type Sessions = {
  /** The live session of a token; undefined when it has ended, a refusal while the auth service is down. */
  find(
    token: SessionToken,
    correlationId: string,
    /** The writes that the session's client knows of. */
    writes: () => KnownWrites | undefined,
  ): Promise<Session | Refusal | undefined>;
  /** Calls `listener` when the session ends, or the access token with this id, on any gateway; returns a function that stops listening. */
  onEnd(sessionId: string, listener: () => void): () => void;
  /** Calls `listener` when the user gets or loses a role, on any gateway; returns a function that stops listening. */
  onRoleChange(userId: string, listener: () => void): () => void;
  /** Drops a session whose end the auth service has confirmed. */
  ended(sessionId: string): void;
};

type Known = Promise<Session | Refusal | undefined>;

const CACHE_MS = 30_000;
const USERS_MAX = 20_000;
const ENDED_MAX = 20_000;
const ASK_TIMEOUT_MS = 5_000;

const idOf = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);

/** Listeners for what happens to one session or user, by id. */
const openListeners = () => {
  const listeners = new Map<string, Set<() => void>>();
  return {
    notify: (id: string) => {
      for (const listener of listeners.get(id) ?? []) listener();
    },
    on: (id: string, listener: () => void) => {
      const waiting = listeners.get(id) ?? new Set();
      listeners.set(id, waiting.add(listener));
      return () => {
        waiting.delete(listener);
        if (waiting.size === 0 && listeners.get(id) === waiting) listeners.delete(id);
      };
    },
  };
};

/**
 * Opens the cache of sessions. It listens to user events: an ended session is cached as ended, because an
 * older answer may still be on its way; the user's other sessions are looked up again. A lost connection, during which
 * events may be missed, clears everything.
 */
export const openSessions = (nc: NatsConnection, client: RequestClient): Sessions => {
  /** By user, then by session. */
  const known = new LRUCache<string, Map<string, Known>>({ max: USERS_MAX, ttl: CACHE_MS });
  const over = new LRUCache<string, true>({ max: ENDED_MAX, ttl: CACHE_MS });
  const ends = openListeners();
  const roles = openListeners();

  const ended = (sessionId: string) => {
    over.set(sessionId, true);
    ends.notify(sessionId);
  };

  const ask = async (
    { sessionId, userId }: SessionToken,
    correlationId: string,
    after: KnownWrites | undefined,
  ) => {
    const context = { userId, commandId: correlationId, correlationId, ...(after && { after }) };
    const options = { timeoutMs: ASK_TIMEOUT_MS };
    const result = await client.request(MESSAGES.getSession, { sessionId }, context, options);
    if (isRefusal(result)) return result;
    const { user, role } = result.output;
    return user?.id === userId ? { id: sessionId, user, role } : undefined;
  };

  /** Asks once for all waiting requests. Only a live session stays in the cache. */
  const load = (token: SessionToken, correlationId: string, writes: KnownWrites | undefined): Known => {
    const { userId, sessionId } = token;
    const ofUser = known.get(userId) ?? new Map<string, Known>();
    const session = ask(token, correlationId, writes);
    known.set(userId, ofUser.set(sessionId, session));
    const forget = () => {
      if (ofUser.get(sessionId) === session) ofUser.delete(sessionId);
    };
    session.then((found) => {
      if (found === undefined || isRefusal(found)) forget();
    }, forget);
    return session;
  };

  const follow = async (msg: Msg): Promise<void> => {
    if (!(await isGenuine(nc, 'auth', msg))) return;
    known.delete(idOf(msg.subject));
    for (const sessionId of endedBy(msg.data)) ended(sessionId);
  };
  const onError = () => known.clear();
  listen(nc, subjectOf('auth', 'user', '*'), (msg) => void follow(msg), { onError });
  const followRoles = ({ subject }: Msg) => {
    known.delete(idOf(subject));
    roles.notify(idOf(subject));
  };
  listen(nc, rolesChangedSubject('*'), followRoles, { onError });
  void (async () => {
    for await (const { type } of nc.status()) if (type === Events.Reconnect) known.clear();
  })();

  return {
    find: async (token, correlationId, writes) => {
      const { userId, sessionId } = token;
      const session = await (known.get(userId)?.get(sessionId) ?? load(token, correlationId, writes()));
      return over.has(sessionId) ? undefined : session;
    },
    ended,
    onEnd: ends.on,
    onRoleChange: roles.on,
  };
};
