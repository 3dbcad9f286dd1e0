// A user learns why a webhook could not be reached, but of this machine only whether a notice was taken.
import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { postWebhook } from './post-webhook.ts';

const opened: (Server | HttpServer)[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

const listening = async (server: Server | HttpServer): Promise<string> => {
  opened.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  return `http://127.0.0.1:${port}/`;
};
const answering = (status: number) =>
  createHttpServer((request, response) => {
    request.resume();
    response.writeHead(status, { location: '/elsewhere', connection: 'close' }).end();
  });
const cutting = () => createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
const silent = () => createServer((socket) => socket.on('error', () => undefined).resume());
const NOBODY = 'http://127.0.0.1:1/';

const post = (url: string) => postWebhook({ url, body: '{}', headers: {} }, true);

describe('of a server on this machine', () => {
  test.each([200, 201, 204])('that takes the notice with %i, it shows that it was taken', async (status) => {
    expect(await post(await listening(answering(status)))).toEqual({
      outcome: 'delivered',
      detail: 'taken by a server on this machine',
    });
  });

  test('all else is one answer, no sooner than that of a silent one, whether or not something listens', async () => {
    const servers = [silent(), cutting(), ...[302, 404, 410, 500].map(answering)];
    const urls = [NOBODY, ...(await Promise.all(servers.map(listening)))];
    const began = performance.now();
    const answers = urls.map(async (url) => ({
      ...(await post(url)),
      isEarly: performance.now() - began < 2_990,
    }));
    const detail = 'it could not be delivered on this machine';
    expect(await Promise.all(answers)).toEqual(
      urls.map(() => ({ outcome: 'refused', detail, isFinal: false, isEarly: false })),
    );
  });
});

test('a name that leads to no public network says so', async () => {
  const { detail } = await post('https://name-that-nobody-has.invalid/');
  expect(detail).toBe('nobody knows the name in the address');
});
