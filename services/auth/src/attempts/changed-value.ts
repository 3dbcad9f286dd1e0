// Changes values of a bucket by compare-and-set, so that no count is lost when several processes write.
import { type KV, NatsError } from 'nats';
import type { z } from 'zod';

const WRITES_MAX = 8;
const WRONG_LAST_SEQUENCE = 10_071;

export type Read<Value> = { readonly value: Value | null; readonly revision: number };

/** The value of a key; null when there is none. */
export const read = async <Value>(
  bucket: KV,
  key: string,
  schema: z.ZodType<Value>,
): Promise<Read<Value>> => {
  const entry = await bucket.get(key);
  if (entry === null) return { value: null, revision: 0 };
  const value = entry.operation === 'PUT' ? schema.parse(entry.json()) : null;
  return { value, revision: entry.revision };
};

const isConflict = (cause: unknown): boolean =>
  cause instanceof NatsError && cause.api_error?.err_code === WRONG_LAST_SEQUENCE;

/** Updates the newest value and returns the one before, or null when other writers were always first. */
export const change = async <Value>(
  bucket: KV,
  key: string,
  schema: z.ZodType<Value>,
  next: (value: Value | null) => Value,
): Promise<Read<Value> | null> => {
  for (let attempt = 0; attempt < WRITES_MAX; attempt += 1) {
    const before = await read(bucket, key, schema);
    try {
      await bucket.put(key, JSON.stringify(next(before.value)), { previousSeq: before.revision });
      return before;
    } catch (cause) {
      if (!isConflict(cause)) throw cause;
    }
  }
  return null;
};
