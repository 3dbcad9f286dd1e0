// The record of events that a reaction gave up on, until somebody has them tried again.
import type { KV, NatsConnection } from 'nats';
import { openBucket } from './buckets.ts';

export type ParkedReaction = {
  context: string;
  sequence: number;
  /** Of the event in its commit; -1: the whole commit. */
  index: number;
  type: string;
  attempts: number;
  error: string;
  at: string;
};

export type ParkedReactions = {
  park(entry: ParkedReaction): Promise<void>;
  /** In the order of the stream. */
  list(): Promise<{ key: string; sequence: number; index: number }[]>;
  remove(key: string): Promise<void>;
};

/** Opens one reaction's part of the bucket `PARKED`. */
export function openParkedReactions(nc: NatsConnection, reaction: string): ParkedReactions {
  let bucket: Promise<KV> | undefined;
  const opened = (): Promise<KV> => {
    bucket ??= openBucket(nc, 'PARKED').catch((error: unknown) => {
      bucket = undefined;
      throw error;
    });
    return bucket;
  };
  return {
    async park(entry) {
      // Its key says what it is, so that parking the same event again changes nothing.
      const key = `${reaction}.${entry.sequence}.${entry.index}`;
      await (await opened()).put(key, JSON.stringify(entry));
    },
    async list() {
      const found: { key: string; sequence: number; index: number }[] = [];
      for await (const key of await (await opened()).keys(`${reaction}.*.*`)) {
        const [, sequence, index] = key.split('.');
        found.push({ key, sequence: Number(sequence), index: Number(index) });
      }
      return found.sort((a, b) => a.sequence - b.sequence || a.index - b.index);
    },
    remove: async (key) => (await opened()).delete(key),
  };
}
