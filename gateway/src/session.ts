// Knows which sessions are live: asks the auth service once, remembers it for seconds, and forgets as sessions end.
import { commit, isRefusal, MESSAGES, type Refusal, subjectOf, type User } from '@tradeium/contracts';
import type { RequestClient } from '@tradeium/service-kit';
import { LRUCache } from 'lru-cache';
import { Events, type Msg, type NatsConnection } from 'nats';
import type { KnownWritesBySession } from './read-your-writes.ts';
import type { SessionToken } from './session-token.ts';

export type Session = { readonly id: string; readonly user: User };

export type Sessions = {
  /** The live session of a token; undefined when it ended, a refusal while nobody can tell. */
  find(token: SessionToken, correlationId: string): Promise<Session | Refusal | undefined>;
  /** Has `listener` told when the session ends, wherever that was; returns the way to stop listening. */
  onEnd(sessionId: string, listener: () => void): () => void;
  /** Notes at once what the auth service has confirmed. */
  ended(sessionId: string): void;
};

type Known = { readonly userId: string; readonly session: Promise<Session | Refusal | undefined> };

const CACHE_MS = 30_000;
const SESSIONS_MAX = 20_000;
const ASK_TIMEOUT_MS = 5_000;

const idOf = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);

const hasEnded = (msg: Msg): boolean => {
  try {
    const parsed = commit.safeParse(msg.json());
    return parsed.success && parsed.data.events.some(({ type }) => type === 'SessionEnded');
  } catch {
    return false;
  }
};

/**
 * Opens the memory of sessions. Auth events that pass by on NATS renew it: a session that ended is remembered as such
 * (asking again could meet a read model that has not seen it yet), a changed user is asked for anew, and a lost
 * connection, during which events may have been missed, clears everything.
 */
export const openSessions = (
  nc: NatsConnection,
  client: RequestClient,
  writes: KnownWritesBySession,
): Sessions => {
  const known = new LRUCache<string, Known>({ max: SESSIONS_MAX, ttl: CACHE_MS });
  const listeners = new Map<string, Set<() => void>>();

  const ended = (sessionId: string) => {
    known.set(sessionId, { userId: '', session: Promise.resolve(undefined) });
    for (const listener of listeners.get(sessionId) ?? []) listener();
  };

  const ask = async ({ sessionId, userId }: SessionToken, correlationId: string) => {
    const after = writes.of(sessionId);
    const context = { userId, commandId: correlationId, correlationId, ...(after && { after }) };
    const options = { timeoutMs: ASK_TIMEOUT_MS };
    const result = await client.request(MESSAGES.getSession, { sessionId }, context, options);
    if (isRefusal(result)) return result;
    const { user } = result.output;
    return user?.id === userId ? { id: sessionId, user } : undefined;
  };

  /** Asks once however many requests wait; only a live session is remembered. */
  const load = (token: SessionToken, correlationId: string): Known => {
    const entry: Known = { userId: token.userId, session: ask(token, correlationId) };
    const forget = () => {
      if (known.peek(token.sessionId) === entry) known.delete(token.sessionId);
    };
    known.set(token.sessionId, entry);
    entry.session.then((session) => {
      if (session === undefined || isRefusal(session)) forget();
    }, forget);
    return entry;
  };

  const followSession = (msg: Msg) => {
    const sessionId = idOf(msg.subject);
    if (hasEnded(msg)) ended(sessionId);
    else known.delete(sessionId);
  };
  const followUser = (msg: Msg) => {
    const userId = idOf(msg.subject);
    for (const [sessionId, entry] of known.entries()) {
      if (entry.userId === userId) known.delete(sessionId);
    }
  };
  nc.subscribe(subjectOf('auth', 'session', '*'), {
    callback: (error, msg) => (error ? known.clear() : followSession(msg)),
  });
  nc.subscribe(subjectOf('auth', 'user', '*'), {
    callback: (error, msg) => (error ? known.clear() : followUser(msg)),
  });
  void (async () => {
    for await (const { type } of nc.status()) if (type === Events.Reconnect) known.clear();
  })();

  return {
    find: (token, correlationId) => (known.get(token.sessionId) ?? load(token, correlationId)).session,
    ended,
    onEnd: (sessionId, listener) => {
      const waiting = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, waiting.add(listener));
      return () => {
        waiting.delete(listener);
        if (waiting.size === 0 && listeners.get(sessionId) === waiting) listeners.delete(sessionId);
      };
    },
  };
};
