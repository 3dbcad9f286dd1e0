// Streams over a real NATS server: in order, without gaps, no faster than they are read, and never without a reader.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRefusal, type Message, type Refusal, refuse } from '@tradeium/contracts';
import { type EventServer, silentLog, startEventServer } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openBlobs } from '../blobs/blobs.ts';
import type { Answer } from '../messages/reply.ts';
import type { RequestContext } from '../messages/request-context.ts';
import { openMetrics } from '../process/metrics.ts';
import { openRequestClient, outputOf, type RequestClient } from '../requests/request-client.ts';
import { serveRequests } from '../requests/request-server.ts';
import { streamMessage, userStreamHandler } from '../requests/stream-handler.ts';
import { openStreamHost, type StreamHost, streamSubject } from './stream-host.ts';
import type { StreamEnd } from './stream-messages.ts';
import { openStreamClient, type ReadChunk, type StreamClient, type StreamReader } from './stream-reader.ts';
import type { Sink, StreamWork } from './stream-writer.ts';

let server: EventServer;
let serviceNc: NatsConnection;
let readerNc: NatsConnection;
let host: StreamHost;
let client: StreamClient;

/** Long enough for any machine; tests of its end set a short one. */
const RESUME_WITHIN_MS = 30_000;
const SHORTLY_MS = 200;
const openHost = async (resumeWithinMs: number) => {
  host = openStreamHost({ nc: serviceNc, log: silentLog, resumeWithinMs });
  await serviceNc.flush();
};

beforeAll(async () => {
  server = await startEventServer();
  serviceNc = await server.connect();
  readerNc = await server.connect();
  client = openStreamClient(readerNc);
});
beforeEach(() => openHost(RESUME_WITHIN_MS));
afterAll(() => server.stop());

const attach = async (
  stream: string,
  { after = 0, userId = 'ann', onReaderGone = 'cancel' as 'cancel' | 'continue' } = {},
) => client.attach({ stream, userId, after, onReaderGone });

const opened = async (work: StreamWork, userId = 'ann'): Promise<string> => {
  const stream = await host.open(userId, work);
  if (isRefusal(stream)) throw new Error(`refused: ${stream.refused}`);
  return stream.stream;
};

const readerOf = async (attached: ReturnType<typeof attach>): Promise<StreamReader> => {
  const reader = await attached;
  if (typeof reader === 'string') throw new Error(`the stream is ${reader}`);
  return reader;
};

const isChunk = (next: ReadChunk | StreamEnd): next is ReadChunk => 'text' in next;

/** Reads chunks up to this number of them, or to the end. */
const read = async (reader: StreamReader, count = Number.POSITIVE_INFINITY) => {
  const chunks: unknown[] = [];
  while (chunks.length < count) {
    const next = await reader.next();
    if (!isChunk(next)) return { chunks, end: next };
    chunks.push(JSON.parse(next.text));
  }
  return { chunks, end: undefined };
};

const counting =
  (count: number, written: number[] = []): StreamWork =>
  async (sink) => {
    for (let number = 1; number <= count; number += 1) {
      written.push(number);
      await sink.write(number);
    }
    return undefined;
  };
const upTo = (count: number, from = 1) =>
  Array.from({ length: count - from + 1 }, (_, index) => from + index);

test('a stream is read in order and to its end', async () => {
  const reader = await readerOf(attach(await opened(counting(1_000))));
  expect(await read(reader)).toEqual({ chunks: upTo(1_000), end: { how: 'done' } });
});

describe('a stream that is opened with its reader', () => {
  const reading = { userId: 'ann', onReaderGone: 'cancel' } as const;
  const openedWith = async (work: StreamWork, reader?: RequestContext['reader']) => {
    // The request must not overtake the subscription.
    await readerNc.flush();
    const output = await host.open('ann', work, { reader });
    return isRefusal(output) ? output : { output };
  };
  const readerIn = (answered: Awaited<ReturnType<StreamClient['open']>>): StreamReader => {
    if (typeof answered === 'string' || isRefusal(answered)) throw new Error('there is no reader');
    return answered;
  };

  test('is read from its first chunk on, without another request', async () => {
    const requests: string[] = [];
    const watched = serviceNc.subscribe('stream.>', {
      callback: (_error, msg) => requests.push(msg.string()),
    });
    const reader = readerIn(await client.open(reading, (named) => openedWith(counting(1_000), named)));
    expect(await read(reader)).toEqual({ chunks: upTo(1_000), end: { how: 'done' } });
    expect(requests.filter((text) => text.includes('attach'))).toEqual([]);
    watched.unsubscribe();
  });

  test('is not mixed with another one that the same request has opened', async () => {
    const reader = readerIn(
      await client.open(reading, async (named) => {
        await openedWith(counting(50), named);
        return openedWith(
          async (sink) => counting(20)({ ...sink, write: (n) => sink.write(Number(n) + 100) }),
          named,
        );
      }),
    );
    expect(await read(reader)).toEqual({ chunks: upTo(120, 101), end: { how: 'done' } });
  });

  test('is attached to where its service does not know readers yet', async () => {
    const reader = readerIn(await client.open(reading, () => openedWith(counting(20))));
    expect(await read(reader)).toEqual({ chunks: upTo(20), end: { how: 'done' } });
  });

  test('is refused before its first chunk', async () => {
    expect(
      await client.open(reading, (named) => openedWith(async () => refuse('CHAT_NOT_FOUND'), named)),
    ).toEqual(refuse('CHAT_NOT_FOUND'));
  });
});

