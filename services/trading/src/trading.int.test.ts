// Live trading on real servers: keys, deployments on paper and live, a rebalance from preview to positions, off and stop.

import { MESSAGES } from '@tradeium/contracts';
import { sharedByTests } from '@tradeium/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SOURCE } from '../fixtures/backtest-answers.ts';
import { startRunningTrading, TEST_KEYS, type TradingUser } from '../fixtures/running-trading.ts';
import { plansIn } from './audit/activity-export.ts';
import { fileProblems, planProblems } from './audit/verify-activity.ts';

const system = sharedByTests(startRunningTrading);

const VUT = 1_000_000;
const keys = {
  exchange: 'binance',
  api_key: TEST_KEYS.apiKey,
  api_secret: TEST_KEYS.apiSecret,
  is_testnet: false,
};

const weightOf = async (user: TradingUser, asset: string) => {
  const { positions } = await user.must('listPositions', { backtest_session_id: user.chatId });
  return positions.find((position) => position.asset === asset)?.percent ?? 0;
};

describe('on paper', () => {
  let user: TradingUser;
  beforeAll(async () => {
    user = await system.openUser('ann');
  });

  // spec: trading.3
  test('a result is deployed without keys, labelled as play money', async () => {
    expect(await user.deploy({ paper_capital_usdt: 5_000 })).toMatchObject({
      mode: 'paper',
      look: 'paper',
      status: 'active',
      enabled: false,
      backtest_session_id: user.chatId,
    });
    expect(await user.must('getCurrentDeployment', {})).toMatchObject({ mode: 'paper' });
    const { total_usdt } = await user.must('listPositions', { backtest_session_id: user.chatId });
    expect(total_usdt).toBe(5_000);
  });

  // spec: trading.10
  test('a preview says what would be done, and sends and charges nothing', async () => {
    const preview = await user.must('previewRebalance', { id: user.chatId });
    expect(preview.orders.map(({ coin, side }) => `${side} ${coin}`).sort()).toEqual(['buy BTC', 'buy ETH']);
    expect(preview.positions).toEqual({ BTC: 0.6, ETH: 0.3 });
    // It waits with the user's runs; a rebalance goes before them.
    expect(system.tested.purposes).toEqual(['preview']);
    expect(await system.balance('ann')).toMatchObject({ available: 1_000 * VUT, reserved: 0 });
  });

  // spec: trading.5
  test('a rebalance moves the positions to the target weights and costs nothing', async () => {
    const done = await user.must('rebalanceNow', { id: user.chatId });
    expect(done).toMatchObject({ status: 'completed', vut_cost: 0 });
    expect(system.tested.purposes).toEqual(['preview', 'paper']);
    expect(done.orders.map(({ status }) => status)).toEqual(['filled', 'filled']);
    expect(await weightOf(user, 'BTC')).toBeCloseTo(60, 0);
    expect(await weightOf(user, 'ETH')).toBeCloseTo(30, 0);
    expect(await system.balance('ann')).toEqual({ available: 1_000 * VUT, reserved: 0, spent: 0 });
  });

  test('the same request again is the same rebalance', async () => {
    const [one, two] = [
      await user.must('rebalanceNow', { id: user.chatId }, 'again'),
      await user.must('rebalanceNow', { id: user.chatId }, 'again'),
    ];
    expect(two.rebalance_id).toBe(one.rebalance_id);
    expect(await user.must('listRebalances', { id: user.chatId })).toHaveLength(2);
  });

  // spec: trading.8
  test('its activity, performance and export show it', async () => {
    const activity = await user.must('listActivity', {});
    const first = activity.find(({ trades_executed_count }) => trades_executed_count === 2);
    expect(first).toMatchObject({ action_type: 'manual_rebalance', mode: 'paper', vut_cost: 0 });
    const { id } = (await user.must('getCurrentDeployment', {})) ?? { id: '' };
    const own = await user.must('listActivity', { deployment_id: id, limit: 2 });
    expect(own).toHaveLength(2);
    expect(own[0]).toMatchObject({ deployment_id: id, deployment_name: 'Two coins, daily' });
    const { timestamp: before, id: before_id } = own[0] ?? activity[0] ?? { timestamp: '', id: '' };
    const [second] = await user.must('listActivity', { deployment_id: id, before, before_id });
    expect(second?.id).toBe(own[1]?.id);
    const stranger = await system.openUser('mallory');
    expect(await stranger.must('listActivity', { deployment_id: id })).toEqual([]);
    const { data_points } = await user.must('getPerformanceChart', { deploymentId: id });
    expect(data_points[0]).toMatchObject({ chart_value: 0 });
    expect(data_points.length).toBeGreaterThan(1);
    expect(await user.exported()).toMatchObject({ deployments: [{ mode: 'paper' }] });
  });

  // spec: trading.43
  test('what it did is exported with its hashes, and its plans come out the same again', async () => {
    const file = await user.must('exportActivity', { id: user.chatId });
    expect(fileProblems(file)).toEqual([]);
    const { decisions, deployment_id } = file.run_card;
    expect(decisions.length).toBeGreaterThan(0);
    const [plan] = file.chains.flatMap(plansIn);
    const again = await system.request(MESSAGES.recomputePlan, { deployment_id, plan: { ...plan } }, 'ann');
    expect(planProblems({ ...plan }, again.plan)).toEqual([]);
    system.tested.weights = { BTC: 0.5, ETH: 0.3 };
    const other = await system.request(MESSAGES.recomputePlan, { deployment_id, plan: { ...plan } }, 'ann');
    system.tested.weights = { BTC: 0.6, ETH: 0.3 };
    expect(planProblems({ ...plan }, other.plan)).toContain('weights');
    const stranger = await system.openUser('eve');
    expect(await stranger.ask('exportActivity', { id: user.chatId })).toMatchObject({
      refused: 'DEPLOYMENT_NOT_FOUND',
    });
  });

  // spec: trading.4
  test('auto-rebalance is switched on and off', async () => {
    const on = await user.must('switchAutoRebalanceOn', { id: user.chatId });
    expect(on.enabled).toBe(true);
    expect(on.next_rebalance_relative).toMatch(/^in /);
    expect(await user.must('switchAutoRebalanceOff', { id: user.chatId })).toMatchObject({ enabled: false });
    expect(await user.must('getWorkerStatus', {})).toMatchObject({
      celery_worker_running: true,
      error: null,
    });
  });
});

