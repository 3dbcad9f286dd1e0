// Lets one process at a time do a piece of work; after a crash another takes over within seconds.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ErrorCode, type NatsConnection, NatsError } from 'nats';
import type { Log } from '../pacing/log.ts';
import { ownName } from './bus-identity.ts';
import { type Holding, holdLease, LOOK_EVERY_MS, REPLACED_AFTER_MS, type Taken } from './lease-holding.ts';
import { openLeaseRecord } from './lease-record.ts';
import { listen } from './listen.ts';

export type Lease = {
  /** Resolves when this process holds the lease, or to undefined when the signal is aborted first. */
  acquire(signal: AbortSignal): Promise<Holding | undefined>;
};

const ASK_TIMEOUT_MS = 500;

type Deps = { nc: NatsConnection; log: Log };

/**
 * Opens the lease of this name (letters, digits, `_`, `-`, and dots in between). Clocks are not compared: each process
 * measures for itself how long a holder has been silent. A process that was killed is replaced as soon as the server
 * knows that its connection is gone.
 */
export const openLease = ({ nc, log }: Deps, name: string): Lease => {
  const record = openLeaseRecord(nc, ownName(nc, name));
  const subjects = ownName(nc, `leases.${name}`);
  const presenceOf = (holder: string) => `${subjects}.${holder}`;
  const releases = `${subjects}.released`;

  /** One try to take the lease; `seen` remembers since when the holder has been silent. */
  const tryToTake = async (holder: string, seen: Seen): Promise<Taken | null> => {
    const { entry, revision } = await record.read();
    if (entry.holder !== null && seen.silentForMs(revision) < REPLACED_AFTER_MS) {
      if (!(await isGone(nc, presenceOf(entry.holder)))) return null;
    }
    const { note } = entry;
    const taken = await record.write({ holder, note }, revision);
    return taken === null ? null : { holder, revision: taken, note };
  };

  return {
    async acquire(signal) {
      const holder = randomUUID();
      const seen = openSeen();
      const bell = openBell();
      const subscription = listen(nc, releases, bell.ring);
      // Before taking the lease: a holder that doesn't answer is replaced.
      const presence = listen(nc, presenceOf(holder), (message) => void message.respond());
      const ended = () => presence.unsubscribe();
      const announceFree = () => nc.publish(releases);
      let isHeld = false;
      try {
        while (!signal.aborted) {
          try {
            const taken = await tryToTake(holder, seen);
            isHeld = taken !== null;
            if (taken !== null) return holdLease({ log, name, record, ended, announceFree }, taken);
          } catch (error) {
            record.reopen();
            log.debug({ lease: name, err: error }, 'a lease could not be asked for');
          }
          await bell.rungWithin(LOOK_EVERY_MS, signal);
        }
        return undefined;
      } finally {
        subscription.unsubscribe();
        if (!isHeld) ended();
      }
    },
  };
};

/** True if nothing on the server answers for a holder. */
const isGone = (nc: NatsConnection, presence: string): Promise<boolean> =>
  nc.request(presence, undefined, { timeout: ASK_TIMEOUT_MS }).then(
    () => false,
    (error: unknown) => error instanceof NatsError && error.code === ErrorCode.NoResponders,
  );

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
