// The balancer between real servers: connections take turns, and skip a server that is gone.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SocketServer } from '../socket-server.ts';
import { startBalancer } from './balancer.ts';

let servers: Server[];
let balancer: SocketServer;

const startServer = async (name: string): Promise<Server> => {
  const server = createServer((_request, response) => response.end(name)).listen(0);
  await once(server, 'listening');
  return server;
};
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const ask = async () => {
  const response = await fetch(`http://127.0.0.1:${balancer.port}`, { headers: { connection: 'close' } });
  return response.text();
};
const askOften = () => Promise.all(Array.from({ length: 10 }, ask));

beforeEach(async () => {
  servers = [await startServer('one'), await startServer('two')];
  balancer = await startBalancer({ port: 0, host: '127.0.0.1', targets: servers.map(portOf) });
});
afterEach(async () => {
  await balancer.close();
  for (const server of servers) server.close();
});

test('both servers answer in turn', async () => {
  expect((await askOften()).sort()).toEqual([...Array(5).fill('one'), ...Array(5).fill('two')]);
});

test('while one is gone, the other answers all', async () => {
  servers[0]?.close();
  expect(new Set(await askOften())).toEqual(new Set(['two']));
});
