// Opens declared buckets: never creates one, and reads only from the leader.
import type { KV, NatsConnection } from 'nats';
import type { BucketName } from './stream-layout.ts';

const TIMEOUT_MS = 5_000;

/**
 * Opens a key-value bucket. Every read goes to the stream's leader, so that no lagging replica answers with an
 * old value. A bucket that does not exist fails at its first use.
 */
export const openBucket = (nc: NatsConnection, name: BucketName, timeoutMs = TIMEOUT_MS): Promise<KV> =>
  nc
    .jetstream({ checkAPI: false, timeout: timeoutMs })
    .views.kv(name, { bindOnly: true, allow_direct: false });

/** The same at its first use. What fails is tried again at the next one. */
export const bucketOnUse = (
  nc: NatsConnection,
  name: BucketName,
  timeoutMs = TIMEOUT_MS,
): (() => Promise<KV>) => {
  let bucket: Promise<KV> | undefined;
  return () => {
    bucket ??= openBucket(nc, name, timeoutMs).catch((cause: unknown) => {
      bucket = undefined;
      throw cause;
    });
    return bucket;
  };
};
