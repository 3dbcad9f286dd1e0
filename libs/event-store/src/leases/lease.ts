// Lets one process at a time do a piece of work; after a crash another takes over within seconds.
import type { NatsConnection } from 'nats';
import type { Log } from '../pacing/log.ts';
import { pause } from '../pacing/pause.ts';
import { type Holding, holdLease } from './lease-holding.ts';
import { type LeaseEntry, openLeaseRecord } from './lease-record.ts';
import { LOOK_EVERY_MS } from './process-renewal.ts';
import { beginTurn } from './process-turns.ts';
import { turnIsOver } from './process-watch.ts';

export type Lease = {
  /** Resolves when this process holds the lease, or to undefined when the signal is aborted first. */
  acquire(signal: AbortSignal): Promise<Holding | undefined>;
};

type Dependencies = { nc: NatsConnection; log: Log };

/**
 * Opens the lease of this name (letters, digits, `_`, `-`, and dots in between). It is held as long as its process lives,
 * which a process shows for all its leases together. One that was killed is replaced as soon as the server knows that its
 * connection is gone.
 */
export const openLease = (dependencies: Dependencies, name: string): Lease => {
  const { nc, log } = dependencies;
  const record = openLeaseRecord<LeaseEntry>(nc, name);

  /** Null when another process was faster. */
  const take = async (note: string | undefined, revision: number): Promise<Holding | null> => {
    const turn = await beginTurn(dependencies);
    let taken: number | null = null;
    try {
      taken = await record.write({ holder: turn.holder, note }, revision);
    } finally {
      if (taken === null) await turn.end();
    }
    return taken === null || turn.lost.aborted
      ? null
      : holdLease({ log, name, record, turn }, { revision: taken, note });
  };

  return {
    async acquire(signal) {
      let isOver: string | null = null;
      while (!signal.aborted) {
        try {
          const { value, revision } = await record.read();
          const holder = value?.holder ?? null;
          if (holder === null || holder === isOver) {
            const holding = await take(value?.note, revision);
            if (holding !== null) return holding;
          } else if (await turnIsOver(dependencies, holder, signal)) {
            isOver = holder;
          }
        } catch (error) {
          log.debug({ lease: name, err: error }, 'a lease could not be asked for');
          await pause(LOOK_EVERY_MS, signal);
        }
      }
      return undefined;
    },
  };
};
