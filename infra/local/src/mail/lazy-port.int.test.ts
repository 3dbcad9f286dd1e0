// A port that starts what is behind it with the first connection.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { SocketServer } from '../socket-server.ts';
import { openLazyPort } from './lazy-port.ts';

const HOST = '127.0.0.1';
let opened: SocketServer | undefined;
let server: Server | undefined;
let starts = 0;

afterEach(async () => {
  await opened?.close();
  server?.close();
  [opened, server, starts] = [undefined, undefined, 0];
});

/** A server that answers each line with itself; `isGreeted` says hello first. */
const startEcho = async (isGreeted: boolean): Promise<number> => {
  starts += 1;
  server = createServer((socket) => {
    if (isGreeted) socket.write('hello ');
    socket.pipe(socket);
  }).listen(0, HOST);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const open = async (isGreeted: boolean): Promise<SocketServer> => {
  opened = await openLazyPort({ host: HOST, port: 0, behind: () => startEcho(isGreeted), isGreeted });
  return opened;
};

test('what is said reaches the server, and its answer comes back', async () => {
  const { port } = await open(false);
  const socket = connect(port, HOST);
  socket.end('a line');
  expect(await text(socket)).toBe('a line');
  expect(starts).toBe(1);
});

test('a connection without a byte starts nothing', async () => {
  const { port } = await open(false);
  const probe = connect(port, HOST);
  probe.end();
  expect(await text(probe)).toBe('');
  expect(starts).toBe(0);
});

test('a server that speaks first starts with the connection', async () => {
  const { port } = await open(true);
  const socket = connect(port, HOST);
  const [greeting] = await once(socket, 'data');
  expect(String(greeting)).toBe('hello ');
  socket.destroy();
});

test.each(['POST / HTTP/1.1', 'EHLO /x HTTP/1.1'])(
  'a browser that %s sends to a server that speaks first is not passed on, whatever its body',
  async (line) => {
    const { port } = await open(true);
    const socket = connect(port, HOST).on('error', () => undefined);
    socket.end(`${line}\r\nHost: evil.example\r\n\r\nMAIL FROM:<me@evil.example>\r\n`);
    expect(await text(socket).catch(() => '')).not.toContain('MAIL');
  },
);

test('a client of a server that speaks first is passed on', async () => {
  const { port } = await open(true);
  const socket = connect(port, HOST);
  await once(socket, 'data');
  socket.write('EHLO me');
  const [answered] = await once(socket, 'data');
  expect(String(answered)).toBe('EHLO me');
  socket.destroy();
});

test('a server that cannot start closes the connection, and is asked again by the next one', async () => {
  let tries = 0;
  opened = await openLazyPort({
    host: HOST,
    port: 0,
    isGreeted: false,
    behind: () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('not now')) : startEcho(false);
    },
  });
  const first = connect(opened.port, HOST);
  first.end('lost');
  await once(first.resume(), 'close').catch(() => undefined);
  const second = connect(opened.port, HOST);
  second.end('found');
  expect(await text(second)).toBe('found');
});

test('a port that is taken is an error', async () => {
  const { port } = await open(false);
  await expect(
    openLazyPort({ host: HOST, port, behind: () => startEcho(false), isGreeted: false }),
  ).rejects.toThrow('EADDRINUSE');
});
