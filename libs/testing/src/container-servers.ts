// Test servers as containers of the official images, for machines with Docker.
import { freePort, SERVER_IMAGES } from '@tradeium/embedded';
import { GenericContainer } from 'testcontainers';
import { natsConfiguration } from './nats-users.ts';
import type { ServerStarter, TestServer } from './test-server.ts';

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
  mongodb: () => own(27_017, 'mongodb://', (image) => image(SERVER_IMAGES.mongodb)),
  temporal: () =>
    own(7233, '', (image) =>
      image('temporalio/temporal').withCommand(['server', 'start-dev', '--ip', '0.0.0.0', '--headless']),
    ),
};

const own = async (
  port: number,
  scheme: string,
  describe: (image: (name: string) => GenericContainer) => GenericContainer,
): Promise<TestServer> => {
  // A fixed port of the host, so that a restarted server keeps its address.
  const host = await freePort();
  const container = await describe((name) => new GenericContainer(name))
    .withExposedPorts({ container: port, host })
    .start();
  return {
    url: `${scheme}${container.getHost()}:${host}`,
    kill: async () => void (await container.stop({ remove: false, timeout: 0 })),
    restart: () => container.restart(),
    stop: async () => void (await container.stop()),
  };
};
