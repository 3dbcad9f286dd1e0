// One process's turn: renews its lease until it is released or lost.

import type { Log } from '../pacing/log.ts';
import type { LeaseRecord } from './lease-record.ts';

/** The turn of one process. */
export type Holding = {
  /** Unique to this turn. */
  readonly token: string;
  /** The previous holder's note. */
  readonly note: string | undefined;
  /** Aborted when the lease is lost: another process may be at work already. */
  readonly lost: AbortSignal;
  /** Leaves a note for the next holder; it is stored with the next renewal. */
  leave(note: string): void;
  /** Lets another process take over at once. */
  release(): Promise<void>;
};

/** A lease that has just been taken. */
export type Taken = { readonly holder: string; readonly revision: number; readonly note: string | undefined };

type Deps = {
  readonly log: Log;
  readonly name: string;
  readonly record: LeaseRecord;
  /** Called once the turn is over, whichever way. */
  readonly ended: () => void;
  /** Tells the processes that wait that the lease is free. */
  readonly announceFree: () => void;
};

/** How often a holder looks at its lease, and the others at its holder. */
export const LOOK_EVERY_MS = 1_000;
/**
 * At every second look, or at the next one after a renewal that failed. Each renewal is a write that is stored before it is
 * answered, and a system at rest has some fifty leases.
 */
const RENEW_AFTER_MS = 1_500;
/** A holder that can't renew for this long stops. */
const EXPIRES_AFTER_MS = 5_000;
/** Longer than a holder that can't renew goes on. */
export const REPLACED_AFTER_MS = 6_000;

export const holdLease = (
  { log, name, record, ended, announceFree }: Deps,
  { holder, ...taken }: Taken,
): Holding => {
  const lost = new AbortController();
  let { revision, note } = taken;
  let renewedAt = performance.now();
  let underWay: Promise<void> | undefined;

  const end = () => {
    clearInterval(renewing);
    ended();
    lost.abort();
  };
  const lose = (reason: string) => {
    if (lost.signal.aborted) return;
    log.warn({ lease: name, reason }, 'a lease was lost');
    end();
  };
  const renew = async () => {
    const startedAt = performance.now();
    const renewed = await record.write({ holder, note }, revision);
    if (renewed === null) return lose('another process has it');
    revision = renewed;
    renewedAt = startedAt;
  };
  const renewing = setInterval(() => {
    const silentMs = performance.now() - renewedAt;
    if (silentMs >= EXPIRES_AFTER_MS) return lose('it could not be renewed');
    if (silentMs < RENEW_AFTER_MS) return;
    underWay ??= renew()
      .catch((error: unknown) => log.debug({ lease: name, err: error }, 'a lease could not be renewed'))
      .finally(() => {
        underWay = undefined;
      });
  }, LOOK_EVERY_MS);

  return {
    token: holder,
    note: taken.note,
    lost: lost.signal,
    leave(left) {
      note = left;
    },
    async release() {
      if (lost.signal.aborted) return;
      end();
      await underWay;
      await record
        .write({ holder: null, note }, revision)
        .then(announceFree)
        .catch((error: unknown) => log.debug({ lease: name, err: error }, 'a lease lapses'));
    },
  };
};
