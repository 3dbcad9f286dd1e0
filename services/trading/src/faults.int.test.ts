// Faults of the exchange and of people: no order twice, none lost, nothing charged for nothing.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type RunningTrading,
  startRunningTrading,
  TEST_KEYS,
  type TradingUser,
} from '../fixtures/running-trading.ts';

let system: RunningTrading;
beforeAll(async () => {
  system = await startRunningTrading();
});
afterEach(() => noFaults());
afterAll(async () => system?.stop());

type Ledger = { accounts: { api_key: string; order_requests: Record<string, number> }[] };

let users = 0;
const deployed = async (mandate = {}): Promise<TradingUser> => {
  users += 1;
  const user = await system.openUser(`user${users}`);
  const none = {
    order_max_usdt: null,
    daily_turnover_max_usdt: null,
    drawdown_stop_percent: null,
    coins: null,
    expires_at: null,
  };
  await user.deploy({ mandate: { ...none, ...mandate } });
  return user;
};

/** The rebalance once it has ended: on a slow machine the route answers before that, and another one would be refused. */
const rebalanced = async (user: TradingUser) => {
  const { rebalance_id } = await user.must('rebalanceNow', { id: user.chatId });
  return vi.waitFor(
    async () => {
      const runs = await user.must('listRebalances', { id: user.chatId });
      const ended = runs.find((run) => run.rebalance_id === rebalance_id && run.status !== 'running');
      if (!ended) throw new Error(`${rebalance_id} has not ended`);
      return ended;
    },
    { timeout: 60_000, interval: 100 },
  );
};

const noFaults = () => fetch(`${system.exchangeUrl}/faults`, { method: 'DELETE' });
const fault = (body: object) => system.exchange('/faults', body);
const ledger = async (): Promise<Ledger> => (await system.exchange('/ledger')) as Ledger;

/** How often the exchange was sent each order, and that it has each once. */
const expectOnce = async (ids: readonly string[]) => {
  const requests = (await ledger()).accounts.flatMap(({ order_requests }) => Object.entries(order_requests));
  expect(ids.map((id) => requests.filter(([asked]) => asked === id))).toEqual(ids.map((id) => [[id, 1]]));
};

describe('an order whose answer is lost', () => {
  // spec: trading.12
  test('is found, not sent again, and counts', async () => {
    const user = await deployed();
    await fault({ fault: 'cut-after-accept' });
    const done = await rebalanced(user);
    expect(done).toMatchObject({ status: 'completed' });
    expect(done.orders.map(({ status }) => status)).toEqual(['filled', 'filled']);
    await expectOnce(done.orders.map(({ client_order_id }) => client_order_id));
  });

  test('that never arrived is left out, and the others are sent', async () => {
    const user = await deployed();
    await fault({ fault: 'cut-before-accept' });
    const done = await rebalanced(user);
    expect(done.status).toBe('completed');
    expect(done.orders.map(({ status }) => status)).toEqual(['not-found', 'filled']);
    expect(done.execution_result.remaining_buy_bins).toHaveLength(1);
  });

  // spec: trading.13
  test('and that cannot be looked up pauses the deployment until its user resumes it', async () => {
    const user = await deployed();
    await fault({ fault: 'cut-after-accept' });
    await fault({ fault: 'error-before-accept', on: 'GET /api/v3/order', times: null });
    const failed = await rebalanced(user);
    expect(failed).toMatchObject({ status: 'failed', vut_cost: 0 });
    expect(await user.must('getDeploymentStatus', { id: user.chatId })).toMatchObject({ status: 'paused' });
    expect(await user.ask('rebalanceNow', { id: user.chatId })).toMatchObject({
      refused: 'DEPLOYMENT_PAUSED',
    });
    await noFaults();
    await user.must('resumeDeployment', { id: user.chatId });
    // The unknown order is looked up before anything else is sent.
    expect(await rebalanced(user)).toMatchObject({ status: 'completed' });
    const runs = await user.must('listRebalances', { id: user.chatId });
    expect(runs.flatMap(({ orders }) => orders.map(({ status }) => status))).not.toContain('unknown');
    await expectOnce(runs.flatMap(({ orders }) => orders.map(({ client_order_id }) => client_order_id)));
  });
});

