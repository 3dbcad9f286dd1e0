// The client against a real model server, on good days and bad ones.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { inspect } from 'node:util';
import { startModel } from '@tradeium/local/model';
import { sharedByTests } from '@tradeium/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { ModelBroken, ModelBusy, type ModelReply, ModelUnavailable, type ModelUsage } from './model.ts';
import { type ModelConfig, openModel } from './model-client.ts';
import type { Patience } from './open-stream.ts';

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const TOOLS = [{ name: 'check_strategy', description: 'Checks code.', input: { type: 'object' } }];

const server = sharedByTests(() => startModel({ port: 0, chunkMs: 0 }));
afterEach(() => fetch(`${server.url}/faults`, { method: 'DELETE' }));

const open = (patience: Partial<Patience> = {}, config: Partial<ModelConfig> = {}) =>
  openModel(
    { url: `${server.url}/v1`, apiKey: '', name: 'any', patience: { pauseMs: 1, ...patience }, ...config },
    SILENT,
  );

type Ask = {
  signal?: AbortSignal;
  onAsked?: (isAsked: boolean) => void;
  most?: number;
  patience?: Partial<Patience>;
  tools?: typeof TOOLS;
};

const ask = (content: string, { signal, onAsked, most = 4_000, patience, tools = [] }: Ask = {}) =>
  open(patience).stream({
    messages: [
      { role: 'system', content: 'You are the Strategy agent.' },
      { role: 'user', content },
    ],
    tools,
    maxOutputTokens: most,
    signal: signal ?? new AbortController().signal,
    ...(onAsked && { onAsked }),
  });

type Heard = {
  text: string;
  replies: ModelReply[];
  usage?: ModelUsage;
  isCounted?: boolean;
  failure?: unknown;
};

/** Everything that comes, and how it ends. */
const hear = async (stream: AsyncIterable<ModelReply>, onText?: () => void): Promise<Heard> => {
  const heard: Heard = { text: '', replies: [] };
  try {
    for await (const reply of stream) {
      heard.replies.push(reply);
      if (reply.kind === 'usage') Object.assign(heard, { usage: reply.usage, isCounted: reply.isCounted });
      if (reply.kind !== 'text') continue;
      heard.text += reply.text;
      onText?.();
    }
  } catch (failure) {
    heard.failure = failure;
  }
  return heard;
};

const order = (fault: string, number?: number, times = 1) =>
  fetch(`${server.url}/faults`, { method: 'POST', body: JSON.stringify({ fault, number, times }) });

