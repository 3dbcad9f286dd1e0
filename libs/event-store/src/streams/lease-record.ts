// The record of a lease in its bucket: which process holds it, and the note for the next one.
import type { KV, NatsConnection } from 'nats';
import { openBucket } from './buckets.ts';
import { apiErrorCode } from './nats-outage.ts';

export type LeaseEntry = { holder: string | null; note?: string | undefined };

export type LeaseRecord = {
  /** With its revision, which changes with every write; 0 for a lease that nobody has held. */
  read(): Promise<{ readonly entry: LeaseEntry; readonly revision: number }>;
  /** The new revision; null when another process has written since this one was read. */
  write(entry: LeaseEntry, revision: number): Promise<number | null>;
  /** Looks for the bucket again with the next request. */
  reopen(): void;
};

/** Shorter than the life of a lease: one lost request must not cost the lease. */
const REQUEST_TIMEOUT_MS = 1_000;
const WRONG_LAST_SEQUENCE = 10_071;

export const openLeaseRecord = (nc: NatsConnection, name: string): LeaseRecord => {
  let bucket: Promise<KV> | undefined;
  const opened = (): Promise<KV> => {
    bucket ??= openBucket(nc, 'LEASES', REQUEST_TIMEOUT_MS);
    return bucket;
  };
  return {
    async read() {
      const found = await (await opened()).get(name);
      const entry: LeaseEntry = found?.operation === 'PUT' ? found.json() : { holder: null };
      return { entry, revision: found?.revision ?? 0 };
    },
    async write(entry, revision) {
      const kv = await opened();
      return kv.put(name, JSON.stringify(entry), { previousSeq: revision }).catch((error: unknown) => {
        if (apiErrorCode(error) === WRONG_LAST_SEQUENCE) return null;
        throw error;
      });
    },
    reopen() {
      bucket = undefined;
    },
  };
};
