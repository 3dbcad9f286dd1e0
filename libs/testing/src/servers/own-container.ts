// A server in a container that a test owns: it keeps its address through restarts.
import { freePort } from '@tradeium/embedded';
import { GenericContainer, type StartedTestContainer } from 'testcontainers';
import type { TestServer } from './test-server.ts';

type Describe = (image: (name: string) => GenericContainer) => GenericContainer;

/** Starts a container whose port is one of this machine's; `prepare` works in it before it is handed out. */
export const own = async (
  port: number,
  scheme: string,
  describe: Describe,
  prepare?: (container: StartedTestContainer) => Promise<void>,
): Promise<TestServer> => {
  // A fixed port of the host, so that a restarted server keeps its address.
  const host = await freePort();
  const container = await describe((name) => new GenericContainer(name))
    .withExposedPorts({ container: port, host })
    .start();
  await prepare?.(container);
  return {
    url: `${scheme}${container.getHost()}:${host}`,
    kill: async () => void (await container.stop({ remove: false, timeout: 0 })),
    restart: () => container.restart(),
    stop: async () => void (await container.stop()),
  };
};
