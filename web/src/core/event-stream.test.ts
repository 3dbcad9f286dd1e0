// Streams of server-sent events from a real server: requests, received events, and how a broken one is reopened.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Failure } from '../lib/failure.ts';
import type { RouteRequest } from '../lib/route-request.ts';
import { type EventStream, openEventStream, retryPauseMs } from './event-stream.ts';

type Asked = { method: string | undefined; body: string; headers: IncomingMessage['headers'] };
type Answer = (response: ServerResponse) => void;

let server: Server;
let base: string;
const asked: Asked[] = [];
const answers: Answer[] = [];
const open: EventStream[] = [];

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.spyOn(Math, 'random').mockReturnValue(0);
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ method: request.method, body, headers: request.headers });
    answers.shift()?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
  asked.length = 0;
  answers.length = 0;
  server.closeAllConnections();
  server.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Sends these texts as a stream; it stays open unless it `ends`. */
const streaming =
  (texts: readonly string[], { ends = false } = {}): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.flushHeaders();
    for (const text of texts) response.write(text);
    if (ends) response.end();
  };

const listen = (request: Partial<RouteRequest> = {}) => {
  const heard: unknown[] = [];
  const stream = openEventStream(
    { method: 'GET', ...request, url: base },
    {
      onOpened: () => heard.push('opened'),
      onAlive: () => heard.push('alive'),
      onLost: () => heard.push('lost'),
      onCompleted: () => heard.push('completed'),
      onRefused: ({ status, message }: Failure) => heard.push([status, message]),
      onEvent: ({ event, id, data }) => heard.push({ event, id, data }),
    },
  );
  open.push(stream);
  return { heard, stream };
};

describe('a stream', () => {
  test('is read event by event, however it is split on the way', async () => {
    answers.push(streaming(['data: {"a"', ':1}\n', '\n: heartbeat\n\nevent: step\nid: 7\nda', 'ta: b\n\n']));
    const { heard } = listen();
    await vi.waitFor(() => expect(heard).toHaveLength(4));
    expect(heard).toEqual([
      'opened',
      { event: undefined, id: undefined, data: '{"a":1}' },
      'alive',
      { event: 'step', id: '7', data: 'b' },
    ]);
    expect(asked[0]?.headers.accept).toBe('text/event-stream');
  });

  // spec: live.11
  test('of a POST request carries its body', async () => {
    answers.push(streaming(['data: done\n\n']));
    const { heard } = listen({ method: 'POST', body: { prompt: 'a strategy' } });
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(asked[0]).toMatchObject({ method: 'POST', body: '{"prompt":"a strategy"}' });
    expect(asked[0]?.headers['content-type']).toBe('application/json');
  });

  // spec: live.11
  test('is opened again when it ends, from the last event that had an id', async () => {
    answers.push(streaming(['retry: 1\nid: 41\ndata: a\n\ndata: b\n\n'], { ends: true }), streaming([]));
    const { heard, stream } = listen();
    await vi.waitFor(() => expect(heard.at(-1)).toBe('lost'));
    stream.retryNow();
    await vi.waitFor(() => expect(heard.at(-1)).toBe('opened'));
    expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '41']);
  });

  test('of a POST request that breaks before its first event is not sent again automatically', async () => {
    answers.push(
      streaming([], { ends: true }),
      streaming(['id: 1\ndata: a\n\n'], { ends: true }),
      streaming([]),
    );
    const { heard, stream } = listen({ method: 'POST', body: {} });
    await vi.waitFor(() => expect(heard.at(-1)).toBe('lost'));
    window.dispatchEvent(new Event('online'));
    expect(asked).toHaveLength(1);
    stream.retryNow();
    await vi.waitFor(() => expect(heard.filter((news) => news === 'lost')).toHaveLength(2));
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    expect(asked[2]?.headers['last-event-id']).toBe('1');
  });

  test('that has been read to its end is not opened again', async () => {
    answers.push(streaming(['id: 9\ndata: last\n\n'], { ends: true }), (response) => {
      response.writeHead(204);
      response.end();
    });
    const { heard, stream } = listen();
    await vi.waitFor(() => expect(heard.at(-1)).toBe('lost'));
    stream.retryNow();
    await vi.waitFor(() => expect(heard.at(-1)).toBe('completed'));
    answers.push((response) => response.end());
    window.dispatchEvent(new Event('online'));
    // Whatever that led to would have been asked before this.
    await fetch(base);
    expect(asked.filter(({ headers }) => headers.accept === 'text/event-stream')).toHaveLength(2);
  });

  test.each<[string, Answer, string]>([
    ['ended', streaming([': heartbeat\n\n'], { ends: true }), 'the connection was closed'],
    ['reset', (response) => void response.destroy(), 'fetch failed'],
  ])('that is %s says so', async (_case, answer, cause) => {
    answers.push(answer);
    const lost = Promise.withResolvers<Failure>();
    open.push(
      openEventStream({ method: 'GET', url: base }, { onEvent: () => undefined, onLost: lost.resolve }),
    );
    expect((await lost.promise).message).toContain(`API call failed: ${cause}`);
  });

  test('that the server refuses says why, and is retried automatically', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answers.push((response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"detail":"Unauthorized"}');
    }, streaming([]));
    const { heard } = listen();
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    while (heard.length === 0) await settle();
    expect(heard).toEqual([[401, 'Unauthorized']]);
    vi.advanceTimersByTime(retryPauseMs(1, 0));
    while (heard.length === 1) await settle();
    expect(heard.at(-1)).toBe('opened');
    vi.useRealTimers();
  });

  test('refuses a page that a proxy sends in its place', async () => {
    answers.push((response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<p>Sign in to the network</p>');
    });
    const { heard } = listen();
    await vi.waitFor(() => expect(heard).toEqual([[200, 'The server answered 200']]));
  });

  test('without a sign of life is lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answers.push(streaming([]));
    const { heard } = listen();
    while (heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(60_000);
    expect(heard).toEqual(['opened', 'lost']);
    vi.useRealTimers();
  });

  test('is lost when the browser goes offline, and opened again when it is back', async () => {
    answers.push(streaming([]), streaming([]));
    const { heard } = listen();
    await vi.waitFor(() => expect(heard).toEqual(['opened']));
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(heard).toEqual(['opened', 'lost', 'opened']));
  });

  test('that is closed is not opened again', async () => {
    answers.push(streaming([]));
    const { heard, stream } = listen();
    await vi.waitFor(() => expect(heard).toEqual(['opened']));
    stream.close();
    window.dispatchEvent(new Event('online'));
    expect(heard).toEqual(['opened']);
    expect(asked).toHaveLength(1);
  });
});

// spec: live.4
test('a lost server is retried after one second, later each time, and every fifteen at the latest', () => {
  const pauses = [1, 2, 3, 4, 5, 50].map((attempt) => [retryPauseMs(attempt, 0), retryPauseMs(attempt, 1)]);
  expect(pauses).toEqual([
    [1_000, 1_500],
    [2_000, 3_000],
    [4_000, 6_000],
    [8_000, 12_000],
    [10_000, 15_000],
    [10_000, 15_000],
  ]);
});
