// Test servers as containers of the official images, for machines with an engine.
import { freePort, SERVER_IMAGES } from '@tradeium/embedded';
import { Wait } from 'testcontainers';
import { temporalOnPostgresql } from './container-temporal.ts';
import { natsConfiguration } from './nats-users.ts';
import { own } from './own-container.ts';
import { S3_BUCKET, S3_KEYS, s3Environment } from './s3-settings.ts';
import type { ServerStarter } from './test-server.ts';

const MONITORING_PORT = 8222;
const NATS_CONFIGURATION = `
http: ${MONITORING_PORT}
jetstream { store_dir: "/data", sync_interval: always }
${natsConfiguration().join('\n')}`;

export const containerServers: ServerStarter = {
  async nats() {
    const monitoring = await freePort();
    const server = await own(4222, 'nats://', (image) =>
      image(SERVER_IMAGES.nats)
        .withCopyContentToContainer([{ content: NATS_CONFIGURATION, target: '/etc/nats/test.conf' }])
        .withExposedPorts({ container: MONITORING_PORT, host: monitoring })
        .withCommand(['--config', '/etc/nats/test.conf']),
    );
    return { ...server, monitoringUrl: `http://${new URL(server.url).hostname}:${monitoring}` };
  },
  async s3() {
    // A folder of the gateway is a bucket.
    const bucket = { content: '', target: `/tmp/objects/${S3_BUCKET}/.keep` };
    const server = await own(7070, 'http://', (image) =>
      image(SERVER_IMAGES.s3)
        .withEnvironment({
          ROOT_ACCESS_KEY: S3_KEYS.accessKeyId,
          ROOT_SECRET_KEY: S3_KEYS.secretAccessKey,
          VGW_HEALTH: '/health',
        })
        .withCopyContentToContainer([bucket, { content: '', target: '/tmp/metadata/.keep' }])
        .withCommand(['posix', '--sidecar', '/tmp/metadata', '/tmp/objects'])
        .withWaitStrategy(Wait.forHttp('/health', 7070)),
    );
    return { ...server, bucket: S3_BUCKET, environment: s3Environment(server.url), pid: null };
  },
  mongodb: () => own(27_017, 'mongodb://', (image) => image(SERVER_IMAGES.mongodb)),
  temporal: temporalOnPostgresql,
};
