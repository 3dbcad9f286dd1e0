// Remembers each session's newest write by stream, so that its next query is answered with that write in it.
import type { KnownWrites, Position } from '@tradeium/service-kit';
import { LRUCache } from 'lru-cache';

export type KnownWritesBySession = {
  of(sessionId: string): KnownWrites | undefined;
  note(sessionId: string, written: Position): void;
};

/** After this time every read model has long caught up, or it stands still and waiting for it would help nobody. */
const REMEMBER_MS = 60_000;
const SESSIONS_MAX = 20_000;

export const openKnownWrites = (): KnownWritesBySession => {
  const known = new LRUCache<string, KnownWrites>({ max: SESSIONS_MAX, ttl: REMEMBER_MS });
  return {
    of: (sessionId) => known.get(sessionId),
    note: (sessionId, { stream, sequence }) => {
      const before = known.get(sessionId);
      known.set(sessionId, { ...before, [stream]: Math.max(sequence, before?.[stream] ?? 0) });
    },
  };
};
