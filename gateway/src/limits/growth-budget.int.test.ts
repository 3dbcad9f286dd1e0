// Additions to the streams by commands are counted by user over the real bus, and end in a refusal that says until when.
import { messageOf, refuse } from '@tradeium/contracts';
import { noteGrowth } from '@tradeium/event-store';
import { answer, handler } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Edge, startEdge, userNamed } from '../../tests/edge-under-test.ts';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge(
    [
      handler(messageOf('createChat'), async () => {
        noteGrowth({ events: 1, bytes: 700 });
        return refuse('TOO_MANY_CHATS', { limit: 1 });
      }),
      handler(messageOf('listChats'), async () => answer([])),
      handler(messageOf('removeFavorite'), async () => answer({ favorited: false })),
      handler(messageOf('stopAllTrading'), async () => answer({ stopped: 0 })),
    ],
    { GROWTH_EVENTS_PER_DAY: '100', GROWTH_BYTES_PER_DAY: '2000' },
  );
});
afterAll(() => edge.close());

const send = async (cookie: string, path: string, body?: object) =>
  edge.send(path, { cookie, ...(body && { body }) });

test('commands are refused once they have added too much, also by requests that were refused after that; reading and stopping go on', async () => {
  const ann = edge.signIn(userNamed('ann'));
  const create = async () => (await send(ann, '/backtests/session', { name: 'One more' })).status;
  const statuses = [await create(), await create(), await create()];
  expect(statuses.every((status) => status !== 429)).toBe(true);
  const refused = await send(ann, '/backtests/session', { name: 'One more' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    code: 'DAILY_CHANGES_USED_UP',
    detail: expect.stringContaining('00:00 UTC'),
  });
  expect((await send(ann, '/backtests')).status).toBe(200);
  expect((await send(ann, '/trading/stop-all', {})).status).toBe(200);
  const bob = edge.signIn(userNamed('bob'));
  expect((await send(bob, '/backtests/session', { name: 'One more' })).status).not.toBe(429);
});

test('a command that adds nothing counts for nothing', async () => {
  const cleo = edge.signIn(userNamed('cleo'));
  const favorite = { item_type: 'strategy', item_id: 'a.py', backtest_id: 'chat' };
  for (let sent = 0; sent < 110; sent += 1)
    expect((await send(cleo, '/favorites/remove', favorite)).status).toBe(200);
});
