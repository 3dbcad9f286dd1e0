// The API at the edge: every route of the table exists, and bad requests are refused before any service.

import { MESSAGES, messageOf, ROUTES, type RouteName, refuse } from '@tradeium/contracts';
import { answer, handler } from '@tradeium/service-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Edge, startEdge, tokenOf, userNamed } from '../tests/edge-under-test.ts';
import { expressPath } from './requests/request-input.ts';
import { apiRouter } from './routes.ts';
import { sessionIdOf } from './sessions/session-token.ts';

let edge: Edge;
let cookie: string;
const seen: unknown[] = [];
const ann = userNamed('ann');

const chat = {
  id: 'c1',
  local_id: 1,
  name: 'Momentum',
  strategy_type: null,
  status: 'active' as const,
  gpt5_conversation_id: 'g1',
  created_at: '2025-01-01T00:00:00.000Z',
  settings: { strategy_code: null, has_strategy_code: false, tradeium_private: false },
};

beforeAll(async () => {
  edge = await startEdge([
    handler(messageOf('createChat'), async (input, context) => {
      seen.push({ input, context });
      return answer({ ...chat, name: input.name }, { context: 'backtest', sequence: 41 });
    }),
    handler(messageOf('renameChat'), async (input) => answer({ ...chat, id: input.id, name: input.name })),
    handler(messageOf('listChats'), async (_input, context) => {
      seen.push({ context });
      return answer([chat]);
    }),
    handler(messageOf('getFirstChat'), async () => answer(chat)),
    handler(messageOf('applyStrategy'), async () => refuse('CHAT_NOT_FOUND')),
    handler(messageOf('getBalance'), async () => {
      throw new Error('secret details of the database');
    }),
    handler(MESSAGES.startSession, async ({ password }) => {
      if (password !== 'correct') return refuse('INVALID_CREDENTIALS');
      edge.sessions.set(sessionIdOf('s-login'), ann);
      return answer({
        user: ann,
        session_token: tokenOf(ann.id, 's-login'),
        session_expires_at: '2040-01-01T00:00:00.000Z',
      });
    }),
  ]);
  cookie = edge.signIn(ann);
});
afterAll(() => edge.close());

/** Status, code and text of an answer. */
const outcome = async (response: Response) => {
  const { code, detail } = (await response.json()) as { code: string; detail: string };
  return [response.status, code, detail];
};

describe('the table of routes', () => {
  test('is mounted whole, and nothing else is', () => {
    const mounted = apiRouter(edge.parts).stack.flatMap(({ route }) =>
      (route?.stack ?? []).map(({ method }) => `${method.toUpperCase()} ${route?.path}`),
    );
    const declared = Object.values(ROUTES).map(({ method, path }) => `${method} ${expressPath(path)}`);
    expect(new Set(mounted)).toEqual(new Set(declared));
  });

  const pathOf = (name: RouteName) => ROUTES[name].path.replace(/\{\w+\}/g, 'x1');
  const names = Object.keys(ROUTES) as RouteName[];

  test.each(names.filter((name) => ROUTES[name].auth !== 'public'))('%s demands a session', async (name) => {
    const response = await edge.send(pathOf(name), { method: ROUTES[name].method });
    expect(await outcome(response)).toEqual([401, 'UNAUTHORIZED', 'Unauthorized - please login again']);
  });

  const forOperators = names.filter((name) => ['support', 'admin'].includes(ROUTES[name].auth));
  // spec: admin.34
  test.each(forOperators)('%s is for operators only', async (name) => {
    const response = await edge.send(pathOf(name), { method: ROUTES[name].method, cookie });
    expect(await outcome(response)).toEqual([403, 'FORBIDDEN', 'You do not have permission to do this']);
  });

  test.each([
    ['GET', '/auth/nothing'],
    ['GET', '/api/nothing'],
    ['GET', '/AUTH/ME'],
    ['DELETE', '/auth/me'],
    ['POST', '/app/backtest'],
    ['GET', '/backtests/c1'],
  ])('%s %s is no route', async (method, path) => {
    expect(await outcome(await edge.send(path, { method, cookie }))).toEqual([404, 'NOT_FOUND', 'Not found']);
  });
});

