// How many connections one address may hold open, and for how long without a whole request.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitConnections, REQUEST_TIMEOUTS } from './connection-limit.ts';

const PER_ADDRESS_MAX = 3;

const server = createServer();
const fullServer = createServer();
const sockets: Socket[] = [];
beforeAll(async () => {
  limitConnections(server, PER_ADDRESS_MAX);
  limitConnections(fullServer, PER_ADDRESS_MAX, PER_ADDRESS_MAX + 1);
  for (const each of [server, fullServer]) await once(each.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
  fullServer.close();
});

/** A connection from an address of this machine, with half a request. */
const halfRequest = async (localAddress: string, to = server) => {
  const { port } = to.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  const [accepted] = await Promise.all([once(to, 'connection'), once(socket, 'connect')]);
  socket.write('GET / HTTP/1.1\r\nX: ');
  return { socket, isRefused: (accepted[0] as Socket).destroyed };
};

test('one address holds so many at most, others are not held up, and a closed one makes room', async () => {
  const held = [];
  for (let count = 0; count < PER_ADDRESS_MAX; count += 1) held.push(await halfRequest('127.0.0.1'));
  expect(held.map(({ isRefused }) => isRefused)).toEqual([false, false, false]);
  expect((await halfRequest('127.0.0.1')).isRefused).toBe(true);
  expect((await halfRequest('127.0.0.2')).isRefused).toBe(false);
  held[0]?.socket.destroy();
  await expect.poll(async () => (await halfRequest('127.0.0.1')).isRefused).toBe(false);
});

test('when all places are taken, the address that holds the most gives up its oldest one, and gets no other', async () => {
  const held = [];
  for (let count = 0; count < PER_ADDRESS_MAX; count += 1)
    held.push(await halfRequest('127.0.0.1', fullServer));
  const other = await halfRequest('127.0.0.2', fullServer);
  const [oldest] = held.map(({ socket }) => once(socket, 'close'));
  expect((await halfRequest('127.0.0.3', fullServer)).isRefused).toBe(false);
  await oldest;
  expect(held.map(({ socket }) => socket.destroyed)).toEqual([true, false, false]);
  expect(other.socket.destroyed).toBe(false);
  expect((await halfRequest('127.0.0.1', fullServer)).isRefused).toBe(true);
});

test('half a request is closed within seconds of its time-out', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = REQUEST_TIMEOUTS;
  expect(headersTimeout).toBeLessThan(requestTimeout);
  expect(connectionsCheckingInterval).toBeLessThanOrEqual(5_000);
});
