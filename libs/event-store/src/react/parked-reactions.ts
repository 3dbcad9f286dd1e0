// The record of events that a reaction set aside, until they are handled.
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { bucketOnUse } from '../streams/buckets.ts';
import { ownName } from '../streams/bus-identity.ts';

const parkedReaction = z.object({
  context: z.string(),
  sequence: z.int(),
  /** The event's index in its commit; -1: the whole commit. */
  index: z.int(),
  type: z.string(),
  /**
   * `failed`: every attempt failed. `refused`: a command refused it. `unreadable`: it doesn't match its schema. `newer`: only
   * a newer program can read it. `expired`: it is too old to act on and never retried.
   */
  reason: z.enum(['failed', 'refused', 'unreadable', 'newer', 'expired']).default('failed'),
  /** How often it was tried before it was set aside, and since. */
  attempts: z.int(),
  retries: z.int().default(0),
  /** When it is retried automatically; null: at the next start, or when an operator says so. */
  retryAt: z.string().nullable().default(null),
  /** While a retry runs. Still true at a start: the retry took its process with it. */
  isTrying: z.boolean().default(false),
  error: z.string(),
  at: z.string(),
});
export type ParkedReaction = z.infer<typeof parkedReaction>;

export type ParkedReactions = {
  put(entry: ParkedReaction): Promise<void>;
  remove(entry: ParkedReaction): Promise<void>;
  /** In the order of the stream. */
  list(): Promise<ParkedReaction[]>;
};

/** Opens one reaction's part of the bucket `PARKED`. */
export const openParkedReactions = (nc: NatsConnection, reaction: string): ParkedReactions => {
  const bucket = bucketOnUse(nc, 'PARKED');
  // The key identifies the event, so that parking it again changes nothing.
  const prefix = ownName(nc, reaction);
  const parkedKeyOf = ({ sequence, index }: ParkedReaction) => `${prefix}.${sequence}.${index}`;
  return {
    put: async (entry) => void (await (await bucket()).put(parkedKeyOf(entry), JSON.stringify(entry))),
    remove: async (entry) => (await bucket()).delete(parkedKeyOf(entry)),
    async list() {
      const kv = await bucket();
      const keys: string[] = [];
      // All keys first: the client drops keys that arrive while the loop waits for something else.
      for await (const key of await kv.keys(`${prefix}.*.*`)) keys.push(key);
      const entries = await Promise.all(keys.map((key) => kv.get(key)));
      const found = entries.flatMap((entry) =>
        entry?.operation === 'PUT' ? [parkedReaction.parse(entry.json())] : [],
      );
      return found.sort((a, b) => a.sequence - b.sequence || a.index - b.index);
    },
  };
};
