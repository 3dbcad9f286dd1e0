// Rules that must hold when a user presses things at once, replaces keys or deployments, or leaves: on a real exchange stand-in.
import { isRefusal, MESSAGES } from '@tradeium/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningTrading, startRunningTrading, type TradingUser } from '../fixtures/running-trading.ts';

let system: RunningTrading;
beforeAll(async () => {
  system = await startRunningTrading();
});
afterEach(async () => {
  await fetch(`${system.exchangeUrl}/faults`, { method: 'DELETE' });
});
afterAll(async () => system?.stop());

const PATIENCE = { timeout: 60_000 };
const fault = (body: object) => system.exchange('/faults', body);

/** Keys of a new account at the exchange. */
const openKeys = async (uid: number) => {
  const opened = await system.exchange('/play-accounts', { capital_usdt: 1_000, uid });
  const { api_key, api_secret } = opened as { api_key: string; api_secret: string };
  return { exchange: 'binance', api_key, api_secret, is_testnet: false };
};

let users = 0;
const deployed = async (more: Parameters<TradingUser['deploy']>[0] = {}) => {
  users += 1;
  const user = await system.openUser(`safe${users}`);
  const keys = await openKeys(users);
  await user.must('saveApiKeys', keys);
  expect(await user.deploy({ mode: 'live', ...more })).toMatchObject({ status: 'active' });
  return { user, keys };
};

const ordersOf = async ({ api_key }: { api_key: string }): Promise<number> => {
  const { accounts } = (await system.exchange(`/ledger?api_key=${api_key}`)) as {
    accounts: { order_requests: object }[];
  };
  return Object.keys(accounts[0]?.order_requests ?? {}).length;
};

const firstOrderOf = (keys: { api_key: string }) =>
  vi.waitFor(async () => expect(await ordersOf(keys)).toBe(1), PATIENCE);

describe('stop and resume at once', () => {
  // spec: trading.18
  test('leave a deployment that stop-all reaches, and one on the account', async () => {
    const { user } = await deployed();
    const id = { id: user.chatId };
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([user.ask('stopDeployment', id), user.ask('resumeDeployment', id)]);
      const { status } = await user.must('getDeploymentStatus', id);
      const other = await user.deploy({ mode: 'live', backtest_session_id: `${user.chatId}-${round}` });
      expect(isRefusal(other), `${status}: ${JSON.stringify(other)}`).toBe(status === 'active');
      expect(await user.must('stopAllTrading', {})).toEqual({ stopped: 1 });
      expect(await user.must('getDeploymentStatus', id)).toMatchObject({ status: 'stopped' });
      await user.must('resumeDeployment', id);
    }
  });
});

describe('while the outcome of an order is not known', () => {
  const inDoubt = async () => {
    const { user, keys } = await deployed();
    await fault({ fault: 'cut-after-accept', api_key: keys.api_key });
    await fault({
      fault: 'error-before-accept',
      on: 'GET /api/v3/order',
      times: null,
      api_key: keys.api_key,
    });
    await user.must('rebalanceNow', { id: user.chatId });
    await vi.waitFor(
      async () =>
        expect(await user.must('getDeploymentStatus', { id: user.chatId })).toMatchObject({
          status: 'paused',
        }),
      PATIENCE,
    );
    return { user, keys };
  };

  test.each(['paused', 'stopped', 'ended'] as const)(
    'the keys of its account stay, though its deployment is %s; an hour later they are free',
    async (status) => {
      const { user } = await inDoubt();
      if (status === 'stopped') await user.must('stopDeployment', { id: user.chatId });
      if (status === 'ended') {
        await user.deploy();
        await user.must('stopAllTrading', {});
      }
      const refused = { refused: status === 'paused' ? 'API_KEYS_IN_USE' : 'API_KEYS_NEEDED_FOR_ORDER' };
      const others = await openKeys(users + 500);
      expect(await user.ask('saveApiKeys', others)).toMatchObject({ refused: 'API_KEYS_NEEDED_FOR_ORDER' });
      expect(await user.ask('deleteApiKeys', { exchange: 'binance' })).toMatchObject(refused);
      const same = await openKeys(users);
      await user.must('saveApiKeys', same);
      if (status === 'paused') return;
      await fetch(`${system.exchangeUrl}/faults`, { method: 'DELETE' });
      await system.reconcileAll();
      expect(await user.must('deleteApiKeys', { exchange: 'binance' })).toEqual({});
    },
    90_000,
  );
});

