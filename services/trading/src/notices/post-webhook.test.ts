// Why a webhook could not be reached, in words for its user.
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { postWebhook } from './post-webhook.ts';

let server: Server;
afterEach(() => server.close());

/** The address of a server that cuts every connection. */
const listening = async (): Promise<string> => {
  server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  return `http://127.0.0.1:${port}/`;
};
const problemAt = async (url: string) => (await postWebhook({ url, body: '{}', headers: {} }, true)).detail;

test('a connection that is cut, and one that is refused', async () => {
  const url = await listening();
  expect(await problemAt(url)).toBe('the connection was cut');
  server.close();
  await once(server, 'close');
  expect(await problemAt(url)).toBe('the connection was refused');
});
