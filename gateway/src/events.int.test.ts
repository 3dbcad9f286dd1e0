// Server-sent events of any route: ids, resumption, back-pressure, heartbeats, and what ends a stream.
import { once } from 'node:events';
import { connect } from 'node:net';
import { messageOfRoute, ROUTES, type Route, type RouteTable, refuse } from '@tradeium/contracts';
import { type Sink, streamHandler, userStreamHandler } from '@tradeium/service-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Edge, eventsIn, readStream, startEdge, userNamed } from '../tests/edge-under-test.ts';

const numbers: Route = {
  ...ROUTES.watchRun,
  path: '/test/numbers/{count}',
  events: { perUserMax: 10, onReaderGone: 'cancel' },
  input: z.strictObject({ count: z.coerce.number().int() }),
  output: z.int(),
};
/** Like a future conversation with an agent. */
const chat: Route = {
  ...ROUTES.chatWithStrategyAgent,
  path: '/test/chat',
  service: 'backtest',
  input: z.strictObject({ message: z.string() }),
  output: z.object({ type: z.enum(['chunk', 'complete']), content: z.string() }),
};
const going: Route = { ...chat, path: '/test/going', events: { ...chat.events, onReaderGone: 'continue' } };
const placed: Route = { ...numbers, path: '/test/placed/{count}' };
const routes: RouteTable = { numbers, placed, chat, going };

/** The messages that were sent to the chat, and the sinks of their answers. */
const asked: string[] = [];
const sinks = new Map<string, Sink<unknown>>();
/** A message that waits for its turn: once it waits, and once it is its turn. */
const waiting = Promise.withResolvers<void>();
const turn = Promise.withResolvers<void>();
const converse =
  (name: string) =>
  async ({ message }: { message: string }, _userId: string, sink: Sink<unknown>) => {
    if (message === 'waits') {
      waiting.resolve();
      await turn.promise;
    }
    if (message === 'broke') return refuse('INSUFFICIENT_CREDITS', { required: 2, available: 1 });
    asked.push(message);
    sinks.set(name, sink);
    await sink.write({ type: 'chunk', content: message });
    if (message === 'broke later') return refuse('INSUFFICIENT_CREDITS', { required: 2, available: 1 });
    if (message.startsWith('long')) {
      await new Promise((resolve) => sink.signal.addEventListener('abort', resolve));
      return undefined;
    }
    await sink.write({ type: 'complete', content: '' });
    return undefined;
  };

let written = 0;
const handlers = [
  streamHandler(messageOfRoute('numbers', numbers), async (input, _request, sink) => {
    const { count } = input as { count: number };
    if (count === 0) return refuse('RUN_NOT_FOUND');
    for (written = 1; written <= count; written += 1) await sink.write(written);
    return undefined;
  }),
  streamHandler(messageOfRoute('placed', placed), async (_input, { resumeAfter }, sink) => {
    const first = Number(resumeAfter?.replace('after-', '') ?? 0) + 1;
    for (let number = first; number <= 3; number += 1) await sink.write(number, `after-${number}`);
    return undefined;
  }),
  userStreamHandler(messageOfRoute('chat', chat), (input, userId, sink) =>
    converse('chat')(input as { message: string }, userId, sink),
  ),
  userStreamHandler(messageOfRoute('going', going), (input, userId, sink) =>
    converse('going')(input as { message: string }, userId, sink),
  ),
];

let edge: Edge;
let cookie: string;
const ann = userNamed('ann');
beforeAll(async () => {
  edge = await startEdge(handlers, {}, { routes });
  cookie = edge.signIn(ann);
});
afterAll(() => edge.close());