// spec: trading.19
test('the turnover of the day goes on in the deployment that takes the place of another one', async () => {
  const { user } = await deployed();
  await user.must('rebalanceNow', { id: user.chatId });
  const before = await user.must('getDeploymentStatus', { id: user.chatId });
  expect(before.turnover_today_usdt).toBeGreaterThan(500);
  await user.deploy({ mode: 'live' });
  const after = await user.must('getDeploymentStatus', { id: user.chatId });
  expect(after.id).not.toBe(before.id);
  expect(after.turnover_today_usdt).toBe(before.turnover_today_usdt);
});

// spec: trading.54
test('auto-rebalance is not switched on where the keys of the account are gone', async () => {
  users += 1;
  const user = await system.openUser(`safe${users}`);
  const { id } = (await user.deploy()) as { id: string };
  const js = (await system.events.connect()).jetstream();
  await (await js.views.kv('EXCHANGE_KEYS')).delete(`${user.userId}.play-${id}`);
  const on = () => user.ask('switchAutoRebalanceOn', { id: user.chatId });
  expect(await on()).toEqual({ refused: 'API_KEYS_REQUIRED' });
  await user.must('stopDeployment', { id: user.chatId });
  expect(await on()).toEqual({ refused: 'DEPLOYMENT_STOPPED' });
});

// spec: trading.31
test('off holds up a rebalance by hand that is under way', async () => {
  const { user, keys } = await deployed();
  await user.must('switchAutoRebalanceOn', { id: user.chatId });
  await fault({ fault: 'slow', number: 2_500, api_key: keys.api_key });
  const running = user.must('rebalanceNow', { id: user.chatId });
  await firstOrderOf(keys);
  await user.must('switchAutoRebalanceOff', { id: user.chatId });
  const done = await running;
  expect(done.orders).toHaveLength(1);
  expect(done.unsent).toHaveLength(1);
  expect(done).toMatchObject({ status: 'failed', detail: 'Auto-rebalance is off' });
});

test('stop-all ends a rebalance that waits for its weights: other keys and another rebalance are free', async () => {
  const { user } = await deployed();
  const weights = Promise.withResolvers<void>();
  system.tested.waiting = weights.promise;
  const known = system.tested.asked.length;
  const running = user.ask('rebalanceNow', { id: user.chatId });
  await vi.waitFor(() => expect(system.tested.asked.length).toBeGreaterThan(known), PATIENCE);
  await user.must('stopAllTrading', {});
  expect(await running).toMatchObject({
    ...{ status: 'failed', orders: [], vut_cost: 0, detail: 'This deployment is stopped' },
  });
  expect(await user.must('saveApiKeys', await openKeys(9_000))).toMatchObject({ exchange: 'binance' });
  system.tested.waiting = null;
  weights.resolve();
  await user.must('resumeDeployment', { id: user.chatId });
  expect(await user.must('rebalanceNow', { id: user.chatId })).toMatchObject({ status: 'completed' });
});

const storedLength = async (bucket: 'DEPLOYED_CODE' | 'EXCHANGE_KEYS'): Promise<number> =>
  (await system.storedText(`KV_${bucket}`)).trim().length;