test('the place that a chunk reaches comes with it, also to a reader that comes back', async () => {
  const stream = await opened(async (sink) => {
    await sink.write('a', 'at-1');
    await sink.write('b');
    return undefined;
  });
  for (const reader of [await readerOf(attach(stream)), await readerOf(attach(stream))])
    expect([await reader.next(), await reader.next()]).toEqual([
      { type: 'chunk', number: 1, text: '"a"', place: 'at-1' },
      { type: 'chunk', number: 2, text: '"b"' },
    ]);
});

test('a reader that is slow slows the source down, in chunks and in bytes', async () => {
  const written: number[] = [];
  const reader = await readerOf(attach(await opened(counting(1_000, written))));
  await read(reader, 1);
  await serviceNc.flush();
  await readerNc.flush();
  const ahead = written.length;
  expect(ahead).toBeLessThan(100);
  await read(reader, 300);
  await expect.poll(() => written.length).toBeGreaterThan(300);
  expect(written.length).toBeLessThan(400);

  const large: number[] = [];
  const work: StreamWork = async (sink) => {
    for (let number = 1; number <= 100; number += 1) {
      large.push(number);
      await sink.write('x'.repeat(100_000));
    }
    return undefined;
  };
  await readerOf(attach(await opened(work)));
  await serviceNc.flush();
  expect(large.length).toBeLessThanOrEqual(4);
});

test('a reader acknowledges many chunks, or much text, at once', async () => {
  const acks: unknown[] = [];
  const stream = await opened(async (sink) => {
    for (const number of upTo(40)) await sink.write(number);
    for (const _ of upTo(3)) await sink.write('x'.repeat(20_000));
    return undefined;
  });
  const listener = serviceNc.subscribe(streamSubject(stream), {
    callback: (_, msg) => {
      const { do: what, read } = msg.json<{ do: string; read?: number }>();
      if (what === 'ack') acks.push(read);
    },
  });
  await serviceNc.flush();
  const reader = await readerOf(attach(stream));
  await read(reader);
  reader.leave();
  await readerNc.flush();
  await serviceNc.flush();
  listener.unsubscribe();
  expect(acks).toEqual([16, 32, 42]);
});

test('a reader that comes back continues where it was, without a gap', async () => {
  const stream = await opened(counting(500));
  const first = await readerOf(attach(stream));
  expect((await read(first, 40)).chunks).toEqual(upTo(40));
  first.leave();
  const second = await readerOf(attach(stream, { after: 40 }));
  expect(await read(second)).toEqual({ chunks: upTo(500, 41), end: { how: 'done' } });
});

test('what a reader has missed is kept within bounds only, and past them the stream is gone', async () => {
  const release = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const work: StreamWork = async (sink) => {
    await sink.write(0);
    await release.promise;
    for (const number of upTo(1_000)) await sink.write(number);
    done.resolve();
    return undefined;
  };
  const stream = await opened(work);
  const reader = await readerOf(attach(stream, { onReaderGone: 'continue' }));
  await read(reader, 1);
  reader.leave();
  await readerNc.flush();
  await serviceNc.flush();
  release.resolve();
  await done.promise;
  expect(await attach(stream, { after: 1, onReaderGone: 'continue' })).toBe('gone');
  const late = await readerOf(attach(stream, { after: 900, onReaderGone: 'continue' }));
  expect(await read(late)).toEqual({ chunks: upTo(1_000, 900), end: { how: 'done' } });
});

test('a stream that was read whole is over', async () => {
  const stream = await opened(counting(3));
  await read(await readerOf(attach(stream)));
  expect(await attach(stream, { after: 3 })).toBe('over');
});

test('the work is cancelled when its reader has gone and does not come back, or continues if it is to', async () => {
  await openHost(SHORTLY_MS);
  const work = (seen: { sink?: Sink<unknown> }): StreamWork => {
    return async (sink) => {
      seen.sink = sink;
      await sink.write(1);
      await new Promise((resolve) => sink.signal.addEventListener('abort', resolve));
      return undefined;
    };
  };
  const [cancelled, going]: { sink?: Sink<unknown> }[] = [{}, {}];
  const first = await readerOf(attach(await opened(work(cancelled as object))));
  const second = await readerOf(attach(await opened(work(going as object)), { onReaderGone: 'continue' }));
  await Promise.all([read(first, 1), read(second, 1)]);
  first.leave();
  second.leave();
  await expect.poll(() => cancelled?.sink?.signal.aborted).toBe(true);
  expect(going?.sink?.signal.aborted).toBe(false);
  await host.stop();
  expect(going?.sink?.signal.aborted).toBe(true);
});

