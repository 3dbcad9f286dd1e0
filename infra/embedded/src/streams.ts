// Declares the event streams and the buckets of keys and values: the one place that says how they are kept.
import { type Bucket, CONTEXTS, type Context, SERVICE_NAMES, SERVICES, streamOf } from '@tradeium/contracts';
import {
  DiscardPolicy,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats';

export type StreamOptions = {
  /** Copies of each stream and bucket: 1 on one machine, 3 in production. */
  replicas: number;
};

const duplicateWindowMs = 2 * 60_000;
const streamNotFound = 10_059;
/** What is kept beside the events, each key with its newest value: the event store's buckets and those of services. */
const buckets: readonly Bucket[] = [
  { name: 'SNAPSHOTS', description: 'States of long aggregates; only a cache.' },
  { name: 'PARKED', description: 'Events that a reaction gave up on.' },
  { name: 'LEASES', description: 'Which replica does a piece of work just now.', ttlMs: 3_600_000 },
  ...SERVICE_NAMES.flatMap((name): readonly Bucket[] => SERVICES[name].buckets),
];

type WantedStream = Partial<StreamConfig> & { name: string };

/**
 * Makes the stream of every context and every bucket that is not there yet. Events are for ever, so one that is there
 * with other settings (a limit, purging allowed, fewer replicas) is an error that says what differs.
 */
export async function declareStreams(connection: NatsConnection, { replicas }: StreamOptions): Promise<void> {
  const manager = await connection.jetstreamManager();
  for (const context of CONTEXTS) await declareStream(manager, streamConfig(context, replicas), 'stream');
  for (const bucket of buckets) await declareStream(manager, bucketConfig(bucket, replicas), 'bucket');
}

function streamConfig(context: Context, replicas: number): WantedStream {
  return {
    name: streamOf(context),
    description: `The events of ${context}, for ever.`,
    subjects: [`events.${context}.>`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_age: 0,
    max_bytes: -1,
    max_msgs: -1,
    max_msgs_per_subject: -1,
    max_msg_size: -1,
    duplicate_window: nanos(duplicateWindowMs),
    num_replicas: replicas,
    deny_delete: true,
    deny_purge: true,
    allow_direct: true,
    allow_rollup_hdrs: false,
  };
}

/** A bucket is a stream that keeps one message a subject; NATS's clients know it by its name. */
function bucketConfig({ name, description, ttlMs = 0 }: Bucket, replicas: number): WantedStream {
  return {
    name: `KV_${name}`,
    description,
    subjects: [`$KV.${name}.>`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_age: nanos(ttlMs),
    max_bytes: -1,
    max_msgs: -1,
    max_msgs_per_subject: 1,
    max_msg_size: -1,
    num_replicas: replicas,
    deny_delete: false,
    deny_purge: false,
    allow_direct: true,
    allow_rollup_hdrs: true,
  };
}

async function declareStream(
  manager: JetStreamManager,
  wanted: WantedStream,
  kind: 'stream' | 'bucket',
): Promise<void> {
  const existing = await findConfig(manager, wanted.name);
  if (existing === undefined) {
    await manager.streams.add(wanted);
    return;
  }
  const differences = Object.entries(wanted)
    .filter(([key]) => key !== 'description')
    .map(([key, value]) => ({
      key,
      is: JSON.stringify(existing[key as keyof StreamConfig]),
      should: JSON.stringify(value),
    }))
    .filter(({ is, should }) => is !== should)
    .map(({ key, is, should }) => `${key} is ${is}, not ${should}`);
  if (differences.length > 0) {
    throw new Error(`The ${kind} ${wanted.name} is configured otherwise: ${differences.join('; ')}.`);
  }
}

async function findConfig(manager: JetStreamManager, name: string): Promise<StreamConfig | undefined> {
  try {
    return (await manager.streams.info(name)).config;
  } catch (cause) {
    if (cause instanceof NatsError && cause.api_error?.err_code === streamNotFound) return undefined;
    throw cause;
  }
}