const count = (number: number, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  edge.send(`/test/numbers/${number}`, { cookie, headers, ...(signal && { signal }) });
const from = (first: number, last?: string) =>
  edge.send(`/test/placed/${first}`, { cookie, headers: last ? { 'last-event-id': last } : {} });
const say = (message: string, options: { headers?: Record<string, string>; signal?: AbortSignal } = {}) =>
  edge.send('/test/chat', { cookie, body: { message }, ...options });
const idsIn = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id as string);
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('a stream', () => {
  test('of a GET is made of events with ids, and ends with its source', async () => {
    const response = await count(500);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    const text = await readStream(response);
    expect(eventsIn(text)).toEqual(upTo(500));
    expect(new Set(idsIn(text)).size).toBe(500);
    expect(text).toMatch(/^id: \S+\ndata: 1\n\n/);
  });

  test('of a POST works the same way', async () => {
    const text = await readStream(await say('Hello'));
    expect(eventsIn(text)).toEqual([
      { type: 'chunk', content: 'Hello' },
      { type: 'complete', content: '' },
    ]);
  });

  test('that is refused is an answer like any other', async () => {
    const response = await count(0);
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'RUN_NOT_FOUND' }]);
    expect((await say('broke')).status).toBe(402);
    expect((await edge.send('/test/numbers/3')).status).toBe(401);
  });

  test('that is refused when it has begun says why at its end', async () => {
    const text = await readStream(await say('broke later'));
    expect(text).toContain('event: refusal\ndata: {');
    expect(eventsIn(text).at(-1)).toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
  });
});

describe('a client that comes back', () => {
  test('gets what it has missed, without a gap', async () => {
    const leaving = new AbortController();
    const text = await readStream(await count(5_000, {}, leaving.signal), 'data: 100\n\n');
    leaving.abort();
    const seen = idsIn(text).length;
    const rest = await readStream(await count(5_000, { 'last-event-id': idsIn(text).at(-1) as string }));
    expect([...upTo(seen), ...eventsIn(rest)]).toEqual(upTo(5_000));
  });

  test('gets an answer that there is no more', async () => {
    const last = idsIn(await readStream(await count(3))).at(-1) as string;
    expect((await count(3, { 'last-event-id': last })).status).toBe(204);
  });

  test('starts again where its stream is no longer known', async () => {
    const text = await readStream(await count(3, { 'last-event-id': 'unknown.stream.7' }));
    expect(eventsIn(text)).toEqual([1, 2, 3]);
    expect(eventsIn(await readStream(await count(3, { 'last-event-id': 'not an id' })))).toEqual([1, 2, 3]);
  });

  test('goes on from where it was, where its events say that and its stream is gone', async () => {
    const text = await readStream(await from(0));
    expect(idsIn(text).at(-1)).toMatch(/\.3\.after-3$/);
    const gone = (idsIn(text)[0] as string).replace(/^[^.]+/, 'unknown');
    expect(eventsIn(await readStream(await from(0, gone)))).toEqual([2, 3]);
    const all = (idsIn(text).at(-1) as string).replace(/^[^.]+/, 'unknown');
    expect((await from(0, all)).status).toBe(204);
  });

  test('does not run a command twice', async () => {
    const expired = await say('Twice', { headers: { 'last-event-id': 'unknown.stream.7' } });
    expect([expired.status, await expired.json()]).toMatchObject([410, { code: 'STREAM_EXPIRED' }]);
    expect(asked).not.toContain('Twice');
    const leaving = new AbortController();
    const text = await readStream(await say('long one', { signal: leaving.signal }), '\n\n');
    leaving.abort();
    const headers = { 'last-event-id': idsIn(text)[0] as string };
    const again = new AbortController();
    expect((await say('long one', { headers, signal: again.signal })).status).toBe(200);
    again.abort();
    expect(asked.filter((message) => message === 'long one')).toHaveLength(1);
  });

  test("does not get another user's stream", async () => {
    const last = idsIn(await readStream(await say('Secret')))[0] as string;
    const bob = edge.signIn(userNamed('bob'));
    const headers = { 'last-event-id': last };
    const response = await edge.send('/test/chat', { cookie: bob, headers, body: { message: 'x' } });
    expect(response.status).toBe(410);
  });
});

