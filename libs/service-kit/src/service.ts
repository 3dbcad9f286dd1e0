// The one way to start a service: configuration, log, connections, health, requests, and an orderly end.
import { assertStorage } from '@tradeium/event-store';
import type { NatsConnection } from 'nats';
import type { z } from 'zod';
import { type Blobs, openBlobs } from './blobs.ts';
import { type CommonConfig, readConfig } from './config.ts';
import { connectNats } from './connections.ts';
import { type HealthServer, startHealthServer } from './health-server.ts';
import { type Lifetime, watchLifetime } from './lifetime.ts';
import { type Log, openLog } from './log.ts';
import { type Metrics, openMetrics } from './metrics.ts';
import { openRequestClient, type RequestClient } from './request-client.ts';

/** What a service's wiring is given. */
export type ServiceParts<Config> = {
  readonly config: Config;
  readonly log: Log;
  readonly nc: NatsConnection;
  readonly blobs: Blobs;
  readonly client: RequestClient;
  readonly metrics: Metrics;
  readonly lifetime: Lifetime;
};

/**
 * Starts a service: `wire` builds it and resolves once it takes work; what it returns shows on /readyz. A failure to
 * start ends the process with code 1, so that whoever supervises it tries again.
 */
export const startService = async <Schema extends z.ZodType<CommonConfig>>(
  name: string,
  schema: Schema,
  wire: (parts: ServiceParts<z.output<Schema>>) => Promise<{ details?: () => object }>,
): Promise<void> => {
  const config = readConfig(schema);
  const log = openLog(name, config.LOG_LEVEL);
  process.on('unhandledRejection', (cause) => log.error({ err: cause }, 'a promise failed unattended'));
  const lifetime = watchLifetime(log, config.EXIT_WITH_PARENT === '1');
  const metrics = openMetrics(name);
  let details = (): object => ({});
  const health: HealthServer = await startHealthServer({
    host: config.HEALTH_HOST,
    port: config.HEALTH_PORT,
    metrics,
    details: () => details(),
  });
  try {
    const nc = await connectNats(config.NATS_URL, name, log);
    lifetime.onStop('nats', () => nc.drain());
    await assertStorage(nc, {
      replicas: config.NATS_REPLICAS,
      monitoringUrls: config.NATS_MONITORING_URL,
    });
    const blobs = openBlobs(nc, { directory: config.BLOBS_DIRECTORY, shared: config.BLOBS_SHARED });
    const wired = await wire({
      config,
      log,
      nc,
      blobs,
      client: openRequestClient(nc, blobs),
      metrics,
      lifetime,
    });
    if (wired.details) details = wired.details;
    health.setReady(true);
    lifetime.onStop('readiness', () => health.setReady(false));
    log.info({ healthPort: health.port }, 'ready');
  } catch (cause) {
    log.error({ err: cause }, 'could not start');
    process.exit(1);
  }
};
