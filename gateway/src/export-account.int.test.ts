// The export of an account over HTTP: every service's data as one file, or the refusal of the first that fails.
import { exportOf, type Refusal, refuse, SERVICES } from '@tradeium/contracts';
import { answer, userHandler } from '@tradeium/service-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Edge, startEdge, userNamed } from './edge-under-test.ts';

let edge: Edge;
let cookie: string;
let ledgerRefusal: Refusal | undefined;

const code = 'x'.repeat(1_000_000);

beforeAll(async () => {
  edge = await startEdge([
    userHandler(exportOf('auth'), async (_input, userId) => answer({ user: { id: userId } })),
    userHandler(exportOf('credits-ledger'), async () => ledgerRefusal ?? answer({ transactions: [] })),
    userHandler(exportOf('backtest'), async () => answer({ chats: [{ code }] })),
    userHandler(exportOf('agent'), async () => answer({ messages: [] })),
    userHandler(exportOf('trading'), async () => answer({ deployments: [] })),
  ]);
  cookie = edge.signIn(userNamed('ann'));
});
beforeEach(() => {
  ledgerRefusal = undefined;
});
afterAll(() => edge.close());

test('is one file with everything that the services keep about the user', async () => {
  const response = await edge.send('/auth/export', { cookie });
  expect(response.status).toBe(200);
  const day = new Date().toISOString().slice(0, 10);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="tradeium-export-${day}.json"`,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  const file = (await response.json()) as object;
  const sections = Object.values(SERVICES).map(({ exports: section }) => section);
  expect(Object.keys(file)).toEqual(['exported_at', ...sections]);
  expect(file).toEqual({
    exported_at: expect.stringContaining(day),
    account: { user: { id: 'user-ann' } },
    credits: { transactions: [] },
    backtests: { chats: [{ code }] },
    conversations: { messages: [] },
    trading: { deployments: [] },
  });
});

test('is all or nothing', async () => {
  ledgerRefusal = refuse('SERVICE_UNAVAILABLE');
  const response = await edge.send('/auth/export', { cookie });
  expect(response.status).toBe(503);
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(await response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('is for its user only', async () => {
  expect((await edge.send('/auth/export')).status).toBe(401);
});

test('is not started by another site', async () => {
  const response = await edge.send('/auth/export', { cookie, headers: { 'sec-fetch-site': 'cross-site' } });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});
