// The settings of every stream and bucket of the product: the one list for declaring, opening and checking them.
import {
  type Bucket,
  CONTEXTS,
  type Context,
  SERVICE_NAMES,
  SERVICES,
  type ServiceName,
  streamOf,
} from '@tradeium/contracts';
import { DiscardPolicy, nanos, RetentionPolicy, StorageType, type StreamConfig } from 'nats';

const DUPLICATE_WINDOW_MS = 2 * 60_000;
/** The bucket of leases forgets a record that is not written again for this long. */
export const LEASES_KEPT_MS = 3_600_000;

/** The buckets of the event store itself. */
export const STORE_BUCKETS = [
  { name: 'SNAPSHOTS', description: 'States of long aggregates. Only a cache.' },
  { name: 'PARKED', description: 'Events that a reaction set aside, until they are handled after all.' },
  { name: 'REACTIONS', description: 'How far each reaction has come. Must not be lost.' },
  { name: 'LEASES', description: 'Which replica does a piece of work.', ttlMs: LEASES_KEPT_MS },
] as const satisfies readonly Bucket[];

/** Every key-value bucket, including those of services. Each keeps the newest value of every key. */
const BUCKETS: readonly Bucket[] = [
  ...STORE_BUCKETS,
  ...SERVICE_NAMES.flatMap((name): readonly Bucket[] => SERVICES[name].buckets),
];
export type BucketName =
  | (typeof STORE_BUCKETS)[number]['name']
  | (typeof SERVICES)[ServiceName]['buckets'][number]['name'];

export type StreamLayout = Partial<StreamConfig> & { readonly name: string; readonly num_replicas: number };

/** Every stream of the product, including those behind buckets. */
export const streamLayouts = (replicas: number): StreamLayout[] => [
  ...CONTEXTS.map((context) => eventStream(context, replicas)),
  ...BUCKETS.map((bucket) => bucketStream(bucket, replicas)),
];

/**
 * Settings that all streams share. No direct reads from replicas (`allow_direct`): a lagging one would answer with
 * an old value, or none.
 */
const kept = (replicas: number) => ({
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.New,
  max_bytes: -1,
  max_msgs: -1,
  max_msg_size: -1,
  num_replicas: replicas,
  allow_direct: false,
});

const eventStream = (context: Context, replicas: number): StreamLayout => ({
  ...kept(replicas),
  name: streamOf(context),
  description: `The events of ${context}, for ever.`,
  subjects: [`events.${context}.>`],
  max_age: 0,
  max_msgs_per_subject: -1,
  duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  deny_delete: true,
  deny_purge: true,
  allow_rollup_hdrs: false,
});

/** A bucket is a stream that keeps one message per subject. Clients recognize it by its name. */
const bucketStream = (
  { name, description, ttlMs = 0, isWriteOnce }: Bucket,
  replicas: number,
): StreamLayout => ({
  ...kept(replicas),
  name: `KV_${name}`,
  description,
  subjects: [`$KV.${name}.>`],
  max_age: nanos(ttlMs),
  max_msgs_per_subject: 1,
  ...(isWriteOnce && { discard_new_per_subject: true }),
  deny_delete: false,
  // A message with `Nats-Rollup` on one's own subject could clear those of all others.
  deny_purge: true,
  allow_rollup_hdrs: false,
});