describe('a mandate', () => {
  test('cuts orders to its limits, and the rest follows at the next rebalances', async () => {
    const user = await deployed({ order_max_usdt: 2_000, daily_turnover_max_usdt: 5_000 });
    const previewed = await user.must('previewRebalance', { id: user.chatId });
    const done = await rebalanced(user);
    expect(done).toMatchObject({ status: 'completed', detail: null });
    const notionals = done.orders.map(({ notional }) => Math.round(Number(notional) / 100));
    expect(notionals).toEqual([20, 20]);
    expect(previewed.orders.map(({ coin, side }) => `${side} ${coin}`)).toEqual(
      done.orders.map(({ coin, side }) => `${side} ${coin}`),
    );
    expect(done.skipped.map(({ coin, reason }) => `${coin} ${reason}`)).toEqual([
      'BTC above-order-max',
      'ETH above-order-max',
    ]);
    expect(await rebalanced(user)).toMatchObject({ status: 'completed' });
    const status = await user.must('getDeploymentStatus', { id: user.chatId });
    expect(status.turnover_today_usdt).toBeGreaterThan(4_900);
    expect(status.turnover_today_usdt).toBeLessThanOrEqual(5_000);
  });

  test('ends the rebalance at what it does not allow, if its user says so', async () => {
    const user = await deployed({ order_max_usdt: 4_000, on_limit: 'stop' });
    const { held_up } = await user.must('previewRebalance', { id: user.chatId });
    expect(held_up).toContain('larger than your limits allow (4000 USDT)');
    const done = await rebalanced(user);
    expect(done).toMatchObject({ status: 'failed' });
    expect(done.detail).toContain('larger than your limits allow (4000 USDT)');
  });
});

describe('fills that come after the end of an order', () => {
  // spec: trading.46
  test('are its own, and reported as such', async () => {
    const user = await deployed();
    await fault({ fault: 'fill-after-cancel', later_ms: 1 });
    await rebalanced(user);
    await rebalanced(user);
    const runs = await user.must('listRebalances', { id: user.chatId });
    expect(runs.flatMap(({ orders }) => orders).filter(({ status }) => status !== 'filled')).toEqual([]);
    const activity = await user.must('listActivity', {});
    expect(activity.find(({ action_type }) => action_type === 'late_fill')?.detail).toMatch(
      /^[\d.]+ (BTC|ETH) more bought after its order had ended$/,
    );
    expect(activity.map(({ action_type }) => action_type)).not.toContain('external_change');
  });
});

describe("another party's change in the account", () => {
  // spec: trading.14
  test('is taken over and reported, and is not a loss', async () => {
    const user = await deployed();
    await rebalanced(user);
    const api_key = (await ledger()).accounts.at(-1)?.api_key;
    await system.exchange('/deposits', { api_key, asset: 'USDT', amount: '2000' });
    await rebalanced(user);
    const activity = await user.must('listActivity', {});
    expect(activity.find(({ action_type }) => action_type === 'external_change')?.detail).toContain(
      '+2,000.00 USDT',
    );
    const status = await user.must('getDeploymentStatus', { id: user.chatId });
    expect(Math.abs(status.return_percent ?? 100)).toBeLessThan(2);
  });
});