describe('a client that reads slowly', () => {
  test('slows the source down', async () => {
    const { hostname, port } = new URL(edge.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.pause();
    socket.write(`GET /test/numbers/2000000 HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);
    let before = -1;
    await expect
      .poll(
        () => {
          const stands = written === before && written > 0;
          before = written;
          return stands;
        },
        { interval: 300 },
      )
      .toBe(true);
    expect(written).toBeLessThan(500_000);
    socket.destroy();
  });

  test('is cut off when it takes nothing at all', async () => {
    const other = await startEdge(handlers, { STREAM_HEARTBEAT_MS: '100' }, { routes });
    try {
      const { hostname, port } = new URL(other.url);
      const socket = connect(Number(port), hostname);
      socket.pause();
      const mine = other.signIn(userNamed('sam'));
      socket.write(`GET /test/numbers/2000000 HTTP/1.1\r\nhost: localhost\r\ncookie: ${mine}\r\n\r\n`);
      const open = () => other.parts.places.open('numbers', 'user-sam');
      await expect.poll(open).toBe(1);
      await expect.poll(open).toBe(0);
      socket.destroy();
    } finally {
      await other.close();
    }
  });
});

describe('when its reader has gone', () => {
  test('the work is cancelled, or continues, as the route says', async () => {
    const leaving = new AbortController();
    const long = (path: string) =>
      edge.send(path, { cookie, body: { message: `long ${path}` }, signal: leaving.signal });
    const open = await Promise.all([long('/test/chat'), long('/test/going')]);
    await Promise.all(open.map((response) => readStream(response, '\n\n')));
    leaving.abort();
    const isCancelled = (name: string) => sinks.get(name)?.signal.aborted;
    await expect.poll(() => isCancelled('chat')).toBe(true);
    expect(isCancelled('going')).toBe(false);
  });
});

describe('a stream ends', () => {
  test('with its session, within seconds', async () => {
    const mine = edge.signIn(ann, 's-streaming');
    const response = await edge.send('/test/chat', { cookie: mine, body: { message: 'long session' } });
    const reading = readStream(response);
    await edge.endSession('s-streaming');
    expect(eventsIn(await reading)).toEqual([{ type: 'chunk', content: 'long session' }]);
  });

  test('with a session whose end was missed, at a heartbeat', async () => {
    const other = await startEdge(handlers, { STREAM_HEARTBEAT_MS: '100' }, { routes });
    try {
      const mine = other.signIn(ann, 's-missed');
      const response = await other.send('/test/chat', { cookie: mine, body: { message: 'long missed' } });
      const reading = readStream(response);
      await other.endSession('s-missed');
      await reading;
      expect((await other.send('/test/numbers/1', { cookie: mine })).status).toBe(401);
    } finally {
      await other.close();
    }
  });

  test('with its gateway', async () => {
    const other = await startEdge(handlers, {}, { routes });
    const mine = other.signIn(ann);
    const response = await other.send('/test/chat', { cookie: mine, body: { message: 'long gateway' } });
    const reading = readStream(response);
    await other.close();
    await reading;
  });

  test('before it began, with its gateway, as unavailable: the session lives on', async () => {
    const other = await startEdge(handlers, {}, { routes });
    const mine = other.signIn(ann);
    const asking = other.send('/test/chat', { cookie: mine, body: { message: 'waits' } });
    await waiting.promise;
    const closed = other.close();
    turn.resolve();
    expect((await asking).status).toBe(503);
    await closed;
  });
});

test('a stream shows that it is alive', async () => {
  const other = await startEdge(handlers, { STREAM_HEARTBEAT_MS: '100' }, { routes });
  try {
    const leaving = new AbortController();
    const sent = { cookie: other.signIn(ann), body: { message: 'long beat' }, signal: leaving.signal };
    expect(await readStream(await other.send('/test/chat', sent), ': heartbeat\n\n')).toContain('heartbeat');
    leaving.abort();
  } finally {
    await other.close();
  }
});

test('a user has at most ten streams of a route open, and room again when one closes', async () => {
  const eve = edge.signIn(userNamed('eve'));
  const leaving = new AbortController();
  const open = (signal?: AbortSignal) =>
    edge.send('/test/chat', { cookie: eve, body: { message: 'long cap' }, ...(signal && { signal }) });
  const first = await open(leaving.signal);
  const others = await Promise.all(Array.from({ length: 9 }, () => open()));
  expect([first, ...others].map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await open()).status).toBe(429);
  leaving.abort();
  await expect.poll(async () => (await open()).status).toBe(200);
});