describe('an answer', () => {
  test('comes as text, with the usage at the end', async () => {
    const { text, replies, usage, isCounted, failure } = await hear(ask('hi'));
    expect(failure).toBeUndefined();
    expect(text).toContain('I put strategies together from parts');
    expect(replies.at(-1)).toMatchObject({ kind: 'usage', end: 'whole' });
    expect(usage?.output).toBeGreaterThan(20);
    expect(isCounted).toBe(false);
  });

  test('leaves its connection to the next request, also where the server ends it a moment after its last words', async () => {
    let [asked, connections] = [0, 0];
    const slow = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"one"},"finish_reason":"stop"}]}\n\n');
      response.write('data: [DONE]\n\n', () => setImmediate(() => response.end()));
    }).listen(0, '127.0.0.1');
    slow.on('connection', () => {
      connections += 1;
    });
    await once(slow, 'listening');
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/v1`;
    const model = open({}, { url });
    const { signal } = new AbortController();
    const askAgain = async () => {
      const { text } = await hear(model.stream({ messages: [], tools: [], maxOutputTokens: 9, signal }));
      expect(text).toBe('one');
      asked += 1;
      return asked - connections;
    };
    // The end of an answer may still be on its way when the next request begins.
    await expect.poll(askAgain).toBeGreaterThan(0);
    slow.closeAllConnections();
    slow.close();
  });

  test('has whole tool calls', async () => {
    const { replies } = await hear(ask('momentum', { tools: TOOLS }));
    const calls = replies.flatMap((reply) => (reply.kind === 'tool-calls' ? reply.calls : []));
    expect(calls).toEqual([
      {
        id: expect.stringMatching(/^call_/),
        name: 'check_strategy',
        input: { code: expect.stringContaining('def strategy(candles, settings):') },
      },
    ]);
  });

  test('follows on from what tools answered', async () => {
    const stream = open().stream({
      messages: [
        { role: 'user', content: 'momentum' },
        {
          role: 'assistant',
          content: '',
          calls: [{ id: 'a', name: 'check_strategy', input: { code: 'x' } }],
        },
        { role: 'tool', callId: 'a', content: '{"error":"no such tool today"}' },
      ],
      tools: [],
      maxOutputTokens: 4_000,
      signal: new AbortController().signal,
    });
    expect((await hear(stream)).text).toContain('untested');
  });

  test('that calls something that is not a tool, or with input that is not JSON, says so', async () => {
    const calls = async (fault: string) => {
      const { replies } = await hear(ask(`momentum [fault: ${fault}]`, { tools: TOOLS }));
      return replies.flatMap((reply) => (reply.kind === 'tool-calls' ? reply.calls : []));
    };
    expect(await calls('unknown-tool')).toMatchObject([{ name: 'delete_everything', input: {} }]);
    expect(await calls('broken-input')).toMatchObject([{ name: 'check_strategy', input: null }]);
  });

  test.each([
    ['empty', 'whole'],
    ['filtered', 'filtered'],
    ['nameless-call', 'unreadable'],
  ])('that is %s ends %s', async (fault, end) => {
    const { replies, failure } = await hear(ask(`momentum [fault: ${fault}]`, { tools: TOOLS }));
    expect(failure).toBeUndefined();
    expect(replies.at(-1)).toMatchObject({ kind: 'usage', end });
  });

  test('ends at its limit', async () => {
    const { replies, usage } = await hear(ask('hi', { most: 7 }));
    expect(usage?.output).toBe(7);
    expect(replies.at(-1)).toMatchObject({ end: 'cut' });
  });

  test('reports the cached part of a prompt that begins as an earlier one', async () => {
    const long = 'Always say how it ends, word by word. '.repeat(300);
    await hear(ask(`${long} one`));
    const { usage } = await hear(ask(`${long} two`));
    expect(usage?.cached).toBeGreaterThan(1_024);
    expect(usage?.cached).toBeLessThan(usage?.input ?? 0);
  });
});

describe('before the first chunk', () => {
  test.each([
    ['rate-limit', 0],
    ['server-error', 503],
  ])('asks again after %s', async (fault, number) => {
    await order(fault, number, 2);
    const asked: boolean[] = [];
    const { text, failure } = await hear(ask('hi', { onAsked: (isAsked) => asked.push(isAsked) }));
    expect(failure).toBeUndefined();
    expect(text).toContain('?');
    expect(asked).toEqual([true, false, true, false, true]);
  });

  test('nothing counts as asked while the connection does not stand', async () => {
    const silent = createTcpServer().listen(0);
    const { port } = silent.address() as AddressInfo;
    const stop = new AbortController();
    // It never begins to speak TLS.
    silent.once('connection', () => stop.abort());
    const asked: boolean[] = [];
    const { signal } = stop;
    const request = { messages: [], tools: [], maxOutputTokens: 1, signal };
    const onAsked = (isAsked: boolean) => asked.push(isAsked);
    const model = open({}, { url: `https://127.0.0.1:${port}/v1` });
    const { failure } = await hear(model.stream({ ...request, onAsked }));
    silent.close();
    expect(failure).toBe(signal.reason);
    expect(asked).toEqual([]);
  });

  test('a prompt that has been sent counts as asked, before anything comes', async () => {
    const stop = new AbortController();
    const asked: boolean[] = [];
    const onAsked = (isAsked: boolean) => {
      asked.push(isAsked);
      stop.abort();
    };
    await hear(ask('hi', { signal: stop.signal, onAsked }));
    expect(asked).toEqual([true]);
  });

  test('gives up after three attempts', async () => {
    await order('server-error', 500, 3);
    const { failure, replies } = await hear(ask('hi'));
    expect(failure).toBeInstanceOf(ModelUnavailable);
    expect(replies).toEqual([]);
    expect((await hear(ask('hi'))).failure).toBeUndefined();
  });

  test('does not wait for a server that wants a long pause', async () => {
    const { failure } = await hear(ask('hi [fault: rate-limit 60]'));
    expect(failure).toBeInstanceOf(ModelBusy);
    expect((failure as ModelBusy).retryAfterMs).toBe(60_000);
  });

  test('does not repeat a request that is refused', async () => {
    await order('server-error', 401);
    expect((await hear(ask('hi'))).failure).toBeInstanceOf(ModelUnavailable);
  });

  test('gives up a server that is silent', async () => {
    const { failure } = await hear(ask('hi [fault: slow 60000]', { patience: { firstChunkMs: 30 } }));
    expect(failure).toBeInstanceOf(ModelUnavailable);
    await expect.poll(() => server.counts().open).toBe(0);
  });

  test('a server that is not there is unavailable', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const url = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}/v1`;
    nobody.close();
    await once(nobody, 'close');
    const model = open({}, { url });
    const request = { messages: [], tools: [], maxOutputTokens: 9, signal: new AbortController().signal };
    expect((await hear(model.stream(request))).failure).toBeInstanceOf(ModelUnavailable);
    expect(await model.isDemo()).toBe(false);
  });
});

describe('in the middle', () => {
  test.each(['broken', 'cut', 'ended'])(
    '%s: keeps what came, counts it, and does not ask again',
    async (fault) => {
      const { whole } = server.counts();
      const { text, failure, usage, isCounted } = await hear(ask(`hi [fault: ${fault} 9]`));
      expect(failure).toBeInstanceOf(ModelBroken);
      expect(text).toMatch(/^I put strat/);
      expect(isCounted).toBe(true);
      expect(usage).toMatchObject({ cached: 0, output: expect.any(Number) });
      expect(usage?.output).toBeGreaterThan(0);
      expect(server.counts().whole).toBeLessThanOrEqual(whole + 1);
    },
  );

  test('an answer without an end is cut off at its limit', async () => {
    const { failure, usage, replies } = await hear(ask('hi [fault: endless]', { most: 300 }));
    expect(failure).toBeInstanceOf(ModelBroken);
    expect(replies.length).toBeLessThanOrEqual(301);
    expect(usage?.output).toBeLessThanOrEqual(300);
    await expect.poll(() => server.counts().open).toBe(0);
  });

  test('a server that falls silent is given up', async () => {
    const silent = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"one"}}]}\n\n');
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
    const stream = open({ nextChunkMs: 30 }, { url }).stream({
      messages: [],
      tools: [],
      maxOutputTokens: 9,
      signal: new AbortController().signal,
    });
    expect(await hear(stream)).toMatchObject({
      text: 'one',
      failure: expect.any(ModelBroken),
      isCounted: true,
    });
    silent.closeAllConnections();
    silent.close();
  });
});

describe('a stop', () => {
  test('reaches the server, and what came is counted', async () => {
    const stop = new AbortController();
    const left = server.counts().left;
    const reason = new Error('stopped by the user');
    const stream = ask('hi [fault: endless]', { signal: stop.signal, most: 1_000_000 });
    const { failure, text, usage, isCounted } = await hear(stream, () => stop.abort(reason));
    expect(failure).toBe(reason);
    expect(text).not.toBe('');
    expect(usage?.output).toBeGreaterThanOrEqual(Math.ceil(text.length / 4));
    expect(isCounted).toBe(true);
    await expect.poll(() => server.counts().left).toBe(left + 1);
  });

  test('reaches a server that has not begun', async () => {
    const stop = new AbortController();
    const left = server.counts().left;
    const hearing = hear(ask('hi [fault: slow 60000]', { signal: stop.signal }));
    await expect.poll(() => server.counts().open).toBe(1);
    stop.abort();
    expect(await hearing).toMatchObject({ failure: { name: 'AbortError' }, replies: [] });
    await expect.poll(() => server.counts().left).toBe(left + 1);
  });

  test('ends the pause before another attempt', async () => {
    const stop = new AbortController();
    await order('server-error', 500, 3);
    const before = server.counts().whole;
    const hearing = hear(ask('hi', { signal: stop.signal, patience: { pauseMs: 9_999 } }));
    await expect.poll(() => server.counts().whole).toBe(before + 1);
    stop.abort();
    expect((await hearing).failure).toMatchObject({ name: 'AbortError' });
  });

  test('by a reader that has heard enough reaches the server, too', async () => {
    for await (const _ of ask('hi [fault: endless]')) break;
    await expect.poll(() => server.counts().open).toBe(0);
  });
});

describe('usage', () => {
  test.each(['no-usage', 'wrong-usage -1', 'wrong-usage 1000000000'])(
    '%s: is counted here',
    async (fault) => {
      const { usage, isCounted } = await hear(ask(`hi [fault: ${fault}]`));
      expect(isCounted).toBe(true);
      expect(usage?.input).toBeGreaterThan(0);
      expect(usage?.output).toBeGreaterThan(20);
    },
  );

  test.each([
    ['a word', 'hi'],
    ['signs', 'äöü 日本語 🚀🚀🚀 {}[]()<>!?'],
    ['single letters', 'x y z '.repeat(500)],
  ])('is at most what was bounded before: %s', async (_, content) => {
    const messages = [{ role: 'user', content } as const];
    const model = open();
    const signal = new AbortController().signal;
    const { usage } = await hear(model.stream({ messages, tools: TOOLS, maxOutputTokens: 50, signal }));
    expect(usage?.input).toBeLessThanOrEqual(model.tokensAtMost(messages, TOOLS));
  });
});

test('the key goes to the server in its header, and nowhere else', async () => {
  const seen: string[] = [];
  const refusing = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    seen.push(String(request.headers.authorization), body);
    const error = { message: `sk-secret is wrong, and so is ${body}`, code: 'invalid_api_key' };
    response.writeHead(seen.length > 2 ? 401 : 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error }));
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const lines: string[] = [];
  const write = (fields: object, message: string) => lines.push(message, inspect(fields, { depth: 9 }));
  const log = { debug: write, info: write, warn: write, error: write };
  const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/v1`;
  const model = openModel({ url, apiKey: 'sk-secret', name: 'any', patience: { pauseMs: 1 } }, log);
  const messages = [{ role: 'user', content: 'my private idea' } as const];
  const request = { messages, tools: [], maxOutputTokens: 9, signal: new AbortController().signal };
  const { failure } = await hear(model.stream(request));
  expect(seen).toEqual(['Bearer sk-secret', expect.any(String), 'Bearer sk-secret', expect.any(String)]);
  expect(seen[1]).not.toContain('sk-secret');
  expect((failure as Error).message).toBe('the model server answered 401 (invalid_api_key)');
  expect(lines.length).toBeGreaterThan(0);
  expect(`${lines.join()} ${inspect(failure, { depth: 9 })}`).not.toMatch(/sk-secret|private idea/);
  refusing.close();
});

test('the demo is known as one', async () => {
  expect(await open().isDemo()).toBe(true);
});