describe('a request on its way to a service', () => {
  test('carries user, ids and trace, and a query waits for the write before it', async () => {
    seen.length = 0;
    const mine = edge.signIn(ann);
    const headers = { 'x-request-id': 'request-7', 'idempotency-key': 'key-1' };
    const created = await edge.send('/backtests/session', {
      cookie: mine,
      headers,
      body: { name: ' Trend ' },
    });
    expect(await created.json()).toMatchObject({ name: 'Trend' });
    expect(created.headers.get('x-request-id')).toBe('request-7');
    await edge.send('/backtests', { cookie: mine });
    expect(seen).toMatchObject([
      {
        input: { name: 'Trend' },
        context: { userId: ann.id, commandId: 'user-ann:createChat:key-1', correlationId: 'request-7' },
      },
      { context: { userId: ann.id, after: { BACKTEST: 41 } } },
    ]);
    await edge.send('/backtests', { cookie: edge.signIn(ann) });
    expect(seen.at(-1)).not.toMatchObject({ context: { after: expect.anything() } });
  });

  test('gets its own request id where the client sent none or a strange one', async () => {
    const response = await edge.send('/auth/me', { headers: { 'x-request-id': 'a b<c>' } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('the path wins over the body', async () => {
    const response = await edge.send('/backtests/c7', {
      method: 'PUT',
      cookie,
      body: { id: 'other', name: 'Trend' },
    });
    expect(await response.json()).toMatchObject({ id: 'c7' });
  });

  test("a service's refusal gets the text of the catalogue", async () => {
    const response = await edge.send('/backtests/c1/apply-strategy', {
      cookie,
      body: { strategy_code: 'x = 1' },
    });
    expect(await outcome(response)).toEqual([404, 'CHAT_NOT_FOUND', 'Backtest chat not found']);
  });

  test("a service's failure reveals no internals", async () => {
    const response = await edge.send('/api/vut/user/vut-balance', { cookie });
    expect(await outcome(response)).toEqual([500, 'INTERNAL', 'An unexpected error occurred']);
  });

  test('answers are not stored, sniffed or framed', async () => {
    const { headers } = await edge.send('/backtests', { cookie });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

describe('bad input', () => {
  const name = async (body: unknown, headers: Record<string, string> = {}) =>
    outcome(await edge.send('/backtests/session', { cookie, body, headers }));

  test.each([
    ['malformed JSON', '{"name":', [400, 'MALFORMED_JSON', 'The request body is not valid JSON']],
    [
      'an operator object',
      { name: { $gt: '' } },
      [400, 'CHAT_NAME_REQUIRED', 'Please enter a name for your backtest session'],
    ],
    ['a number', { name: 7 }, [400, 'CHAT_NAME_REQUIRED', 'Please enter a name for your backtest session']],
    ['nothing', {}, [400, 'CHAT_NAME_REQUIRED', 'Please enter a name for your backtest session']],
    ['a short name', { name: 'ab' }, [400, 'CHAT_NAME_TOO_SHORT', 'Name must be at least 3 characters long']],
    ['a list', ['x'], [400, 'INVALID_REQUEST', 'Invalid request: the body must be a JSON object']],
    ['a bare text', '"text"', [400, 'INVALID_REQUEST', 'Invalid request: the body must be a JSON object']],
    ['null', 'null', [400, 'CHAT_NAME_REQUIRED', 'Please enter a name for your backtest session']],
    [
      'a field too many',
      { name: 'Trend', admin: true },
      [400, 'INVALID_REQUEST', 'Invalid request: Unrecognized key: "admin"'],
    ],
    [
      'a prototype',
      '{"name":"Trend","__proto__":{"admin":true}}',
      [400, 'INVALID_REQUEST', 'Invalid request: Unrecognized key: "__proto__"'],
    ],
    [
      'depth',
      `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      [400, 'CHAT_NAME_REQUIRED', 'Please enter a name for your backtest session'],
    ],
    [
      '10 MB',
      `{"name":"${'x'.repeat(10_000_000)}"}`,
      [413, 'BODY_TOO_LARGE', 'The request body is too large (at most 64 KB)'],
    ],
  ])('%s as the body', async (_what, body, expected) => {
    expect(await name(body)).toEqual(expected);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('a body of type %s', async (type) => {
    expect(await name('{"name":"Trend"}', { 'content-type': type })).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'The request body must be JSON',
    ]);
  });

  test('a compressed body', async () => {
    expect(await name('{"name":"Trend"}', { 'content-encoding': 'gzip' })).toContain(
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });

  test('fields in the query of a writing request', async () => {
    const response = await edge.send('/backtests/session?name=Trend', { cookie, body: {} });
    expect(await outcome(response)).toEqual([
      400,
      'INVALID_REQUEST',
      'Invalid request: fields belong in the body, not in the query',
    ]);
  });

  test('a field that a query does not know', async () => {
    expect(await outcome(await edge.send('/backtests?user_id=other', { cookie }))).toEqual([
      400,
      'INVALID_REQUEST',
      'Invalid request: Unrecognized key: "user_id"',
    ]);
  });

  test.each([
    ['%E0%A4%A', 'the address is not valid'],
    ['a%00b', 'id: not a valid id'],
    ['a b', 'id: not a valid id'],
    ['..%2f..%2fetc', 'id: not a valid id'],
  ])('the id %s', async (id, problem) => {
    const response = await edge.send(`/backtests/${id}`, { method: 'PUT', cookie, body: { name: 'Trend' } });
    expect(await outcome(response)).toEqual([400, 'INVALID_REQUEST', `Invalid request: ${problem}`]);
  });

  test('code up to 256 KiB is taken, and a body over 1 MB is not', async () => {
    const send = async (code: string) =>
      outcome(await edge.send('/backtests/c1/apply-strategy', { cookie, body: { strategy_code: code } }));
    expect(await send('\n'.repeat(256 * 1024 - 1).concat('x'))).toContain('CHAT_NOT_FOUND');
    expect(await send('x'.repeat(256 * 1024 + 1))).toContain('STRATEGY_CODE_TOO_LARGE');
    expect(await send('x'.repeat(1024 * 1024))).toEqual([
      413,
      'BODY_TOO_LARGE',
      'The request body is too large (at most 1 MB)',
    ]);
  });

  test.each(['strategy', 'discovery'])('a message of 1 MB to the %s agent is not taken', async (agent) => {
    const body = { message: 'x'.repeat(1024 * 1024), agent_type: agent, backtest_id: 'c1' };
    expect(await outcome(await edge.send(`/agents/${agent}/chat/stream`, { cookie, body }))).toEqual([
      413,
      'BODY_TOO_LARGE',
      'The request body is too large (at most 256 KB)',
    ]);
  });

  test.each(['', 'a b', 'x'.repeat(101)])('the idempotency key "%s"', async (key) => {
    const headers = { 'idempotency-key': key };
    expect(await name({ name: 'Trend' }, headers)).toContain('INVALID_REQUEST');
  });
});

describe('requests from elsewhere', () => {
  const create = async (headers: Record<string, string>, withCookie = true) => {
    const sent = { body: { name: 'Trend' }, headers, ...(withCookie && { cookie }) };
    return (await edge.send('/backtests/session', sent)).status;
  };

  test.each(['https://evil.example', 'null', 'http://localhost', 'http://127.0.0.1:1'])(
    'the origin %s may not write',
    async (origin) => {
      expect(await create({ origin })).toBe(403);
      const login = { email: 'ann', password: 'correct' };
      const response = await edge.send('/auth/login', { headers: { origin }, body: login });
      expect(await outcome(response)).toEqual([
        403,
        'FORBIDDEN_ORIGIN',
        'Requests from this origin are not allowed',
      ]);
    },
  );

  test('our own pages may, by origin or by what the browser says about them', async () => {
    expect(await create({})).toBe(200);
    expect(await create({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await create({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403);
  });

  test('a program without a cookie may', async () => {
    const response = await fetch(`${edge.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann', password: 'correct' }),
    });
    expect(response.status).toBe(200);
  });

  test('a cookie without an origin may not', async () => {
    const response = await fetch(`${edge.url}/backtests/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ name: 'Trend' }),
    });
    expect(response.status).toBe(403);
  });

  test('a link on another site does not create the first chat', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await edge.send('/backtests/session', { cookie, headers })).status).toBe(403);
    expect((await edge.send('/backtests/session', { cookie })).status).toBe(200);
  });
});
