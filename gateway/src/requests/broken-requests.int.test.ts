// Requests that never reach a handler are refused like all others: broken HTTP, headers without end, a foreign host.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { messageOf, refuse } from '@tradeium/contracts';
import { handler } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Edge, startEdge } from '../../tests/edge-under-test.ts';
import { refusalOfBroken } from './broken-requests.ts';

let edge: Edge;
const asked = Promise.withResolvers<void>();
const released = Promise.withResolvers<void>();
beforeAll(async () => {
  edge = await startEdge([
    handler(messageOf('requestPasswordReset'), async () => {
      asked.resolve();
      await released.promise;
      return refuse('TOO_MANY_MAILS', { seconds: 1 });
    }),
  ]);
});
afterAll(() => edge.close());

/** The answer to these very bytes. */
const answerTo = async (bytes: string) => {
  const socket = connect(Number(new URL(edge.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const [status = '', ...headers] = head.split('\r\n');
  return {
    status: Number(status.split(' ')[1]),
    headers: new Headers(headers.map((line) => line.split(': ', 2) as [string, string])),
    body: JSON.parse(body) as { detail: string; code: string },
  };
};

const HOST = 'Host: localhost\r\nConnection: close\r\n';

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'INVALID_REQUEST'],
  [
    'two lengths',
    `POST /auth/login HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    400,
    'INVALID_REQUEST',
  ],
  [
    'headers without end',
    `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
  [
    'a chunk with extensions without end',
    `POST /auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`,
    413,
    'BODY_TOO_LARGE',
  ],
  ['no host', 'GET /auth/me HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'INVALID_REQUEST'],
  [
    'a length next to chunks',
    `POST /auth/login HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'INVALID_REQUEST',
  ],
  ['two hosts', `GET /auth/me HTTP/1.1\r\nHost: evil.example\r\n${HOST}\r\n`, 400, 'INVALID_REQUEST'],
  ['two equal hosts', `GET /auth/me HTTP/1.1\r\nHost: localhost\r\n${HOST}\r\n`, 400, 'INVALID_REQUEST'],
  [
    'another address than its host',
    `GET http://evil.example/auth/me HTTP/1.1\r\n${HOST}\r\n`,
    400,
    'INVALID_REQUEST',
  ],
  [
    'a foreign address',
    'GET http://evil.example/auth/me HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    421,
    'WRONG_HOST',
  ],
  [
    'a foreign host',
    'GET /auth/me HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    421,
    'WRONG_HOST',
  ],
])('%s is refused in the words of the catalogue', async (_what, bytes, status, code) => {
  const answer = await answerTo(bytes);
  expect(answer).toMatchObject({ status, body: { code, detail: expect.any(String) } });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-request-id': expect.any(String),
    connection: 'close',
  });
});

test('a request that does not arrive in time is answered with a time-out', () => {
  expect(refusalOfBroken('ERR_HTTP_REQUEST_TIMEOUT')).toEqual({ refused: 'REQUEST_TIMEOUT' });
});

test('another expectation than 100-continue changes nothing', async () => {
  const answer = await answerTo(`GET /auth/me HTTP/1.1\r\n${HOST}Expect: the-unexpected\r\n\r\n`);
  expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
});

test('a broken request behind a waiting one is not mistaken for its answer', async () => {
  const socket = connect(Number(new URL(edge.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`POST /auth/forgot-password HTTP/1.1\r\n${HOST.replace('close', 'keep-alive')}`);
  socket.write('Content-Type: application/json\r\nContent-Length: 25\r\n\r\n{"email":"a@example.com"}');
  await asked.promise;
  socket.write('hello\r\n\r\n');
  expect(await text(socket)).toBe('');
  released.resolve();
});
