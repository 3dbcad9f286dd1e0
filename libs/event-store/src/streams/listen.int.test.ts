// Listening on a real NATS server: what one message breaks stays with that message.
import { once } from 'node:events';
import { type EventServer, startEventServer } from '@tradeium/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { listen, messageIn } from '../index.ts';

let server: EventServer;
beforeEach(async () => {
  server = await startEventServer();
});
afterEach(() => server.stop());

/** The rejections that nothing handles while this is open; the test runner would fail the test for them. */
const openUnhandled = () => {
  const runners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const first = once(process, 'unhandledRejection').then(([cause]: unknown[]) => cause);
  return {
    first,
    close: () => {
      process.removeAllListeners('unhandledRejection');
      for (const runner of runners) process.on('unhandledRejection', runner);
    },
  };
};

test('a message that its listener throws at is reported; all that come after it are heard', async () => {
  const nc = await server.connect();
  const unhandled = openUnhandled();
  try {
    const heard: string[] = [];
    const last = Promise.withResolvers<void>();
    listen(nc, 'news', (msg) => {
      if (msg.string() === 'bad') throw new Error('not understood');
      heard.push(msg.string());
    });
    listen(nc, 'other.news', () => last.resolve());
    for (const news of ['first', 'bad', 'second']) nc.publish('news', news);
    nc.publish('other.news');
    await last.promise;
    expect(heard).toEqual(['first', 'second']);
    expect(await unhandled.first).toMatchObject({ message: 'not understood' });
  } finally {
    unhandled.close();
  }
});

test('of a queue group one listener hears each message', async () => {
  const nc = await server.connect();
  const heard: string[] = [];
  const all = Promise.withResolvers<void>();
  const hear = (msg: { string(): string }) => {
    heard.push(msg.string());
    if (heard.length === 3) all.resolve();
  };
  for (const _ of ['one', 'other']) listen(nc, 'work', hear, { queue: 'workers' });
  for (const work of ['a', 'b', 'c']) nc.publish('work', work);
  await all.promise;
  await nc.flush();
  expect(heard.toSorted()).toEqual(['a', 'b', 'c']);
});

test('a message that is no JSON, or does not fit, says nothing', async () => {
  const nc = await server.connect();
  const said = new Promise<unknown[]>((resolve) => {
    const found: unknown[] = [];
    listen(nc, 'counts', (msg) => {
      found.push(messageIn(z.object({ count: z.int() }), msg));
      if (found.length === 3) resolve(found);
    });
  });
  for (const text of ['{', '{"count":"many"}', '{"count":3,"newer":true}']) nc.publish('counts', text);
  expect(await said).toEqual([undefined, undefined, { count: 3 }]);
});