describe('keys are refused', () => {
  test.each([
    ['withdraw-right', 'API_KEYS_CAN_WITHDRAW'],
    ['no-trade-right', 'API_KEYS_CANNOT_TRADE'],
    ['no-read-right', 'API_KEYS_CANNOT_READ'],
    ['revoked-keys', 'API_KEYS_WRONG'],
    ['maintenance', 'EXCHANGE_UNAVAILABLE'],
  ])('with %s: %s', async (name, refused) => {
    const user = await system.openUser('keyless');
    await fault({ fault: name });
    const { apiKey: api_key, apiSecret: api_secret } = TEST_KEYS;
    const input = { exchange: 'binance', api_key, api_secret, is_testnet: false };
    expect(await user.ask('saveApiKeys', input)).toMatchObject({ refused });
    expect(await user.ask('getApiKeys', { exchange: 'binance' })).toMatchObject({
      refused: 'API_KEYS_NOT_FOUND',
    });
  });

  // spec: trading.2
  test('of an exchange that cannot be traded, and of none', async () => {
    const user = await system.openUser('keyless');
    const input = { api_key: 'k', api_secret: 's', is_testnet: false };
    expect(await user.ask('saveApiKeys', { exchange: 'nowhere', ...input })).toMatchObject({
      refused: 'EXCHANGE_UNKNOWN',
    });
    expect(await user.ask('saveApiKeys', { exchange: 'coinbase', ...input })).toMatchObject({
      refused: 'EXCHANGE_NOT_SUPPORTED',
    });
    expect(await user.ask('saveApiKeys', { exchange: 'binance', ...input, api_secret: ' ' })).toMatchObject({
      refused: 'API_KEYS_INCOMPLETE',
    });
  });
});

describe('a rebalance', () => {
  test('whose keys were revoked meanwhile fails with that reason, and costs nothing', async () => {
    const user = await deployed();
    await fault({ fault: 'revoked-keys' });
    const failed = await rebalanced(user);
    expect(failed).toMatchObject({ status: 'failed', vut_cost: 0, orders: [] });
    expect(failed.detail).toBe('The exchange does not accept these API keys');
  });

  test('leaves out a coin that was delisted, with the reason, and trades the others', async () => {
    const user = await deployed();
    await fault({ fault: 'delisting', symbol: 'ETHUSDT' });
    const done = await rebalanced(user);
    expect(done.orders.filter(({ status }) => status === 'filled').map(({ coin }) => coin)).toEqual(['BTC']);
    expect(done.skipped.map(({ coin }) => coin).concat(done.orders.map(({ coin }) => coin))).toContain('ETH');
  });

  // spec: trading.38
  test('is done once for a bar, however often its schedule fires', async () => {
    const user = await deployed();
    await user.must('switchAutoRebalanceOn', { id: user.chatId });
    const { id } = (await user.must('getCurrentDeployment', {})) ?? { id: '' };
    for (const _ of [1, 2, 3]) await system.becomeDue(user.userId, id);
    await vi.waitFor(
      async () =>
        expect(await user.must('listRebalances', { id: user.chatId })).toMatchObject([
          { kind: 'scheduled', status: 'completed' },
        ]),
      { timeout: 60_000 },
    );
  });
});

test('with the account, its deployments, keys and code go', async () => {
  const user = await deployed();
  const before = await system.storedText('KV_DEPLOYED_CODE');
  await system.deleteUser(user.userId);
  await vi.waitFor(
    async () => expect((await system.storedText('KV_DEPLOYED_CODE')).length).toBeLessThan(before.length),
    { timeout: 60_000 },
  );
  expect(await user.ask('getDeploymentStatus', { id: user.chatId })).toMatchObject({
    refused: 'DEPLOYMENT_NOT_FOUND',
  });
});

describe('a result is not deployed', () => {
  const critical = (code: string) => [{ code, severity: 'critical', data: {} }];
  // spec: trading.37
  test.each([
    [{ status: 'failed' as const }, 'RESULT_FAILED'],
    [{ status: 'running' as const }, 'RESULT_RUNNING'],
    [{ findings: critical('SYNTHETIC_CANDLES') }, 'RESULT_ON_MADE_UP_CANDLES'],
    [{ findings: critical('LOOK_AHEAD_CUT') }, 'RESULT_HAS_CRITICAL_FINDING'],
    [{ findings: critical('A_CODE_OF_TOMORROW') }, 'RESULT_HAS_CRITICAL_FINDING'],
  ])('%j', async (tested, refused) => {
    const before = { ...system.tested };
    Object.assign(system.tested, tested);
    users += 1;
    const user = await system.openUser(`user${users}`);
    expect(await user.deploy()).toMatchObject({ refused });
    Object.assign(system.tested, before);
  });

  test('of somebody else', async () => {
    const user = await system.openUser('stranger');
    expect(await user.deploy({ backtest_session_id: 'user1-chat' })).toMatchObject({
      refused: 'CHAT_NOT_FOUND',
    });
  });
});
