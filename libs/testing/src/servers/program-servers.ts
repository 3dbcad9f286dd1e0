// Test servers as programs on this machine, found or installed like the product's embedded servers.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as embedded from '@tradeium/embedded';
import { natsConfiguration } from './nats-users.ts';
import { S3_BUCKET, S3_KEYS, s3Environment } from './s3-settings.ts';
import type { ServerStarter, TestServer } from './test-server.ts';

type Start = (directory: string, port?: { port: number }) => Promise<embedded.RunningServer>;

export const programServers: ServerStarter = {
  async nats() {
    let monitoring: { monitoringPort: number } | undefined;
    let monitoringUrl = '';
    const server = await own('nats', async (dataDirectory, port) => {
      const started = await embedded.startNats({
        dataDirectory,
        configuration: natsConfiguration(),
        ...port,
        ...monitoring,
      });
      ({ monitoringUrl } = started);
      monitoring = { monitoringPort: Number(new URL(monitoringUrl).port) };
      return started;
    });
    return { ...server, monitoringUrl };
  },
  async s3() {
    let pid = 0;
    const server = await own('s3', async (dataDirectory, port) => {
      const started = await embedded.startS3({ dataDirectory, buckets: [S3_BUCKET], ...S3_KEYS, ...port });
      ({ pid } = started);
      return started;
    });
    return {
      ...server,
      bucket: S3_BUCKET,
      environment: s3Environment(server.url),
      get pid() {
        return pid;
      },
    };
  },
  mongodb: () => own('mongodb', (dataDirectory, port) => embedded.startMongodb({ dataDirectory, ...port })),
  temporal: () =>
    own('temporal', (directory, port) =>
      embedded.startTemporal({ dataFile: join(directory, 'temporal.db'), ...port }),
    ),
};

const own = async (name: string, start: Start): Promise<TestServer> => {
  const directory = await mkdtemp(join(tmpdir(), `tradeium-test-${name}-`));
  let server = await start(directory);
  const { url } = server;
  const port = Number(url.slice(url.lastIndexOf(':') + 1));
  return {
    url,
    async kill() {
      server.kill();
      // Waits until it is gone, so that its port and files are free.
      await server.stop();
    },
    async restart() {
      await server.stop();
      server = await start(directory, { port });
    },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
