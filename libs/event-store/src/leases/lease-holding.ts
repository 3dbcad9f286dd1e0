// The record of a lease while this process holds it: its note is stored, and it is written again before the bucket forgets it.

import type { Log } from '../pacing/log.ts';
import { LEASES_KEPT_MS } from '../streams/stream-layout.ts';
import type { LeaseEntry, LeaseRecord } from './lease-record.ts';
import type { Turn } from './process-turns.ts';

/** The turn of one process. */
export type Holding = {
  /** Unique to this turn. */
  readonly token: string;
  /** The previous holder's note. */
  readonly note: string | undefined;
  /** Aborted when the lease is lost: another process may be at work already. */
  readonly lost: AbortSignal;
  /** Leaves a note for the next holder; it is stored within two seconds. */
  leave(note: string): void;
  /** Lets another process take over at once. */
  release(): Promise<void>;
};

type Dependencies = {
  readonly log: Log;
  readonly name: string;
  readonly record: LeaseRecord<LeaseEntry>;
  readonly turn: Turn;
};

/** The record as this process has just written it. */
export type Taken = { readonly revision: number; readonly note: string | undefined };

const NOTE_AFTER_MS = 2_000;
const RETRY_AFTER_MS = 1_000;

export const holdLease = ({ log, name, record, turn }: Dependencies, taken: Taken): Holding => {
  const { holder, lost } = turn;
  let { revision, note } = taken;
  let isNoted = true;
  let timer: NodeJS.Timeout | undefined;
  let stored = Promise.resolve();

  const storeIn = (ms: number): void => {
    clearTimeout(timer);
    if (lost.aborted) return;
    timer = setTimeout(() => {
      stored = store();
    }, ms);
  };
  const store = async (): Promise<void> => {
    isNoted = true;
    try {
      const written = await record.write({ holder, note }, revision);
      if (written === null) return await lose();
      revision = written;
      if (isNoted) storeIn(LEASES_KEPT_MS / 2);
    } catch (error) {
      log.debug({ lease: name, err: error }, 'a lease could not be stored');
      isNoted = false;
      storeIn(RETRY_AFTER_MS);
    }
  };
  const lose = (): Promise<void> => {
    log.warn({ lease: name }, 'a lease was lost');
    return turn.end();
  };
  storeIn(LEASES_KEPT_MS / 2);
  lost.addEventListener('abort', () => clearTimeout(timer), { once: true });

  return {
    token: holder,
    note: taken.note,
    lost,
    leave(left) {
      note = left;
      if (isNoted) storeIn(NOTE_AFTER_MS);
      isNoted = false;
    },
    async release() {
      if (lost.aborted) return;
      turn.stop();
      await stored;
      await record
        .write({ holder: null, note }, revision)
        .catch((error: unknown) => log.debug({ lease: name, err: error }, 'a lease lapses'));
      await turn.end();
    },
  };
};
