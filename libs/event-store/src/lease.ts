// Lets one process at a time do a piece of work; after a crash another takes over within seconds.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ErrorCode, type KV, type NatsConnection, NatsError, type Subscription } from 'nats';
import { openBucket } from './buckets.ts';
import type { Log } from './log.ts';
import { apiErrorCode } from './nats-outage.ts';

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

export type Lease = {
  /** Resolves when this process holds the lease, or to undefined when the signal is aborted first. */
  acquire(signal: AbortSignal): Promise<Holding | undefined>;
};

type Entry = { holder: string | null; note?: string | undefined };

const RENEW_EVERY_MS = 1_000;
/** A holder that can't renew for this long stops; one that isn't seen to renew for longer is replaced. */
const EXPIRES_AFTER_MS = 3_000;
const REPLACED_AFTER_MS = 4_000;
/** Shorter than the life of a lease: one lost request must not cost the lease. */
const REQUEST_TIMEOUT_MS = 1_000;
const ASK_TIMEOUT_MS = 500;
const WRONG_LAST_SEQUENCE = 10_071;

type Deps = { nc: NatsConnection; log: Log };

/**
 * Opens the lease of this name (letters, digits, `_`, `-`, and dots in between). Clocks are not compared: each process
 * measures for itself how long a holder has been silent. A process that was killed is replaced as soon as the server
 * knows that its connection is gone.
 */
export const openLease = ({ nc, log }: Deps, name: string): Lease => {
  let bucket: Promise<KV> | undefined;
  const opened = (): Promise<KV> => {
    bucket ??= openBucket(nc, 'LEASES', REQUEST_TIMEOUT_MS);
    return bucket;
  };
  const presenceOf = (holder: string) => `leases.${name}.${holder}`;
  const releases = `leases.${name}.released`;

  /** Whether nothing on the server answers for this holder. */
  const isGone = (holder: string): Promise<boolean> =>
    nc.request(presenceOf(holder), undefined, { timeout: ASK_TIMEOUT_MS }).then(
      () => false,
      (error: unknown) => error instanceof NatsError && error.code === ErrorCode.NoResponders,
    );

  const write = (kv: KV, entry: Entry, revision: number): Promise<number | null> =>
    kv.put(name, JSON.stringify(entry), { previousSeq: revision }).catch((error: unknown) => {
      if (apiErrorCode(error) === WRONG_LAST_SEQUENCE) return null;
      throw error;
    });

  /** One try to take the lease; `seen` remembers since when the holder has been silent. */
  async function tryToTake(holder: string, seen: Seen): Promise<Taken | null> {
    const kv = await opened();
    const found = await kv.get(name);
    const revision = found?.revision ?? 0;
    const entry: Entry = found?.operation === 'PUT' ? found.json() : { holder: null };
    if (entry.holder !== null && seen.silentForMs(revision) < REPLACED_AFTER_MS) {
      if (!(await isGone(entry.holder))) return null;
    }
    const { note } = entry;
    const taken = await write(kv, { holder, note }, revision);
    return taken === null ? null : { revision: taken, ...(note === undefined ? {} : { note }) };
  }

  function hold(holder: string, taken: Taken, presence: Subscription): Holding {
    const lost = new AbortController();
    let { revision } = taken;
    let note = taken.note;
    let renewedAt = performance.now();
    const end = () => {
      clearInterval(renewing);
      presence.unsubscribe();
      lost.abort();
    };
    const renew = async () => {
      const startedAt = performance.now();
      const renewed = await write(await opened(), { holder, note }, revision);
      if (renewed === null) return lose('another process has it');
      revision = renewed;
      renewedAt = startedAt;
    };
    const lose = (reason: string) => {
      if (lost.signal.aborted) return;
      log.warn({ lease: name, reason }, 'a lease was lost');
      end();
    };
    let underWay: Promise<void> | undefined;
    const renewing = setInterval(() => {
      if (performance.now() - renewedAt >= EXPIRES_AFTER_MS) return lose('it could not be renewed');
      underWay ??= renew()
        .catch((error: unknown) => log.debug({ lease: name, err: error }, 'a lease could not be renewed'))
        .finally(() => {
          underWay = undefined;
        });
    }, RENEW_EVERY_MS);
    return {
      token: holder,
      note,
      lost: lost.signal,
      leave(left) {
        note = left;
      },
      async release() {
        if (lost.signal.aborted) return;
        end();
        await underWay;
        await opened()
          .then((kv) => write(kv, { holder: null, note }, revision))
          .then(() => nc.publish(releases))
          .catch((error: unknown) => log.debug({ lease: name, err: error }, 'a lease lapses'));
      },
    };
  }

  return {
    async acquire(signal) {
      const holder = randomUUID();
      const seen = openSeen();
      const bell = openBell();
      const subscription = nc.subscribe(releases, { callback: bell.ring });
      // Before taking the lease: a holder that doesn't answer is replaced.
      const presence = nc.subscribe(presenceOf(holder), { callback: (_, message) => message.respond() });
      let isHeld = false;
      try {
        while (!signal.aborted) {
          try {
            const taken = await tryToTake(holder, seen);
            isHeld = taken !== null;
            if (taken !== null) return hold(holder, taken, presence);
          } catch (error) {
            bucket = undefined;
            log.debug({ lease: name, err: error }, 'a lease could not be asked for');
          }
          await bell.rungWithin(RENEW_EVERY_MS, signal);
        }
        return undefined;
      } finally {
        subscription.unsubscribe();
        if (!isHeld) presence.unsubscribe();
      }
    },
  };
};

type Taken = { revision: number; note?: string };

type Seen = { silentForMs(revision: number): number };

/** Measures how long a revision has stayed the same. */
const openSeen = (): Seen => {
  let revision = -1;
  let since = 0;
  return {
    silentForMs(current) {
      if (current !== revision) [revision, since] = [current, performance.now()];
      return performance.now() - since;
    },
  };
};

/** A wait that `ring` ends early; a ring between two waits ends the next one. */
const openBell = () => {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    async rungWithin(ms: number, signal: AbortSignal): Promise<void> {
      const over = new AbortController();
      const timer = delay(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) });
      await Promise.race([rung.promise, timer.catch(() => undefined)]);
      over.abort();
      rung = Promise.withResolvers();
    },
  };
};
