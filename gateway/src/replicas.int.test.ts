// Two gateways act as one: limits, streams and writes count on both.
import { MESSAGES, messageOf, ROUTES, refuse } from '@tradeium/contracts';
import { answer, handler, type KnownWrites } from '@tradeium/service-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Edge, type GatewayUnderTest, startEdge, userNamed } from '../tests/edge-under-test.ts';

/** Shorter than a session is kept without asking: only the event can have told. */
const BY_EVENT = { timeout: 20_000 };

let edge: Edge;
let other: GatewayUnderTest;
const known: (KnownWrites | undefined)[] = [];
let sequence = 40;
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
  edge = await startEdge(
    [
      handler(MESSAGES.startSession, async () => refuse('INVALID_CREDENTIALS')),
      handler(messageOf('createChat'), async () => {
        sequence += 1;
        return answer(chat, { context: 'backtest', sequence });
      }),
      handler(messageOf('listChats'), async (_input, { after }) => {
        known.push(after);
        return answer([chat]);
      }),
    ],
    { RATE_LIMIT_AUTH_PER_MINUTE: '4', RATE_LIMIT_EXPORT_PER_MINUTE: '20', ATTEMPT_PACE_MS: '0' },
  );
  other = await edge.addGateway();
});
beforeEach(() => {
  known.length = 0;
});
afterAll(() => edge.close());

/** Waits until the gateways' messages to each other have arrived. */
const settled = async () => {
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([edge, other].map(({ parts }) => parts.nc.flush()));
  await Promise.all([edge, other].map(({ parts }) => parts.nc.flush()));
};

/** A client with a cookie jar. */
const openJar = (session: string) => {
  const jar = new Map([['session', session]]);
  return {
    cookies: () => [...jar.values()].join('; '),
    keep: ({ headers }: Response) => {
      for (const cookie of headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';', 1);
        jar.set(pair.slice(0, pair.indexOf('=')), pair);
      }
    },
  };
};

test('attempts at an account are limited on both gateways together', async () => {
  const body = { email: 'ann@example.com', password: 'wrong' };
  const statuses: number[] = [];
  for (const gateway of [edge, other, edge, other, edge, other]) {
    statuses.push((await gateway.send('/auth/login', { body })).status);
    await settled();
  }
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
});

test('a user has at most twenty streams of account updates on both gateways together', async () => {
  const cookie = edge.signIn(userNamed('eve'));
  const watch = (gateway: GatewayUnderTest) => gateway.send(ROUTES.watchAccount.path, { cookie });
  const statuses: number[] = [];
  for (let stream = 0; stream < 20; stream += 1) {
    statuses.push((await watch(stream % 2 === 0 ? edge : other)).status);
  }
  await settled();
  expect(statuses).toEqual(Array(20).fill(200));
  expect([(await watch(edge)).status, (await watch(other)).status]).toEqual([429, 429]);
});

test("a query sees its client's write on the other gateway", async () => {
  const jar = openJar(edge.signIn(ann));
  const created = await edge.send('/backtests/session', { cookie: jar.cookies(), body: { name: 'Trend' } });
  jar.keep(created);
  expect(created.headers.getSetCookie()).toEqual([
    `tradeium_after_BACKTEST=${sequence}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`,
  ]);
  await other.send('/backtests', { cookie: jar.cookies() });
  expect(known).toEqual([{ BACKTEST: sequence }]);
});

test('a write is known at the other gateway even if an older answer arrives after its own', async () => {
  const cookie = edge.signIn(userNamed('dan'));
  await edge.send('/backtests/session', { cookie, body: { name: 'Trend' } });
  await settled();
  await other.send('/backtests', { cookie: `${cookie}; tradeium_after_BACKTEST=1` });
  expect(known).toEqual([{ BACKTEST: sequence }]);
});

test.each([
  ['of no known stream', 'tradeium_after_OTHER=7'],
  ['that is no sequence', 'tradeium_after_BACKTEST=1e9'],
  ['that is negative', 'tradeium_after_BACKTEST=-1'],
  ['that is no safe integer', `tradeium_after_BACKTEST=${'9'.repeat(16)}`],
])('a cookie %s is ignored', async (_what, forged) => {
  const cookie = edge.signIn(userNamed('mallory'));
  await edge.send('/backtests', { cookie: `${cookie}; ${forged}` });
  expect(known[0] ?? {}).toEqual({});
});

test('a forged sequence delays only its sender, whose query is still answered', async () => {
  const forged = `${edge.signIn(userNamed('mallory'))}; tradeium_after_BACKTEST=999999999999999`;
  expect((await edge.send('/backtests', { cookie: forged })).status).toBe(200);
  await settled();
  await other.send('/backtests', { cookie: edge.signIn(ann) });
  expect(known).toEqual([{ BACKTEST: 999_999_999_999_999 }, undefined]);
});

test('a session that ends is over on both gateways', async () => {
  const cookie = edge.signIn(ann, 's-both');
  const me = async () => [
    (await edge.send('/auth/me', { cookie })).status,
    (await other.send('/auth/me', { cookie })).status,
  ];
  expect(await me()).toEqual([200, 200]);
  await edge.endSession('s-both');
  await expect.poll(me, BY_EVENT).toEqual([401, 401]);
});
