// Refuses to work on streams that may lose events, with too few replicas, or on a server that acknowledges before it writes.
import { CONTEXTS, streamOf } from '@tradeium/contracts';
import { type NatsConnection, RetentionPolicy, StorageType, type StreamConfig } from 'nats';
import { watchConnection } from './connection-watch.ts';
import { type JetStreamServer, jetStreamServers } from './monitoring.ts';
import { apiErrorCode } from './nats-outage.ts';
import { streamLayouts } from './stream-layout.ts';

export type StorageDemands = {
  /** The fewest copies of each stream and bucket. */
  readonly replicas: number;
  /** The monitoring address of every NATS server. */
  readonly monitoringUrls: readonly string[];
  /** The clock of this machine. */
  readonly now?: () => number;
};

type Demand = { setting: string; holds: (config: StreamConfig) => boolean };

/** -1 and 0 both mean "unlimited". */
const isUnlimited = (limit: number | undefined) => limit === undefined || limit <= 0;

/** A stream can be set to acknowledge before it writes; the client's types lack that setting. */
const isWrittenBeforeAcknowledged = (config: StreamConfig): boolean => {
  const mode = 'persist_mode' in config ? config.persist_mode : undefined;
  return mode === undefined || mode === '' || mode === 'default';
};

/** Requirements for a stream of events. */
const EVENT_DEMANDS: readonly Demand[] = [
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

const STREAM_NOT_FOUND = 10_059;
/** Streams of a cluster that has just started may not have a leader yet. */
const PATIENCE_MS = 30_000;

/**
 * Throws unless every stream and bucket exists with enough replicas, the streams keep every event
 * forever, and NATS writes to disk before it acknowledges and has our time. Every service calls it when it starts.
 */
export const assertStorage = async (nc: NatsConnection, demands: StorageDemands): Promise<void> => {
  const { replicas } = demands;
  const wrong = await Promise.all(
    streamLayouts(replicas).map(async (layout) => problemsOf(await configOf(nc, layout.name), layout)),
  );
  if (wrong.flat().length > 0)
    throw new Error(`The streams are not as they must be: ${wrong.flat().join('; ')}.`);
  await assertServers(nc, demands);
};

const configOf = async (nc: NatsConnection, stream: string): Promise<StreamConfig | null> => {
  const manager = await nc.jetstreamManager({ checkAPI: false });
  const ask = () =>
    manager.streams.info(stream).then(
      ({ config }) => config,
      (error: unknown) => {
        if (apiErrorCode(error) === STREAM_NOT_FOUND) return null;
        throw error;
      },
    );
  return watchConnection(nc).untilAnswered(ask, PATIENCE_MS);
};

const EVENT_STREAMS: readonly string[] = CONTEXTS.map(streamOf);

const problemsOf = (
  config: StreamConfig | null,
  layout: ReturnType<typeof streamLayouts>[number],
): string[] => {
  const { name, num_replicas: replicas, subjects = [] } = layout;
  if (config === null) return [`${name} does not exist: declare it with "npm run streams -- declare"`];
  const problems: string[] = [];
  if (config.num_replicas < replicas)
    problems.push(
      `${name} has ${config.num_replicas} of ${replicas} replicas: add them with "npm run streams -- declare --replicas ${replicas}"`,
    );
  const missing = subjects.filter((subject) => !config.subjects.includes(subject));
  if (missing.length > 0) problems.push(`${name} lacks the subjects ${missing.join(', ')}`);
  if (!EVENT_STREAMS.includes(name)) return problems;
  const lacking = EVENT_DEMANDS.filter(({ holds }) => !holds(config)).map(({ setting }) => setting);
  if (lacking.length > 0)
    problems.push(`${name} may lose events: change its settings to ${lacking.join(', ')}`);
  return problems;
};

/** Links, codes and limits are of the time; so much is no delay of a message. */
const SKEW_MAX_MS = 60_000;

const assertClocks = (servers: readonly JetStreamServer[]): void => {
  const off = servers.find(({ aheadMs }) => Math.abs(aheadMs) > SKEW_MAX_MS);
  if (off)
    throw new Error(
      `The clocks of this machine and of NATS at ${off.url} differ by ${Math.round(Math.abs(off.aheadMs) / 1_000)} s: have both set by NTP.`,
    );
};

/**
 * Only the servers' monitoring ports show if NATS syncs a write before acknowledging it. The server of this
 * connection must answer, and more than half of all: one that is down acknowledges nothing.
 */
const assertServers = async (nc: NatsConnection, { monitoringUrls, now }: StorageDemands): Promise<void> => {
  if (monitoringUrls.length === 0)
    throw new Error('NATS_MONITORING_URL must name the monitoring port of every NATS server.');
  const servers = await jetStreamServers(monitoringUrls, now);
  const answering = servers.filter((server): server is JetStreamServer => 'serverId' in server);
  const unsafe = answering.filter(({ syncsAlways }) => !syncsAlways).map(({ url }) => url);
  if (unsafe.length > 0)
    throw new Error(
      `NATS at ${unsafe.join(', ')} acknowledges before it has written: set "sync_interval: always".`,
    );
  const silent = servers
    .filter((server) => 'problem' in server)
    .map(({ url, problem }) => `${url} (${problem})`);
  if (2 * answering.length <= servers.length)
    throw new Error(
      `It can't be seen whether NATS writes before it acknowledges: no answer from ${silent.join(', ')}.`,
    );
  assertClocks(answering);
  if (!answering.some(({ serverId }) => serverId === nc.info?.server_id))
    throw new Error(
      `The NATS server at ${nc.getServer()} is not among those whose monitoring ports NATS_MONITORING_URL names: ${monitoringUrls.join(', ')}.`,
    );
};
