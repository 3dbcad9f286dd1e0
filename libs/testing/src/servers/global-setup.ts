// Shares one MongoDB, one Temporal and the bundled workflows among all integration tests; each is there on first use.
import { once as nextOf } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SERVICE_NAMES } from '@tradeium/contracts';
import { buildWorkflows, root } from '@tradeium/embedded';
import type { TestProject } from 'vitest/node';
import { serverStarter } from './server-starter.ts';
import type { TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files, in their own processes, get what they share. */
    sharedUrl: string;
  }
}

type SharedServer = 'mongodb' | 'temporal';

const started = new Map<SharedServer, Promise<TestServer>>();
const bundles = new Map<string, Promise<string>>();
let reception: Server | undefined;

/** The value under a key; made at its first use. */
const once = <Key, Value>(made: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
};

const serverUrl = async (name: SharedServer): Promise<string> => {
  const { url } = await once(started, name, async () => (await serverStarter())[name]());
  return url;
};

/** The file of a service's bundled workflows. */
const bundleFile = async (service: string): Promise<string> => {
  const name = SERVICE_NAMES.find((known) => known === service);
  if (!name) throw new Error(`there is no service ${service}`);
  return once(bundles, name, () => buildWorkflows(root, name, () => undefined));
};

/** Answers `/mongodb` and `/temporal` with an address, `/workflows/<service>` with a path. */
const sharedThing = async (path: string): Promise<string> => {
  const [, kind = '', service = ''] = path.split('/');
  if (kind === 'workflows') return bundleFile(service);
  return serverUrl(kind === 'temporal' ? 'temporal' : 'mongodb');
};

/** Called by Vitest before the first test. */
export const setup = async ({ provide }: TestProject): Promise<void> => {
  reception = createServer((request, response) => {
    sharedThing(request.url ?? '').then(
      (answer) => response.end(answer),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  reception.listen(0, '127.0.0.1');
  await nextOf(reception, 'listening');
  provide('sharedUrl', `http://127.0.0.1:${(reception.address() as AddressInfo).port}`);
};

/** Called by Vitest after the last test. */
export const teardown = async (): Promise<void> => {
  reception?.close();
  const servers = await Promise.allSettled(started.values());
  await Promise.all(
    servers.map((server) => (server.status === 'fulfilled' ? server.value.stop() : undefined)),
  );
};
