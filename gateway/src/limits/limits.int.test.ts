// Rate limits: by account name, by user, for runs and for checks, each with a Retry-After.
import {
  LIMITS,
  type LimitName,
  MESSAGES,
  messageOf,
  messageOfRoute,
  ROUTES,
  refuse,
} from '@tradeium/contracts';
import { answer, handler } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Edge, startEdge, userNamed } from '../../tests/edge-under-test.ts';

const LINKS = [
  handler(MESSAGES.verifyAddress, async () => refuse('VERIFICATION_TOKEN_INVALID')),
  handler(messageOf('resetPassword'), async () => refuse('RESET_TOKEN_INVALID')),
];

let edge: Edge;
const guessed: string[] = [];
beforeAll(async () => {
  edge = await startEdge(
    [
      handler(MESSAGES.startSession, async ({ email }) => {
        guessed.push(email);
        return refuse('INVALID_CREDENTIALS');
      }),
      handler(MESSAGES.endSession, async () => answer({})),
      handler(MESSAGES.startRun, async () => refuse('CHAT_NOT_FOUND')),
      handler(messageOf('revokeOtherSessions'), async () => answer({ revoked: 0 })),
      handler(messageOf('createInvoice'), async () => refuse('TOO_MANY_OPEN_PAYMENTS', { limit: 5 })),
      handler(messageOf('checkStrategy'), async () => answer({ problems: [], parameters: [] })),
    ],
    {
      RATE_LIMIT_PER_MINUTE: '30',
      RATE_LIMIT_AUTH_PER_MINUTE: '3',
      RATE_LIMIT_EXECUTE_PER_MINUTE: '2',
      RATE_LIMIT_CHECK_PER_MINUTE: '2',
      ATTEMPT_PACE_MS: '500',
    },
  );
});
afterAll(() => edge.close());

