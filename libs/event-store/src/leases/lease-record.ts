// A record in the bucket of leases, which processes change by compare-and-set.
import type { NatsConnection } from 'nats';
import { bucketOnUse } from '../streams/buckets.ts';
import { ownName } from '../streams/bus-identity.ts';
import { apiErrorCode } from '../streams/nats-outage.ts';

/** Who holds a lease, and the note for the next holder. */
export type LeaseEntry = { holder: string | null; note?: string | undefined };

export type LeaseRecord<Value> = {
  /** With its revision, which changes with every write; null and 0 for one that was never written. */
  read(): Promise<{ readonly value: Value | null; readonly revision: number }>;
  /** The new revision; null when another process has written since this one was read. */
  write(value: Value, revision: number): Promise<number | null>;
  /** False when another process has written since this one was read. */
  remove(revision: number): Promise<boolean>;
};

/** Shorter than a process may be silent: one lost request must not cost its leases. */
const REQUEST_TIMEOUT_MS = 1_000;
const WRONG_LAST_SEQUENCE = 10_071;

export const openLeaseRecord = <Value>(nc: NatsConnection, name: string): LeaseRecord<Value> => {
  const key = ownName(nc, name);
  const bucket = bucketOnUse(nc, 'LEASES', REQUEST_TIMEOUT_MS);
  return {
    async read() {
      const found = await (await bucket()).get(key);
      return { value: found?.operation === 'PUT' ? found.json() : null, revision: found?.revision ?? 0 };
    },
    async write(value, revision) {
      const kv = await bucket();
      return unlessChanged(kv.put(key, JSON.stringify(value), { previousSeq: revision }));
    },
    async remove(revision) {
      const kv = await bucket();
      return (await unlessChanged(kv.delete(key, { previousSeq: revision }))) !== null;
    },
  };
};

const unlessChanged = <Result>(written: Promise<Result>): Promise<Result | null> =>
  written.catch((error: unknown) => {
    if (apiErrorCode(error) === WRONG_LAST_SEQUENCE) return null;
    throw error;
  });
