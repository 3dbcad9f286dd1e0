// Declares the event streams: the one place that says how events are kept.
import { CONTEXTS, type Context, streamOf } from '@tradeium/contracts';
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
  /** Copies of each stream: 1 on one machine, 3 in production. */
  replicas: number;
};

const duplicateWindowMs = 2 * 60_000;
const streamNotFound = 10_059;

/**
 * Makes the stream of every context that does not have one yet. Events are for ever, so a stream that is there
 * with other settings (a limit, purging allowed, fewer replicas) is an error that says what differs.
 */
export async function declareStreams(connection: NatsConnection, { replicas }: StreamOptions): Promise<void> {
  const manager = await connection.jetstreamManager();
  for (const context of CONTEXTS) await declareStream(manager, streamConfig(context, replicas));
}

function streamConfig(context: Context, replicas: number): Partial<StreamConfig> & { name: string } {
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

async function declareStream(
  manager: JetStreamManager,
  wanted: Partial<StreamConfig> & { name: string },
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
    throw new Error(`The stream ${wanted.name} is configured otherwise: ${differences.join('; ')}.`);
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
