// Commands and queries over a real NATS server: answered once, in time, and in the catalogue's words.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Message, subjectOfMessage } from '@tradeium/contracts';
import { type EventServer, MASTER_KEY, silentLog, startEventServer } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Blobs } from '../blobs/blob-store.ts';
import { openBlobs } from '../blobs/blobs.ts';
import { answer } from '../messages/reply.ts';
import { openMetrics } from '../process/metrics.ts';
import { openDataKeys } from '../sealing/data-keys.ts';
import { openUserFiles } from '../sealing/sealed-files.ts';
import { openRequestClient, type RequestClient } from './request-client.ts';
import { fromAggregates, type Handler, handler, serveRequests, userHandler } from './request-server.ts';

const echo = {
  service: 'backtest',
  kind: 'query',
  name: 'echo',
  input: z.strictObject({ text: z.string().min(1, 'CHAT_NAME_REQUIRED') }),
  output: z.object({ text: z.string() }),
} as const satisfies Message;

let server: EventServer;
let nc: NatsConnection;
let blobs: Blobs;
let client: RequestClient;
let directory: string;
let running: { stop(): Promise<void> } | undefined;
const waited: unknown[] = [];
let slowReadModel: ((timeoutMs: number) => Promise<void>) | undefined;

beforeAll(async () => {
  server = await startEventServer();
  nc = await server.connect();
  directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  blobs = openBlobs({ directory });
  client = openRequestClient(await server.connect(), blobs);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  slowReadModel = undefined;
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

const metrics = openMetrics('test');
const serve = (...handlers: Handler[]) => {
  running = serveRequests({
    nc,
    handlers,
    log: silentLog,
    metrics,
    blobs,
    waitForWrites: async (writes, timeoutMs) => {
      waited.push(writes);
      await slowReadModel?.(timeoutMs);
    },
  });
};

const context = { commandId: 'c', correlationId: 'r' };

test('a request whose answer is to go to no inbox is dropped', async () => {
  const asked: string[] = [];
  serve(
    handler(echo, async ({ text }) => {
      asked.push(text);
      return answer({ text });
    }),
  );
  const body = JSON.stringify({ input: { text: 'forged' }, context });
  nc.publish(subjectOfMessage(echo), body, { reply: 'events.credits.account.victim' });
  expect(await client.request(echo, { text: 'honest' }, context)).toEqual({ output: { text: 'honest' } });
  expect(asked).toEqual(['honest']);
  const manager = await nc.jetstreamManager();
  expect((await manager.streams.info('CREDITS')).state.messages).toBe(0);
});

describe('a request', () => {
  test('is answered with the output and the write behind it', async () => {
    serve(handler(echo, async ({ text }) => answer({ text }, { context: 'backtest', sequence: 7 })));
    expect(await client.request(echo, { text: 'hello' }, context)).toEqual({
      output: { text: 'hello' },
      written: { stream: 'BACKTEST', sequence: 7 },
    });
    expect(await metrics.text()).toContain('subject="query.backtest.echo",outcome="ok"');
  });

  test('of a user whose account is deleted meanwhile is refused as that of nobody', async () => {
    const keys = await openDataKeys(nc, [MASTER_KEY]);
    const files = openUserFiles(blobs, keys);
    const digest = await files.put('ann', Buffer.from('code'));
    await keys.destroy('ann');
    const asker = { ...context, userId: 'ann' };
    serve(userHandler(echo, async (_, userId) => answer({ text: String(await files.get(userId, digest)) })));
    expect(await client.request(echo, { text: 'read' }, asker)).toEqual({ refused: 'UNAUTHORIZED' });
    await running?.stop();
    serve(userHandler(echo, async (_, userId) => answer({ text: await files.put(userId, Buffer.of(1)) })));
    expect(await client.request(echo, { text: 'write' }, asker)).toEqual({ refused: 'UNAUTHORIZED' });
    await running?.stop();
    serve(userHandler(echo, async () => answer({ text: String(await files.get('ann', digest)) })));
    expect(await client.request(echo, { text: 'of ann' }, { ...context, userId: 'ben' })).toEqual({
      refused: 'INTERNAL',
    });
  });

  test('that does not fit its schema is refused before any handler sees it', async () => {
    serve(handler(echo, async () => Promise.reject(new Error('was called'))));
    expect(await client.request(echo, { text: '' }, context)).toEqual({ refused: 'CHAT_NAME_REQUIRED' });
    const extra = { text: 'x', more: 1 } as { text: string };
    expect(await client.request(echo, extra, context)).toMatchObject({ refused: 'INVALID_REQUEST' });
  });

  test('whose handler throws is answered without a word of why', async () => {
    serve(handler(echo, async () => Promise.reject(new Error('the secret is 42'))));
    expect(await client.request(echo, { text: 'x' }, context)).toEqual({ refused: 'INTERNAL' });
  });

  test('of a visitor is refused where a user is needed', async () => {
    serve(userHandler(echo, async (_, userId) => answer({ text: userId })));
    expect(await client.request(echo, { text: 'x' }, context)).toEqual({ refused: 'UNAUTHORIZED' });
    expect(await client.request(echo, { text: 'x' }, { ...context, userId: 'ann' })).toMatchObject({
      output: { text: 'ann' },
    });
  });

  test('waits for the writes that its asker knows of', async () => {
    serve(handler(echo, async ({ text }) => answer({ text })));
    await client.request(echo, { text: 'x' }, { ...context, after: { BACKTEST: 12 } });
    expect(waited.at(-1)).toEqual({ BACKTEST: 12 });
  });

  test('that reads aggregates only is answered at once, whatever its asker knows of', async () => {
    serve(fromAggregates(handler(echo, async ({ text }) => answer({ text }))));
    const before = waited.length;
    expect(await client.request(echo, { text: 'x' }, { ...context, after: { BACKTEST: 12 } })).toMatchObject({
      output: { text: 'x' },
    });
    expect(waited).toHaveLength(before);
  });

  test('with a large answer is answered all the same', async () => {
    const text = 'long '.repeat(300_000);
    serve(handler(echo, async () => answer({ text })));
    expect(await client.request(echo, { text: 'x' }, context)).toMatchObject({ output: { text } });
  });
});

describe('a service that is down', () => {
  test('is waited for, and answers when it is back', async () => {
    const asked = client.request(echo, { text: 'hello' }, context, { timeoutMs: 5_000 });
    serve(handler(echo, async ({ text }) => answer({ text })));
    expect(await asked).toMatchObject({ output: { text: 'hello' } });
  });

  test('counts as unavailable when the time is up', async () => {
    expect(await client.request(echo, { text: 'x' }, context, { timeoutMs: 300 })).toEqual({
      refused: 'SERVICE_UNAVAILABLE',
    });
  });

  test('counts as unavailable when it does not answer in time', async () => {
    const never = Promise.withResolvers<void>();
    serve(handler(echo, async ({ text }) => never.promise.then(() => answer({ text }))));
    expect(await client.request(echo, { text: 'x' }, context, { timeoutMs: 300 })).toEqual({
      refused: 'SERVICE_UNAVAILABLE',
    });
    never.resolve();
  });
});

describe('the time that the asker still waits', () => {
  test('bounds what the service waits for, and nothing is begun after it', async () => {
    slowReadModel = (timeoutMs) => new Promise((resolve) => setTimeout(resolve, timeoutMs + 10));
    let isHandled = false;
    serve(
      handler(echo, async ({ text }) => {
        isHandled = true;
        return answer({ text });
      }),
    );
    const after = { ...context, after: { BACKTEST: 12 } };
    expect(await client.request(echo, { text: 'x' }, after, { timeoutMs: 200 })).toEqual({
      refused: 'SERVICE_UNAVAILABLE',
    });
    await running?.stop();
    running = undefined;
    expect(isHandled).toBe(false);
  });

  test.each([-5, 5])('is the same when the clocks differ by %s minutes', async (minutes) => {
    serve(handler(echo, async ({ text }) => answer({ text })));
    const file = (name: string) => JSON.stringify(join(import.meta.dirname, name));
    const script = `
      import { actAs } from '@tradeium/event-store';
      import { testSignatures } from '@tradeium/testing';
      import { connect } from 'nats';
      import { openRequestClient } from ${file('request-client.ts')};
      const now = Date.now;
      Date.now = () => now() + ${minutes * 60_000};
      const nc = await connect({ servers: '${server.url}' });
      actAs(nc, { signatures: testSignatures() });
      const echo = { service: 'backtest', kind: 'query', name: 'echo', output: { parse: (output) => output } };
      const answer = await openRequestClient(nc, {}).request(echo, { text: 'hello' }, ${JSON.stringify(context)});
      console.log(JSON.stringify(answer));
      await nc.close();
    `;
    const asker = ['--input-type=module-typescript', '-e', script];
    const { stdout } = await promisify(execFile)(process.execPath, asker, { cwd: import.meta.dirname });
    expect(JSON.parse(stdout)).toMatchObject({ output: { text: 'hello' } });
  });
});

test('a request that is under way when NATS restarts is answered when NATS is back, long before its time is up', async () => {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  serve(
    handler(echo, async ({ text }) => {
      arrived.resolve();
      await released.promise;
      return answer({ text });
    }),
  );
  const asked = client.request(echo, { text: 'hello' }, context, { timeoutMs: 10 * 60_000 });
  await arrived.promise;
  await server.kill();
  released.resolve();
  await server.restart();
  expect(await asked).toMatchObject({ output: { text: 'hello' } });
});
