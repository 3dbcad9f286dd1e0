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
 * longer read from replicas; a bucket no longer takes purges and roll-ups, which clients that make one allow. Any other
 * difference (a limit, a stream that can be purged) is an error that names it.
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
    .filter(([key]) => key !== 'description' && !(key in improvementsOf(layout)))
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

/** The changes that are safe to make. */
const improvementsOf = ({ name, num_replicas, deny_purge, allow_rollup_hdrs }: StreamLayout) => ({
  num_replicas,
  allow_direct: false,
  ...(name.startsWith('KV_') && { deny_purge, allow_rollup_hdrs }),
});

const improve = async (
  manager: JetStreamManager,
  existing: StreamConfig,
  layout: StreamLayout,
): Promise<void> => {
  const { name } = layout;
  const replicas = Math.max(existing.num_replicas, layout.num_replicas);
  const change = { ...existing, ...improvementsOf(layout), num_replicas: replicas };
  if (JSON.stringify(change) === JSON.stringify(existing)) return;
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
