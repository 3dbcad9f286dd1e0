// Refuses to work on a stream that may lose events, or on a server that acknowledges before it has written.
import { streamOf } from '@tradeium/contracts';
import { type NatsConnection, RetentionPolicy, StorageType, type StreamConfig } from 'nats';

type Demand = { setting: string; holds: (config: StreamConfig) => boolean };

/** -1 and 0 both say "unlimited". */
const isUnlimited = (limit: number | undefined) => limit === undefined || limit <= 0;

const DEMANDS: readonly Demand[] = [
  { setting: 'file storage', holds: (config) => config.storage === StorageType.File },
  { setting: 'retention by limits', holds: (config) => config.retention === RetentionPolicy.Limits },
  { setting: 'deny_delete', holds: (config) => config.deny_delete === true },
  { setting: 'deny_purge', holds: (config) => config.deny_purge === true },
  { setting: 'no limit of age', holds: (config) => isUnlimited(config.max_age) },
  { setting: 'no limit of size', holds: (config) => isUnlimited(config.max_bytes) },
  { setting: 'no limit of messages', holds: (config) => isUnlimited(config.max_msgs) },
  { setting: 'no limit per subject', holds: (config) => isUnlimited(config.max_msgs_per_subject) },
  { setting: 'no roll-ups', holds: (config) => config.allow_rollup_hdrs !== true },
  { setting: 'every write on disk before its acknowledgement', holds: isWrittenBeforeAcknowledged },
];

/** A stream may be set to be written behind its acknowledgements; the client's types do not know it yet. */
function isWrittenBeforeAcknowledged(config: StreamConfig): boolean {
  const mode = 'persist_mode' in config ? config.persist_mode : undefined;
  return mode === undefined || mode === '' || mode === 'default';
}

/**
 * Throws unless the context's stream exists and keeps every event for ever. With `monitoringUrl` (NATS's HTTP port,
 * which is optional) also unless the server has `sync_interval: always`; without it, that can't be seen from here.
 */
export async function assertStream(
  nc: NatsConnection,
  context: string,
  monitoringUrl?: string,
): Promise<void> {
  const stream = streamOf(context);
  const manager = await nc.jetstreamManager({ checkAPI: false });
  const { config } = await manager.streams.info(stream);
  const missing = DEMANDS.filter(({ holds }) => !holds(config)).map(({ setting }) => setting);
  if (!config.subjects.includes(`events.${context}.>`)) missing.push(`the subjects events.${context}.>`);
  if (missing.length > 0)
    throw new Error(`stream ${stream} may lose events; it lacks: ${missing.join(', ')}`);
  if (monitoringUrl !== undefined) await assertSyncAlways(monitoringUrl);
}

async function assertSyncAlways(monitoringUrl: string): Promise<void> {
  const response = await fetch(new URL('/jsz', monitoringUrl), { signal: AbortSignal.timeout(5_000) });
  const { config } = (await response.json()) as { config?: { sync_always?: boolean } };
  if (config?.sync_always !== true) {
    throw new Error('the NATS server acknowledges before it has written: set sync_interval to always');
  }
}