describe('live', () => {
  let user: TradingUser;
  beforeAll(async () => {
    user = await system.openUser('bob');
  });

  // spec: trading.9
  test('needs keys first', async () => {
    expect(await user.deploy({ mode: 'live' })).toMatchObject({ refused: 'API_KEYS_REQUIRED' });
    expect(await user.ask('listPositions', {})).toMatchObject({ refused: 'API_KEYS_REQUIRED' });
    // Of a chat without a deployment, such as another user's, nothing is shown, and not the own account.
    expect(await user.ask('listPositions', { backtest_session_id: 'ann-chat' })).toEqual({
      refused: 'DEPLOYMENT_NOT_FOUND',
    });
  });

  // spec: trading.1
  test('keys are checked at the exchange and shown by their beginning only', async () => {
    expect(await user.ask('saveApiKeys', { ...keys, api_secret: 'wrong' })).toMatchObject({
      refused: 'API_KEYS_WRONG',
    });
    expect(await user.ask('getApiKeys', { exchange: 'binance' })).toMatchObject({
      refused: 'API_KEYS_NOT_FOUND',
    });
    const connected = await user.must('saveApiKeys', keys);
    expect(connected).toMatchObject({ key_prefix: 'test…', permissions: { read: true, trade: true } });
    expect(await user.must('getApiKeys', { exchange: 'binance' })).toEqual(connected);
  });

  test('the account is rebalanced, and its keys cannot go meanwhile', async () => {
    expect(await user.deploy({ mode: 'live' })).toMatchObject({ mode: 'live', look: 'live' });
    const done = await user.must('rebalanceNow', { id: user.chatId });
    expect(done).toMatchObject({ status: 'completed', vut_cost: 50 });
    expect((await system.balance('bob')).spent).toBe(50 * VUT);
    expect(await weightOf(user, 'BTC')).toBeCloseTo(60, 0);
    expect(await user.ask('deleteApiKeys', { exchange: 'binance' })).toMatchObject({
      refused: 'API_KEYS_IN_USE',
    });
  });

  test('goes before all else on its schedule only: by hand it is computed as play money is', async () => {
    const { id } = await user.must('switchAutoRebalanceOn', { id: user.chatId });
    const known = system.tested.purposes.length;
    await system.becomeDue('bob', id);
    await user.must('rebalanceNow', { id: user.chatId });
    expect(system.tested.purposes.slice(known)).toEqual(['live', 'paper']);
  });

  // spec: trading.17
  test('a deployment that takes the place of another one keeps its limits', async () => {
    const limits = { order_max_usdt: 500, daily_turnover_max_usdt: null, drawdown_stop_percent: 10 };
    const mandate = { ...limits, coins: null, expires_at: null };
    await user.must('changeMandate', { id: user.chatId, ...mandate });
    expect(await user.deploy({ mode: 'live' })).toMatchObject({ mode: 'live', mandate });
  });

  test('stop-all ends trading at once', async () => {
    expect(await user.must('stopAllTrading', {})).toEqual({ stopped: 1 });
    expect(await user.ask('rebalanceNow', { id: user.chatId })).toMatchObject({
      refused: 'DEPLOYMENT_STOPPED',
    });
    expect(await user.must('getDeploymentStatus', { id: user.chatId })).toMatchObject({
      status: 'stopped',
      status_reason: 'Stopped by you',
    });
    expect(await user.must('deleteApiKeys', { exchange: 'binance' })).toEqual({});
  });

  test("a test network's money has no such privilege", async () => {
    const tess = await system.openUser('tess');
    await tess.must('saveApiKeys', { ...keys, is_testnet: true });
    expect(await tess.deploy({ mode: 'live' })).toMatchObject({ look: 'testnet' });
    const { id } = await tess.must('switchAutoRebalanceOn', { id: tess.chatId });
    const known = system.tested.purposes.length;
    await system.becomeDue('tess', id);
    expect(system.tested.purposes.slice(known)).toEqual(['paper']);
    await tess.must('stopAllTrading', {});
  });

  test('neither keys nor code are in events or buckets', async () => {
    const streams = ['TRADING', 'KV_EXCHANGE_KEYS', 'KV_DEPLOYED_CODE'];
    const stored = (await Promise.all(streams.map(system.storedText))).join('\n');
    expect(stored.length).toBeGreaterThan(1_000);
    for (const secret of [TEST_KEYS.apiKey, TEST_KEYS.apiSecret, SOURCE, 'canary_weights'])
      expect(stored).not.toContain(secret);
  });
});

