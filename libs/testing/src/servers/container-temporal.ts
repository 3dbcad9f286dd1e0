// Temporal on PostgreSQL in containers, with the configuration of docker-compose.yml and k8s/.
import { join } from 'node:path';
import { root, SERVER_IMAGES } from '@tradeium/embedded';
import { GenericContainer, Network, type StartedTestContainer, Wait } from 'testcontainers';
import { own } from './own-container.ts';
import type { TestServer } from './test-server.ts';

const SERVERS = join(root, 'k8s', 'servers');
const PASSWORD = 'of-the-tests';
const IN_CONTAINER = '/etc/tradeium';
const READ_BY_ALL = 0o644;

const file = (name: string, as: string) => ({
  source: join(SERVERS, name),
  target: `${IN_CONTAINER}/${as}`,
  mode: READ_BY_ALL,
});

/** Frontends learn of a namespace after some seconds. */
const MAKE_NAMESPACE = `temporal operator namespace create --namespace default --retention 24h &&
  timeout 60 sh -c 'until temporal workflow count --namespace default; do sleep 0.2; done'`;

const makeNamespace = async (temporal: StartedTestContainer): Promise<void> => {
  const { exitCode, output } = await temporal.exec(['sh', '-c', MAKE_NAMESPACE]);
  if (exitCode !== 0) throw new Error(`Temporal has no namespace: ${output}`);
};

/** Starts a Temporal server and its database; `kill` and `restart` are the server's alone. */
export const temporalOnPostgresql = async (): Promise<TestServer> => {
  const network = await new Network().start();
  const database = await new GenericContainer(SERVER_IMAGES.postgresql)
    .withNetwork(network)
    .withNetworkAliases('postgresql')
    .withCopyContentToContainer([{ content: PASSWORD, target: '/tmp/password', mode: READ_BY_ALL }])
    .withEnvironment({
      POSTGRES_USER: 'temporal',
      POSTGRES_DB: 'temporal',
      POSTGRES_PASSWORD_FILE: '/tmp/password',
    })
    // Not through its socket: at its first start a server that is only being made answers there.
    .withWaitStrategy(Wait.forSuccessfulCommand('pg_isready --username=temporal --host=127.0.0.1'))
    .start();
  const schema = await new GenericContainer(SERVER_IMAGES['temporal-tools'])
    .withNetwork(network)
    .withCopyFilesToContainer([file('temporal-schema.sh', 'schema.sh')])
    .withEnvironment({ SQL_PASSWORD: PASSWORD })
    .withEntrypoint(['sh', `${IN_CONTAINER}/schema.sh`])
    .withWaitStrategy(Wait.forOneShotStartup())
    .start();
  await schema.stop();
  const server = await own(
    7233,
    '',
    (image) =>
      image(SERVER_IMAGES.temporal)
        .withNetwork(network)
        .withCopyFilesToContainer([
          file('temporal-config.yaml.tmpl', 'temporal.yaml'),
          file('temporal-dynamic.yaml', 'dynamic.yaml'),
        ])
        .withEnvironment({
          POSTGRES_ADDRESS: 'postgresql:5432',
          POSTGRES_PASSWORD: PASSWORD,
          POD_IP: '127.0.0.1',
          HOME: '/tmp',
        })
        .withEntrypoint(['temporal-server'])
        .withCommand([
          '--root',
          IN_CONTAINER,
          '--config',
          '.',
          '--env',
          'temporal',
          '--allow-no-auth',
          'start',
        ])
        .withWaitStrategy(Wait.forSuccessfulCommand('temporal operator cluster health')),
    makeNamespace,
  );
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await database.stop();
      await network.stop();
    },
  };
};
