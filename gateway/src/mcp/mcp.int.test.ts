// The endpoint for outside assistants, driven by the protocol's own client, with small responders as services.
import { hash } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { type AccessScope, MESSAGES, refuse } from '@tradeium/contracts';
import { answer, handler, userStreamHandler } from '@tradeium/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Edge, startEdge, userNamed } from '../../tests/edge-under-test.ts';

const SECRET = 'a'.repeat(43);
const TOKEN = `tradeium_pat_user-ann.${SECRET}`;
const TOKEN_ID = hash('sha256', SECRET, 'base64url');
const SCHEMA = { type: 'object', properties: {}, additionalProperties: false };
const TOOLS = ['list_chats', 'save_strategy', 'run_backtest', 'endless'];

let edge: Edge;
let isRevoked = false;
const calls: { userId: string; scopes: readonly AccessScope[]; input: unknown }[] = [];
let aborted = Promise.withResolvers<void>();
beforeEach(() => {
  aborted = Promise.withResolvers<void>();
  isRevoked = false;
});

beforeAll(async () => {
  edge = await startEdge(
    [
      handler(MESSAGES.getAccess, async ({ token_id }, { userId }) => {
        const isKnown = token_id === TOKEN_ID && userId === 'user-ann' && !isRevoked;
        return answer({ access: isKnown ? { user: userNamed('ann'), scopes: ['read'] } : null });
      }),
      handler(MESSAGES.listTools, async ({ scopes }) =>
        answer({
          tools: [
            { name: 'list_chats', description: scopes.join(), input: SCHEMA, changes_something: false },
          ],
        }),
      ),
      userStreamHandler(MESSAGES.callTool, async ({ tool, input, scopes }, userId, sink) => {
        calls.push({ userId, scopes, input });
        if (!TOOLS.includes(tool)) return refuse('TOOL_NOT_FOUND');
        if (tool === 'save_strategy') return refuse('ACCESS_SCOPE_MISSING', { scope: 'edit' });
        sink.begin();
        if (tool === 'endless') {
          const ended = Promise.withResolvers<void>();
          sink.signal.addEventListener('abort', () => ended.resolve());
          await ended.promise;
          aborted.resolve();
          return undefined;
        }
        await sink.write({ content: 'Two chats.', has_failed: false, cost_vut: 1.5 });
        return undefined;
      }),
    ],
    { RATE_LIMIT_EXECUTE_PER_MINUTE: '1', STREAM_HEARTBEAT_MS: '300' },
  );
});
afterAll(() => edge?.close());

const connected = async (token = TOKEN) => {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', edge.url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
};

test('lists the tools that the token allows, and calls them on behalf of its user', async () => {
  const client = await connected();
  expect(client.getInstructions()).toContain('list_chats');
  expect((await client.listTools()).tools).toMatchObject([
    { name: 'list_chats', description: 'read', inputSchema: SCHEMA, annotations: { readOnlyHint: true } },
  ]);
  const result = await client.callTool({ name: 'list_chats', arguments: { user_id: 'bob' } });
  expect(result).toMatchObject({
    content: [{ type: 'text', text: 'Two chats.' }],
    isError: false,
    _meta: { 'tradeium/cost_vut': 1.5 },
  });
  expect(calls.at(-1)).toEqual({ userId: 'user-ann', scopes: ['read'], input: { user_id: 'bob' } });
  await client.close();
});

test('a tool that the token does not allow says so', async () => {
  const client = await connected();
  expect(await client.callTool({ name: 'save_strategy', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('it lacks “edit”') }],
  });
  await client.close();
});

test('what a tool starts counts like the same thing started by the user', async () => {
  const client = await connected();
  await client.callTool({ name: 'run_backtest', arguments: {} });
  await expect(client.callTool({ name: 'run_backtest', arguments: {} })).rejects.toThrow(/TOO_MANY_REQUESTS/);
  await client.close();
});

test.each(['__proto__', 'constructor', 'toString', 'no_such_tool'])('there is no tool %s', async (name) => {
  const client = await connected();
  await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({
    code: ErrorCode.InvalidParams,
    message: expect.stringContaining(`Unknown tool: ${name}`),
  });
  await client.close();
});

test('a call that its assistant cancels is ended', async () => {
  const client = await connected();
  const cancelling = new AbortController();
  const before = calls.length;
  const call = client.callTool({ name: 'endless', arguments: {} }, undefined, { signal: cancelling.signal });
  await expect.poll(() => calls.length).toBe(before + 1);
  cancelling.abort();
  await expect(call).rejects.toThrow();
  await aborted.promise;
  await client.close();
});

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const send = (headers: Record<string, string>, body: unknown = message) =>
  edge.send('/mcp', {
    body,
    headers: { accept: 'application/json, text/event-stream', ...headers },
  });
const bearer = { authorization: `Bearer ${TOKEN}` };

test('a missing or wrong token, or a browser session, is refused', async () => {
  const refused = [
    await send({}),
    await send({ authorization: 'Bearer nonsense' }),
    await send({ authorization: `Bearer tradeium_pat_user-bob.${SECRET}` }),
    await send({ authorization: `Bearer tradeium_pat_user-ann.${'b'.repeat(43)}` }),
    await edge.send('/mcp', { body: message, cookie: edge.signIn(userNamed('ann')) }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  expect(refused[0]?.headers.get('www-authenticate')).toBe('Bearer');
  expect(await refused[0]?.json()).toMatchObject({ code: 'ACCESS_TOKEN_INVALID' });
});

test('takes one message at a time, from programs and not from pages of other sites', async () => {
  expect((await send(bearer)).status).toBe(200);
  expect((await send(bearer, [message, message])).status).toBe(400);
  const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`);
  const nested = { ...message, method: 'tools/call', params: { name: 'echo', arguments: { deep: [deep] } } };
  expect((await send(bearer, nested)).status).toBe(400);
  expect((await send({ ...bearer, origin: 'https://evil.example' })).status).toBe(403);
  const opened = await edge.send('/mcp', { headers: bearer });
  expect([opened.status, opened.headers.get('allow')]).toEqual([405, 'POST']);
});

test('a revoked token stops working at once', async () => {
  const client = await connected();
  isRevoked = true;
  await expect(client.listTools()).rejects.toThrow(/ACCESS_TOKEN_INVALID/);
  await client.close();
});

describe('a call that is under way when its token is revoked', () => {
  const REFUSED = {
    isError: true,
    content: [{ text: expect.stringContaining('This access token is not valid') }],
  };
  const underWay = async () => {
    const client = await connected();
    const before = calls.length;
    const call = client.callTool({ name: 'endless', arguments: {} });
    await expect.poll(() => calls.length).toBe(before + 1);
    return { client, call };
  };

  test('is refused and its work is ended, at once', async () => {
    const { client, call } = await underWay();
    await edge.revokeToken('user-ann', TOKEN_ID);
    expect(await call).toMatchObject(REFUSED);
    await aborted.promise;
    await client.close();
  });

  test('is ended at the next look when the event was missed', async () => {
    const { client, call } = await underWay();
    isRevoked = true;
    expect(await call).toMatchObject(REFUSED);
    await aborted.promise;
    await client.close();
  });
});