// spec: trading.60
test('a deployment that was replaced is listed as ended, and its activity, chart and export stay readable', async () => {
  const user = await system.openUser('gus');
  const deployed = async () => {
    const { id } = (await user.deploy()) as { id: string };
    return id;
  };
  const old = await deployed();
  await user.must('rebalanceNow', { id: user.chatId });
  expect(await user.must('listEndedDeployments', {})).toEqual([]);
  const next = await deployed();
  await vi.waitFor(async () => {
    expect(await user.must('listEndedDeployments', {})).toMatchObject([
      { id: old, status: 'ended', status_reason: 'A newer deployment has taken its place' },
    ]);
  }, 10_000);
  expect((await user.must('listDeployments', {})).map(({ id }) => id)).toEqual([next]);
  const entries = await user.must('listActivity', { deployment_id: old });
  expect(entries.some(({ trades_executed_count }) => trades_executed_count === 2)).toBe(true);
  const { values } = await user.must('getPerformanceChart', { deploymentId: old });
  expect(values.length).toBeGreaterThan(0);
  const file = await user.must('exportActivity', { id: user.chatId, deployment_id: old });
  expect(file.run_card.deployment_id).toBe(old);
  expect(fileProblems(file)).toEqual([]);
  const stranger = await system.openUser('hal');
  await stranger.deploy();
  const foreign = { id: stranger.chatId, deployment_id: old };
  expect(await stranger.ask('exportActivity', foreign)).toMatchObject({ refused: 'DEPLOYMENT_NOT_FOUND' });
  expect(await stranger.must('listEndedDeployments', {})).toEqual([]);
});

describe('nothing is sent', () => {
  // spec: trading.6
  test('without credits: 402 before anything', async () => {
    const user = await system.openUser('cy', 49);
    await user.must('saveApiKeys', keys);
    await user.deploy({ mode: 'live' });
    expect(await user.ask('rebalanceNow', { id: user.chatId })).toEqual({
      refused: 'INSUFFICIENT_CREDITS',
      data: { required: 50, available: 49 },
    });
    expect(await system.balance('cy')).toEqual({ available: 49 * VUT, reserved: 0, spent: 0 });
  });

  test('when the strategy fails live though it passed before', async () => {
    const user = await system.openUser('dan');
    await user.deploy();
    system.tested.failure = 'exception';
    const failed = await user.must('rebalanceNow', { id: user.chatId });
    system.tested.failure = null;
    expect(failed).toMatchObject({ status: 'failed', vut_cost: 0, orders: [] });
    expect(failed.detail).toContain('its code raised an error in line 3');
    expect(await system.balance('dan')).toEqual({ available: 1_000 * VUT, reserved: 0, spent: 0 });
  });
});