// spec: trading.32
test('a chat says whether its deployment may trade; with the chat the deployment ends, and its code goes', async () => {
  const before = await storedLength('DEPLOYED_CODE');
  const { user } = await deployed();
  expect(await storedLength('DEPLOYED_CODE')).toBeGreaterThan(before);
  const asked = () => system.request(MESSAGES.findChatDeployment, { chat_id: user.chatId }, user.userId);
  expect(await asked()).toEqual({ may_trade: true });
  await user.must('stopDeployment', { id: user.chatId });
  expect(await asked()).toEqual({ may_trade: false });
  await system.deleteChat(user.userId, user.chatId);
  await vi.waitFor(
    async () =>
      expect(await user.ask('resumeDeployment', { id: user.chatId })).toEqual({
        refused: 'DEPLOYMENT_ENDED',
      }),
    PATIENCE,
  );
  await vi.waitFor(async () => expect(await storedLength('DEPLOYED_CODE')).toBe(before), PATIENCE);
});

test('a chat that is deleted while its result is deployed leaves no deployment that may trade, and nothing stored', async () => {
  users += 1;
  const user = await system.openUser(`safe${users}`);
  const before = [await storedLength('DEPLOYED_CODE'), await storedLength('EXCHANGE_KEYS')];
  system.tested.deletedChats.add(user.chatId);
  expect(await user.deploy()).toEqual({ refused: 'CHAT_NOT_FOUND' });
  expect(await user.ask('resumeDeployment', { id: user.chatId })).toEqual({ refused: 'DEPLOYMENT_ENDED' });
  expect(await user.must('listDeployments', {})).toEqual([]);
  await vi.waitFor(
    async () =>
      expect([await storedLength('DEPLOYED_CODE'), await storedLength('EXCHANGE_KEYS')]).toEqual(before),
    PATIENCE,
  );
});

describe('a chat that is deleted while an order of its deployment is on its way', () => {
  // spec: trading.56
  test('frees the account for another deployment, and its keys', async () => {
    const { user, keys } = await deployed();
    await fault({ fault: 'slow', number: 2_500, api_key: keys.api_key });
    const running = user.ask('rebalanceNow', { id: user.chatId });
    await firstOrderOf(keys);
    await system.deleteChat(user.userId, user.chatId);
    await running;
    const remove = () => user.ask('deleteApiKeys', { exchange: 'binance' });
    await vi.waitFor(async () => expect(await remove()).toEqual({}), PATIENCE);
  });

  test('leaves no keys of its play account', async () => {
    users += 1;
    const user = await system.openUser(`safe${users}`);
    const before = await storedLength('EXCHANGE_KEYS');
    await user.deploy();
    await fault({ fault: 'slow', number: 2_500, on: 'POST /api/v3/order' });
    const running = user.ask('rebalanceNow', { id: user.chatId });
    await vi.waitFor(
      async () => expect((await user.must('listRebalances', { id: user.chatId }))[0]?.orders).toHaveLength(1),
      PATIENCE,
    );
    await system.deleteChat(user.userId, user.chatId);
    await running;
    await vi.waitFor(async () => expect(await storedLength('EXCHANGE_KEYS')).toBe(before), PATIENCE);
  });
});

// spec: trading.33
test('no order follows the erasure of a trader, also not of a rebalance under way', async () => {
  const { user, keys } = await deployed();
  await fault({ fault: 'slow', number: 2_500, api_key: keys.api_key });
  const running = user.ask('rebalanceNow', { id: user.chatId });
  await firstOrderOf(keys);
  await system.deleteUser(user.userId);
  await running;
  await vi.waitFor(
    async () => expect(await system.storedText('TRADING')).toContain('TraderErased'),
    PATIENCE,
  );
  const lines = (await system.storedText('TRADING')).split('\n');
  const own = lines.filter((line) => line.includes(user.userId));
  const erased = own.findIndex((line) => line.includes('TraderErased'));
  expect(own.filter((line) => line.includes('OrderIntended'))).toHaveLength(1);
  expect(own.slice(erased).some((line) => line.includes('OrderIntended'))).toBe(false);
  expect(await ordersOf(keys)).toBe(1);
});