test('a stream without a reader is cancelled', async () => {
  await openHost(SHORTLY_MS);
  const cancelled = Promise.withResolvers<void>();
  await opened(async ({ begin, signal }) => {
    begin();
    signal.addEventListener('abort', () => cancelled.resolve());
    await cancelled.promise;
    return undefined;
  });
  await cancelled.promise;
});

test('work that takes long before it begins still waits for its reader from then on', async () => {
  await openHost(SHORTLY_MS);
  const stream = await opened(async (sink) => {
    await delay(2 * SHORTLY_MS);
    await sink.write(1);
    return undefined;
  });
  expect(await read(await readerOf(attach(stream)))).toEqual({ chunks: [1], end: { how: 'done' } });
});

test("a user cannot read another user's stream", async () => {
  const stream = await opened(counting(3));
  expect(await attach(stream, { userId: 'bob' })).toBe('gone');
});

test('messages that were lost on the way are sent again', async () => {
  const stream = await opened(counting(2_000));
  const reader = await readerOf(attach(stream));
  await read(reader, 30);
  await readerNc.reconnect();
  expect(await read(reader)).toEqual({ chunks: upTo(2_000, 31), end: { how: 'done' } });
});

test('work that fails breaks its stream; a process that ends does so too', async () => {
  const failing = await readerOf(
    attach(
      await opened(async (sink) => {
        await sink.write(1);
        throw new Error('the model is down');
      }),
    ),
  );
  expect(await read(failing)).toEqual({ chunks: [1], end: { how: 'broken' } });
  const going = await readerOf(attach(await opened(counting(10_000))));
  await read(going, 1);
  await host.stop();
  expect((await read(going)).end).toEqual({ how: 'broken' });
});

test('a user has at most a hundred streams in a process, of which the oldest unread one makes room', async () => {
  const aborted: number[] = [];
  const work =
    (number: number): StreamWork =>
    async ({ begin, signal }) => {
      begin();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted.push(number);
      return undefined;
    };
  const streams: string[] = [];
  for (const number of upTo(100)) streams.push(await opened(work(number), 'eve'));
  await Promise.all(streams.slice(1).map((stream) => readerOf(attach(stream, { userId: 'eve' }))));
  await opened(work(101), 'eve');
  await expect.poll(() => aborted).toEqual([1]);
});

const numbers = {
  service: 'backtest',
  kind: 'query',
  name: 'numbers',
  input: z.strictObject({ count: z.int() }),
  output: z.int(),
} as const satisfies Message;

/** Serves the numbers while `use` asks for them. */
const whileServing = async (
  write: (count: number, sink: Sink<number>) => ReturnType<StreamWork>,
  use: (
    ask: (
      count: number,
      userId?: string,
      timeoutMs?: number,
    ) => Promise<Answer<{ stream: string }> | Refusal>,
  ) => Promise<void>,
) => {
  const directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  const blobs = openBlobs({ directory });
  const serving = serveRequests({
    nc: serviceNc,
    log: silentLog,
    metrics: openMetrics('test'),
    blobs,
    waitForWrites: async () => undefined,
    handlers: [userStreamHandler(numbers, ({ count }, _userId, sink) => write(count, sink))],
  });
  const requests: RequestClient = openRequestClient(readerNc, blobs);
  try {
    await use((count, userId, timeoutMs = 10_000) => {
      const context = { commandId: 'c', correlationId: 'r', ...(userId !== undefined && { userId }) };
      return requests.request(streamMessage(numbers), { count }, context, { timeoutMs });
    });
  } finally {
    await serving.stop();
    await rm(directory, { recursive: true, force: true });
  }
};

test('a handler refuses before it begins, and its refusal is the answer', async () => {
  const write = async (count: number, sink: Sink<number>) => {
    if (count === 0) return refuse('RUN_NOT_FOUND');
    for (const number of upTo(count)) await sink.write(number);
    return undefined;
  };
  await whileServing(write, async (ask) => {
    expect(await ask(0, 'ann')).toEqual({ refused: 'RUN_NOT_FOUND' });
    expect(await ask(3)).toEqual({ refused: 'UNAUTHORIZED' });
    const { stream } = outputOf(await ask(3, 'ann'));
    const reader = await readerOf(attach(stream));
    expect(await read(reader)).toEqual({ chunks: [1, 2, 3], end: { how: 'done' } });
  });
});

test('a handler that has not begun when its caller is about to give up is stopped', async () => {
  const stopped = Promise.withResolvers<void>();
  const write = async (_count: number, { signal }: Sink<number>) => {
    signal.addEventListener('abort', () => stopped.resolve());
    await stopped.promise;
    return refuse('SERVICE_UNAVAILABLE');
  };
  await whileServing(write, async (ask) => {
    expect(await ask(1, 'ann', SHORTLY_MS)).toEqual({ refused: 'SERVICE_UNAVAILABLE' });
    await stopped.promise;
  });
});
