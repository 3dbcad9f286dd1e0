// Creates the product's streams and buckets on a NATS server: at the embedded start and by an operator's command.
import type { JetStreamManager, NatsConnection, StreamConfig } from 'nats';
import { watchConnection } from './connection-watch.ts';
import { apiErrorCode } from './nats-outage.ts';
import { type StreamLayout, streamLayouts } from './stream-layout.ts';

export { STORE_BUCKETS, streamLayouts } from './stream-layout.ts';

export type StreamOptions = {
  /** Copies of each stream and bucket: 1 on one machine, 3 in production. */
  replicas: number;
};

const STREAM_NOT_FOUND = 10_059;
/** A cluster that has just started chooses its leader first. */
const PATIENCE_MS = 30_000;
const TIMEOUT_MS = 2_000;

/**
 * Creates every missing stream and bucket. An existing one gets more replicas where it has too few, and is no
 * longer read from replicas; any other difference (a limit, purging allowed) is an error that names it.
 */
export const declareStreams = async (nc: NatsConnection, { replicas }: StreamOptions): Promise<void> => {
  const manager = await nc.jetstreamManager({ checkAPI: false, timeout: TIMEOUT_MS });
  const connection = watchConnection(nc);
  for (const layout of streamLayouts(replicas))
    await connection.untilAnswered(() => declareStream(manager, layout), PATIENCE_MS);
};

const declareStream = async (manager: JetStreamManager, layout: StreamLayout): Promise<void> => {
  const { name } = layout;
  const existing = await findConfig(manager, name);
  if (existing === undefined) {
    await manager.streams.add(layout);
    return;
  }
  const differences = Object.entries(layout)
    .filter(([key]) => !['description', 'num_replicas', 'allow_direct'].includes(key))
    .map(([key, value]) => ({
      key,
      is: JSON.stringify(existing[key as keyof StreamConfig]),
      wanted: JSON.stringify(value),
    }))
    .filter(({ is, wanted }) => is !== wanted)
    .map(({ key, is, wanted }) => `${key} is ${is}, not ${wanted}`);
  if (differences.length > 0) {
    throw new Error(`The stream ${name} is configured otherwise: ${differences.join('; ')}.`);
  }
  await improve(manager, existing, layout);
};

/** Changes what is safe to change: missing replicas, reads from replicas. */
const improve = async (
  manager: JetStreamManager,
  existing: StreamConfig,
  layout: StreamLayout,
): Promise<void> => {
  const { name, num_replicas: wanted } = layout;
  if (existing.num_replicas >= wanted && !existing.allow_direct) return;
  const replicas = Math.max(existing.num_replicas, wanted);
  const change = { ...existing, num_replicas: replicas, allow_direct: false };
  await manager.streams.update(name, change).catch((cause: unknown) => {
    const has = existing.num_replicas === 1 ? '1 replica' : `${existing.num_replicas} replicas`;
    throw new Error(`The stream ${name} has ${has} and could not be given ${replicas}.`, { cause });
  });
};

const findConfig = async (manager: JetStreamManager, name: string): Promise<StreamConfig | undefined> => {
  try {
    return (await manager.streams.info(name)).config;
  } catch (cause) {
    if (apiErrorCode(cause) === STREAM_NOT_FOUND) return undefined;
    throw cause;
  }
};