test('guessing a password ends after some attempts, for that account only', async () => {
  const attempt = (email: string) => edge.send('/auth/login', { body: { email, password: 'wrong' } });
  const statuses = [];
  for (const email of ['ann@example.com', 'ANN@example.com ', 'ann@example.com', 'ann@example.com']) {
    statuses.push((await attempt(email)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
  const refused = await attempt('ann@example.com');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual({
    detail: 'Too many requests. Please try again in a moment.',
    code: 'TOO_MANY_REQUESTS',
  });
  expect((await attempt('bob@example.com')).status).toBe(401);
});

test.each([
  ['/auth/verify-email', {}],
  ['/auth/reset-password', { newPassword: 'a new secret' }],
])('links to %s count for the user that each names, and for its network', async (path, more) => {
  const settings = { RATE_LIMIT_AUTH_PER_MINUTE: '3', RATE_LIMIT_LINKS_PER_MINUTE: '9' };
  const office = await startEdge(LINKS, { ...settings, ATTEMPT_PACE_MS: '0' });
  try {
    const follow = async (token: string) => (await office.send(path, { body: { token, ...more } })).status;
    for (const user of ['ann', 'bob', 'cleo', 'dan', 'eve'])
      expect(await follow(`${user}.1.signed`)).toBe(400);
    expect([await follow('ann.2.guessed'), await follow('ann.3.guessed')]).toEqual([400, 400]);
    expect(await follow('ann.4.guessed')).toBe(429);
    expect([await follow('fay.1.guessed'), await follow('gil.1.guessed')]).toEqual([400, 400]);
    expect(await follow('hal.1.guessed')).toBe(429);
  } finally {
    await office.close();
  }
});

test('a forged address is counted as the true one', async () => {
  const attempt = async (from: string) => {
    const body = { email: 'dan@example.com', password: 'wrong' };
    return (await edge.send('/auth/login', { body, headers: { 'x-forwarded-for': from } })).status;
  };
  const statuses = [];
  for (const from of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']) statuses.push(await attempt(from));
  expect(statuses).toEqual([401, 401, 401, 429]);
});

test('a client that leaves before its turn is not served', async () => {
  const gone = new AbortController();
  const attempt = (email: string, signal?: AbortSignal) =>
    edge.send('/auth/login', { body: { email, password: 'wrong' }, ...(signal && { signal }) });
  const first = attempt('first@example.com');
  const second = attempt('second@example.com', gone.signal);
  await first;
  gone.abort();
  await expect(second).rejects.toThrow('aborted');
  expect((await attempt('third@example.com')).status).toBe(401);
  expect(guessed.slice(-2)).toEqual(['first@example.com', 'third@example.com']);
});

test('links to results count for the address that reads them', async () => {
  const reading = handler(messageOf('readSharedResult'), async () => refuse('SHARED_RESULT_NOT_FOUND'));
  const read = await startEdge([reading], { RATE_LIMIT_LINKS_PER_MINUTE: '2' });
  try {
    const statuses = [];
    for (const token of ['a', 'b', 'c'])
      statuses.push((await read.send('/api/shared-results/read', { body: { token } })).status);
    expect(statuses).toEqual([404, 404, 429]);
  } finally {
    await read.close();
  }
});

test('a flood of logins from three addresses does not hold up a login from a fourth', async () => {
  const logins: string[] = [];
  const flooded = await startEdge(
    [
      handler(MESSAGES.startSession, async ({ email }, { client }) => {
        logins.push(`${client?.address} ${email}`);
        return refuse('INVALID_CREDENTIALS');
      }),
    ],
    {
      TRUST_PROXY: '1',
      ATTEMPT_PACE_MS: '50',
      RATE_LIMIT_PER_MINUTE: '1000',
      RATE_LIMIT_AUTH_PER_MINUTE: '1000',
    },
  );
  try {
    const leaving = new AbortController();
    const login = (address: string, email: string, signal?: AbortSignal) =>
      flooded.send('/auth/login', {
        body: { email, password: 'wrong' },
        headers: { 'x-forwarded-for': address },
        ...(signal && { signal }),
      });
    const flood = Array.from({ length: 240 }, (_, index) =>
      login(`10.0.0.${index % 3}`, `name-${index}`, leaving.signal).catch(() => undefined),
    );
    await expect.poll(() => logins.length).toBeGreaterThan(0);
    expect((await login('10.0.0.9', 'owner')).status).toBe(401);
    // Most of the 240 attempts before it still wait.
    expect(logins.length).toBeLessThan(120);
    leaving.abort();
    await Promise.all(flood);
  } finally {
    await flooded.close();
  }
});

test('a route is limited by what its line of the table says', async () => {
  const limit: LimitName = 'exports';
  const testRoute = { ...ROUTES.listChats, path: '/test/limited', limits: ['requests', limit] } as const;
  const limited = await startEdge(
    [handler(messageOfRoute('testRoute', testRoute), async () => answer([]))],
    { [LIMITS[limit].setting]: '1' },
    { routes: { testRoute } },
  );
  try {
    const cookie = limited.signIn(userNamed('ann'));
    const ask = async () => (await limited.send('/test/limited', { cookie })).status;
    expect([await ask(), await ask()]).toEqual([200, 429]);
  } finally {
    await limited.close();
  }
});

test('runs are limited by user', async () => {
  const execute = async (cookie: string) => {
    const body = {
      backtest_id: 'c1',
      fees: 0.001,
      portfolio: ['USDT', 'BTC'],
      start_date: '2024-01-01',
      end_date: '2024-12-31',
      timeframe: '24h',
      focused_strategy: 'strategy_0',
    };
    return (await edge.send('/api/backtest/execute', { cookie, body })).status;
  };
  const ann = edge.signIn(userNamed('ann'));
  expect([await execute(ann), await execute(ann), await execute(ann)]).toEqual([404, 404, 429]);
  expect(await execute(edge.signIn(userNamed('bob')))).toBe(404);
});

test('checks of code are limited by user', async () => {
  const check = async (cookie: string) =>
    (await edge.send('/api/backtest/check-strategy', { cookie, body: { strategy_code: 'x = 1' } })).status;
  const eve = edge.signIn(userNamed('eve'));
  expect([await check(eve), await check(eve), await check(eve)]).toEqual([200, 200, 429]);
  expect(await check(edge.signIn(userNamed('fay')))).toBe(200);
});

test('attempts of signed-in users at one address are counted for each of them', async () => {
  const end = async (cookie: string) =>
    (await edge.send('/auth/sessions/revoke-others', { cookie, body: {} })).status;
  const gil = edge.signIn(userNamed('gil'));
  expect([await end(gil), await end(gil), await end(gil), await end(gil)]).toEqual([200, 200, 200, 429]);
  expect(await end(edge.signIn(userNamed('hal')))).toBe(200);
});

test('every 429 says when to ask again, whatever refused it', async () => {
  const cookie = edge.signIn(userNamed('ida'));
  for (let place = 0; place < 2; place += 1) {
    const refused = await edge.send('/api/payments/create-invoice', {
      cookie,
      body: { amount_usd: 5, credits_amount: 5_000 },
    });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
  }
});

test('all requests are limited by user, in all sessions together', async () => {
  const cookies = [edge.signIn(userNamed('cleo')), edge.signIn(userNamed('cleo'))];
  const statuses = [];
  for (let sent = 0; sent < 31; sent += 1) {
    statuses.push((await edge.send('/auth/me', { cookie: cookies[sent % 2] as string })).status);
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
});