describe('a strategy that decides once a week', () => {
  const DAY_MS = 86_400_000;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const times = [3, 2, 1].map((days) => today - days * DAY_MS);
  const decided = new Date(today - 2 * DAY_MS).toISOString();
  const ones = { BTC: [1, 1, 1], ETH: [1, 1, 1] };
  const weights = { BTC: [0.6, Number.NaN, Number.NaN], ETH: [0.3, Number.NaN, Number.NaN] };
  beforeAll(() => {
    system.tested.market = { times, open: ones, close: ones, weights };
  });
  afterAll(() => {
    system.tested.market = null;
  });

  test('begins with its last decision, on its schedule, too', async () => {
    const user = await system.openUser('eve');
    await user.deploy();
    const { id } = await user.must('switchAutoRebalanceOn', { id: user.chatId });
    await system.becomeDue('eve', id);
    const [first] = await user.must('listRebalances', { id: user.chatId });
    expect(first).toMatchObject({ kind: 'scheduled', decided_at: decided, vut_cost: 0 });
    expect(first?.orders.map(({ status }) => status)).toEqual(['filled', 'filled']);
    expect(first?.orders[0]?.fill_price).toBeGreaterThan(0);
    const shown = await user.must('listPositions', { backtest_session_id: user.chatId });
    const { positions, managed_usdt, total_usdt } = shown;
    const btc = positions.find(({ asset }) => asset === 'BTC');
    expect(btc?.average_entry_usdt).toBeGreaterThan(btc?.price_usdt ?? 0);
    expect(btc?.profit_loss_usdt).toBeLessThan(0);
    expect(managed_usdt).toBeCloseTo(total_usdt, 6);
    expect(shown.return_percent).not.toBeNull();
  });

  test('is rebalanced by hand to it; a scheduled bar without one trades nothing and costs nothing', async () => {
    const user = await system.openUser('fay');
    await user.deploy();
    expect(await user.must('previewRebalance', { id: user.chatId })).toMatchObject({
      decided_at: decided,
      positions: { BTC: 0.6, ETH: 0.3 },
    });
    expect(await user.must('rebalanceNow', { id: user.chatId })).toMatchObject({ decided_at: decided });
    const { id } = await user.must('switchAutoRebalanceOn', { id: user.chatId });
    await system.becomeDue('fay', id);
    const [newest] = await user.must('listRebalances', { id: user.chatId });
    expect(newest).toMatchObject({
      ...{ kind: 'scheduled', status: 'completed', detail: 'No decision on this bar' },
      ...{ orders: [], vut_cost: 0 },
    });
    expect((await system.balance('fay')).spent).toBe(0);
  });

  test('follows the calendar of its result: it begins with the next bar, waits for a new month, and obeys its user', async () => {
    system.tested.calendar = 'monthly';
    const user = await system.openUser('gwen');
    await user.deploy();
    system.tested.calendar = 'bar';
    const { id } = await user.must('switchAutoRebalanceOn', { id: user.chatId });
    const next = async () => {
      const { next_rebalance_at: at } = await user.must('getDeploymentStatus', { id: user.chatId });
      return new Date(at ?? 0);
    };
    const runs = () => user.must('listRebalances', { id: user.chatId });
    expect((await next()).getTime()).toBeLessThanOrEqual(today + DAY_MS + 60_000);
    await system.becomeDue('gwen', id);
    expect(await runs()).toMatchObject([{ kind: 'scheduled', decided_at: decided }]);
    const following = await next();
    expect(following.getUTCDate()).toBe(1);
    expect(following.getTime()).toBeGreaterThan(Date.now());
    await system.becomeDue('gwen', id);
    expect(await runs()).toHaveLength(1);
    expect(await user.must('rebalanceNow', { id: user.chatId })).toMatchObject({ decided_at: decided });
    expect(await runs()).toHaveLength(2);
  });
});
