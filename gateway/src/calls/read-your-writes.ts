// Keeps each session's newest write by stream, so that its next query sees it on any gateway.
import { CONTEXTS, streamOf } from '@tradeium/contracts';
import type { KnownWrites, Position } from '@tradeium/service-kit';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { NatsConnection } from 'nats';
import { shareWrites } from '../limits/gateway-exchange.ts';
import { putCookie } from '../sessions/cookies.ts';

export type SessionsWrites = {
  /** The newest writes of a session, from its client's cookies and from this gateway's memory. */
  of(request: Pick<Request, 'headers'>, sessionId: string): KnownWrites | undefined;
  /** Notes a write on all gateways and in the client's cookies. */
  note(response: Response, sessionId: string, written: Position): void;
};

/** After this time every read model has caught up or stopped, and waiting is pointless. */
const REMEMBER_SECONDS = 60;
const SESSIONS_MAX = 20_000;

const COOKIE_PREFIX = 'tradeium_after_';
const SEQUENCE = /^[1-9]\d{0,14}$/;
const STREAMS: readonly string[] = CONTEXTS.map(streamOf);

const merged = (one: KnownWrites | undefined, other: KnownWrites | undefined): KnownWrites | undefined => {
  if (!one || !other) return one ?? other;
  const result = { ...one };
  for (const [stream, sequence] of Object.entries(other)) {
    result[stream] = Math.max(sequence, result[stream] ?? 0);
  }
  return result;
};

/** One cookie for each stream, so that answers that arrive together do not undo each other. */
const writesCookies = (publicUrl: string) => {
  const secure = new URL(publicUrl).protocol === 'https:';
  const prefix = `${secure ? '__Host-' : ''}${COOKIE_PREFIX}`;
  return {
    /** Anything but the sequence of a known stream is ignored. A forged one only delays its sender's queries by 2 s. */
    read: (header: string | undefined): KnownWrites | undefined => {
      if (!header?.includes(prefix)) return undefined;
      const cookies = parseCookie(header);
      const writes: KnownWrites = {};
      for (const stream of STREAMS) {
        const text = cookies[prefix + stream] ?? '';
        if (SEQUENCE.test(text)) writes[stream] = Number(text);
      }
      return writes;
    },
    set: (response: Response, { stream, sequence }: Position) =>
      putCookie(response, {
        name: prefix + stream,
        value: String(sequence),
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path: '/',
        maxAge: REMEMBER_SECONDS,
      }),
  };
};

export const openSessionsWrites = (nc: NatsConnection, publicUrl: string): SessionsWrites => {
  const known = new LRUCache<string, KnownWrites>({ max: SESSIONS_MAX, ttl: REMEMBER_SECONDS * 1_000 });
  const cookies = writesCookies(publicUrl);
  const remember = (sessionId: string, writes: KnownWrites): KnownWrites => {
    const all = merged(known.get(sessionId), writes) ?? writes;
    known.set(sessionId, all);
    return all;
  };
  const publish = shareWrites(nc, ({ sessionId, writes }) => remember(sessionId, writes));
  return {
    of: ({ headers }, sessionId) => merged(cookies.read(headers.cookie), known.get(sessionId)),
    note: (response, sessionId, { stream, sequence }) => {
      const newest = remember(sessionId, { [stream]: sequence })[stream] ?? sequence;
      publish({ sessionId, writes: { [stream]: newest } });
      if (!response.headersSent) cookies.set(response, { stream, sequence: newest });
    },
  };
};
