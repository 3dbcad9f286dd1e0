// Shares one MongoDB and one Temporal among all integration tests; each starts on first use.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { serverStarter } from './server-starter.ts';
import type { TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files, in their own processes, get the shared servers. */
    sharedServersUrl: string;
  }
}

type SharedServer = 'mongodb' | 'temporal';

const started = new Map<SharedServer, Promise<TestServer>>();
let reception: Server | undefined;

const start = async (name: SharedServer): Promise<TestServer> => (await serverStarter())[name]();

/** Called by Vitest before the first test. */
export const setup = async ({ provide }: TestProject): Promise<void> => {
  reception = createServer((request, response) => {
    const name = request.url === '/temporal' ? 'temporal' : 'mongodb';
    const server = started.get(name) ?? start(name);
    started.set(name, server);
    server.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  reception.listen(0, '127.0.0.1');
  await once(reception, 'listening');
  provide('sharedServersUrl', `http://127.0.0.1:${(reception.address() as AddressInfo).port}`);
};

/** Called by Vitest after the last test. */
export const teardown = async (): Promise<void> => {
  reception?.close();
  const servers = await Promise.allSettled(started.values());
  await Promise.all(
    servers.map((server) => (server.status === 'fulfilled' ? server.value.stop() : undefined)),
  );
};
