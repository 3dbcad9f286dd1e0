// Starts any of our processes: configuration, log, health, bus, files, orderly end. Services add their lists.
import { setTimeout as delay } from 'node:timers/promises';
import { BUS_USERS, type BusUser } from '@tradeium/contracts';
import { assertStorage, jetStreamProblem } from '@tradeium/event-store';
import type { NatsConnection } from 'nats';
import type { z } from 'zod';
import { type BlobAccess, blobAccessOf } from '../blobs/blob-access.ts';
import { keepCacheSmall } from '../blobs/blob-cache.ts';
import type { Blobs } from '../blobs/blob-store.ts';
import { openBlobs } from '../blobs/blobs.ts';
import { type Log, openLog } from '../log/log.ts';
import { allWork, type Capabilities, openCapabilities } from '../process/capabilities.ts';
import { collectGarbage } from '../process/collect-garbage.ts';
import { startHealthServer } from '../process/health-server.ts';
import { type Lifetime, watchLifetime } from '../process/lifetime.ts';
import { type Metrics, openMetrics } from '../process/metrics.ts';
import { openPresence, type Presence } from '../process/presence.ts';
import { openRequestClient, type RequestClient } from '../requests/request-client.ts';
import { connectNats } from '../servers/connections.ts';
import { type CommonConfig, ConfigError, readConfig } from '../settings/config.ts';

/** The parts that every process has. */
export type ProcessParts<Config> = {
  readonly config: Config;
  readonly log: Log;
  readonly nc: NatsConnection;
  readonly blobs: Blobs;
  readonly client: RequestClient;
  readonly metrics: Metrics;
  readonly lifetime: Lifetime;
  readonly capabilities: Capabilities;
  /** This process as operators see it. */
  readonly presence: Presence;
};

/** A start takes seconds; a server may be away for hours, and looking asks all of them. */
const LOOK_FIRST_MS = 200;
const LOOK_MAX_MS = 5_000;

/** Logs each capability when it works for the first time. */
const logCapabilities = async (capabilities: Capabilities, log: Log): Promise<void> => {
  const logged = new Set<string>();
  for (let pauseMs = LOOK_FIRST_MS; ; pauseMs = Math.min(LOOK_MAX_MS, 1.25 * pauseMs)) {
    const status = await capabilities.status();
    const working = Object.keys(status).filter((name) => status[name] === 'ok' && !logged.has(name));
    for (const capability of working) {
      log.info({ capability }, 'a capability works');
      logged.add(capability);
    }
    if (allWork(status)) return;
    await delay(pauseMs, undefined, { ref: false });
  }
};

/** A login of another kind of process would be let in, and then refused most of what this one does. */
const wrongUser = (name: BusUser, user = ''): string[] => {
  const isOfOthers = BUS_USERS.some((known) => known === user && known !== name && known !== 'operator');
  return isOfOthers ? [`NATS_USER is wrong: it is that of ${user}, and this is ${name}`] : [];
};

/** The configuration; where it is not valid, one line of the log names every variable, and the process ends. */
const configOf = <Schema extends z.ZodType<CommonConfig>>(
  name: BusUser,
  schema: Schema,
): z.output<Schema> => {
  try {
    return readConfig(schema, process.env, ({ NATS_USER }) => wrongUser(name, NATS_USER));
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    openLog(name, 'error').error({ problems: cause.problems }, 'the configuration is not valid');
    process.exit(1);
  }
};

/** Opens the blobs. Throws when their store cannot be used as it is set up; one that is down may come back. */
const blobsOf = async (access: BlobAccess, log: Log): Promise<Blobs> => {
  const blobs = openBlobs(access);
  const problem = await blobs.problem({ writes: true });
  if (problem && !problem.isAway) throw new Error(problem.reason);
  if (problem) log.warn({ reason: problem.reason }, 'blobs cannot be used yet');
  return blobs;
};

/**
 * Starts a process; `run` resolves once it takes requests. It waits for nothing but NATS. A failure to start ends the
 * process with code 1, so that its supervisor restarts it.
 */
export const startProcess = async <Schema extends z.ZodType<CommonConfig>>(
  { name, config: schema, healthPort }: { name: BusUser; config: Schema; healthPort: number },
  run: (parts: ProcessParts<z.output<Schema>>) => Promise<void>,
): Promise<void> => {
  const config = configOf(name, schema);
  const log = openLog(name, config.LOG_LEVEL);
  process.on('unhandledRejection', (cause) => log.error({ err: cause }, 'a rejection was not handled'));
  const lifetime = watchLifetime(log, config.EXIT_WITH_PARENT === '1');
  const metrics = openMetrics(name);
  const capabilities = openCapabilities();
  try {
    const health = await startHealthServer({
      host: config.HEALTH_HOST,
      port: config.HEALTH_PORT ?? healthPort,
      metrics,
      capabilities,
    });
    const nc = await connectNats(config, name, log, { onForged: ({ kind }) => metrics.countForged(kind) });
    lifetime.onStop('nats', () => nc.drain());
    const monitoringUrls = config.NATS_MONITORING_URL;
    await assertStorage(nc, { replicas: config.NATS_REPLICAS, monitoringUrls });
    capabilities.add('events', () => jetStreamProblem(nc, monitoringUrls));
    metrics.watchCapabilities(capabilities.status);
    const access = blobAccessOf(config);
    const blobs = await blobsOf(access, log);
    if (access.s3) keepCacheSmall(access.directory, log, lifetime);
    capabilities.add('blobs', async () => (await blobs.problem())?.reason ?? null);
    const client = openRequestClient(nc, blobs);
    const presence = openPresence(nc, name);
    lifetime.onStop('presence', presence.stop);
    await run({ config, log, nc, blobs, client, metrics, lifetime, capabilities, presence });
    health.setReady(true);
    lifetime.onStop('readiness', () => health.setReady(false));
    log.info({ healthPort: health.port, capabilities: capabilities.names() }, 'ready');
    void logCapabilities(capabilities, log).then(collectGarbage);
  } catch (cause) {
    log.error({ err: cause }, 'could not start');
    process.exit(1);
  }
};
