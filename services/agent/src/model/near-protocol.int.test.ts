// Servers that nearly speak the protocol: each answers on loopback, and is asked by the real client.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { ModelCall } from './model.ts';
import { openModel } from './model-client.ts';

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const TOOLS = [{ name: 'check_strategy', description: 'Checks code.', input: { type: 'object' } }];

/** Asks a server that answers with these bytes. */
const hear = async (body: string) => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const model = openModel({ url, apiKey: '', name: 'any', patience: { pauseMs: 1 } }, SILENT);
  const messages = [{ role: 'user', content: 'momentum' } as const];
  const request = { messages, tools: TOOLS, maxOutputTokens: 100, signal: new AbortController().signal };
  let [text, thinking, end] = ['', '', ''];
  const calls: ModelCall[] = [];
  try {
    for await (const reply of model.stream(request)) {
      if (reply.kind === 'text') text += reply.text;
      else if (reply.kind === 'thinking') thinking += reply.text;
      else if (reply.kind === 'unsaid') [text, thinking] = ['', text];
      else if (reply.kind === 'tool-calls') calls.push(...reply.calls);
      else end = reply.end;
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return { text, thinking, calls, end };
};

type Delta = Readonly<Record<string, unknown>>;
const event = (delta: Delta, finish?: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish ?? null }] })}\n\n`;
const DONE = 'data: [DONE]\n\n';
const STOP = event({}, 'stop') + DONE;
const said = (...contents: unknown[]): string =>
  contents.map((content) => event({ content })).join('') + STOP;
const called = (...calls: Delta[]): string =>
  calls.map((call) => event({ tool_calls: [call] })).join('') + event({}, 'tool_calls') + DONE;

// spec: strategies.58
test('two whole calls with one index and different ids are two calls', async () => {
  const call = (id: string, code: string) => ({
    index: 0,
    id,
    type: 'function',
    function: { name: 'check_strategy', arguments: JSON.stringify({ code }) },
  });
  expect((await hear(called(call('a', 'one'), call('b', 'two')))).calls).toEqual([
    { id: 'a', name: 'check_strategy', input: { code: 'one' } },
    { id: 'b', name: 'check_strategy', input: { code: 'two' } },
  ]);
});

test('arguments may be an object', async () => {
  const call = { index: 0, id: 'a', function: { name: 'check_strategy', arguments: { code: 'one' } } };
  expect((await hear(called(call))).calls).toEqual([
    { id: 'a', name: 'check_strategy', input: { code: 'one' } },
  ]);
});

test('content may be a list of parts, of which some are thoughts', async () => {
  const body = said(
    [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hmm. ' }] }],
    [
      { type: 'text', text: 'Hello ' },
      { type: 'reference', reference_ids: [1] },
    ],
    'there.',
  );
  expect(await hear(body)).toMatchObject({ text: 'Hello there.', thinking: 'Hmm. ', end: 'whole' });
});

test.each(['', '\n'])('the last event may come without a blank line, and with %j', async (end) => {
  const body = event({ content: 'Hello' }) + event({ content: ' there.' }, 'stop').trimEnd() + end;
  expect(await hear(body)).toMatchObject({ text: 'Hello there.', end: 'whole' });
});

test('an end that is cut in an event is no failure where the answer has ended', async () => {
  const body = `${event({ content: 'Hello' }, 'stop')}data: {"choices":[],"usa`;
  expect(await hear(body)).toMatchObject({ text: 'Hello', end: 'whole' });
});

test.each([
  ['in one piece', ['<think>Is it?\n</think>\n\nIt is.']],
  ['in pieces', ['<th', 'ink>Is', ' it?\n<', '/thi', 'nk>', '\n', '\nIt is.']],
  ['opened in the prompt', ['Is it?\n</think>\n\nIt is.']],
  ['opened in the prompt, in pieces', ['Is', ' it?\n<', '/thi', 'nk>', '\n', '\nIt is.']],
  ['in fields of their own', [{ reasoning_content: 'Is it?\n' }, { content: 'It is.' }]],
  ['in the field of other servers', [{ reasoning: 'Is it?\n' }, { content: 'It is.' }]],
])('thoughts are not the answer: %s', async (_, pieces) => {
  const body = pieces.map((piece) => event(typeof piece === 'string' ? { content: piece } : piece)).join('');
  expect(await hear(body + STOP)).toMatchObject({ text: 'It is.', thinking: 'Is it?\n', end: 'whole' });
});
