// The way out on real servers: a sell to USDT that nothing of ours holds up, and a drawdown stop that is seen between rebalances.
import { MESSAGES, NO_MANDATE } from '@tradeium/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type RunningTrading,
  startRunningTrading,
  TEST_KEYS,
  type TradingUser,
} from '../fixtures/running-trading.ts';
import { plansIn } from './audit/activity-export.ts';
import { fileProblems, planProblems } from './audit/verify-activity.ts';

let system: RunningTrading;
beforeAll(async () => {
  system = await startRunningTrading();
});
afterEach(async () => {
  system.tested.failure = null;
  await noFaults();
});
afterAll(async () => system?.stop());

const noFaults = () => fetch(`${system.exchangeUrl}/faults`, { method: 'DELETE' });
const PATIENCE = { timeout: 60_000, interval: 200 };
const VUT = 1_000_000;
let users = 0;

/** A deployment on paper whose account holds BTC and ETH. */
const invested = async (mandate = {}): Promise<TradingUser> => {
  users += 1;
  const user = await system.openUser(`owner${users}`);
  await user.deploy({ mandate: { ...NO_MANDATE, ...mandate } });
  await user.must('rebalanceNow', { id: user.chatId });
  await vi.waitFor(async () => expect((await runsOf(user))[0]?.status).toBe('completed'), PATIENCE);
  return user;
};

const runsOf = (user: TradingUser) => user.must('listRebalances', { id: user.chatId });
const statusOf = (user: TradingUser) => user.must('getDeploymentStatus', { id: user.chatId });

/** The sell once it has ended: on a slow machine the route answers before that. */
const sold = async (user: TradingUser, coins?: string[], commandId?: string) => {
  const input = { id: user.chatId, ...(coins && { coins }) };
  const { rebalance_id } = await user.must('sellToUsdt', input, commandId);
  return vi.waitFor(async () => {
    const ended = (await runsOf(user)).find((run) => run.rebalance_id === rebalance_id);
    if (!ended || ended.status === 'running') throw new Error('it has not ended');
    return ended;
  }, PATIENCE);
};

/** Coins that are more than dust. */
const coinsOf = async (user: TradingUser) => {
  const { positions } = await user.must('listPositions', { backtest_session_id: user.chatId });
  return positions.filter(({ value_usdt }) => (value_usdt ?? 0) > 6).map(({ asset }) => asset);
};

describe('a sell to USDT', () => {
  // spec: trading.24
  test('works while the strategy fails, switches auto-rebalance off, and costs nothing on paper', async () => {
    const user = await invested();
    await user.must('switchAutoRebalanceOn', { id: user.chatId });
    system.tested.failure = 'exception';
    const preview = await user.must('previewSell', { id: user.chatId });
    expect(preview.orders.map(({ coin, side }) => `${side} ${coin}`).sort()).toEqual([
      'sell BTC',
      'sell ETH',
    ]);
    const done = await sold(user);
    expect(done).toMatchObject({ kind: 'sell', status: 'completed', vut_cost: 0, decided_at: null });
    expect(await coinsOf(user)).toEqual(['USDT']);
    expect(await statusOf(user)).toMatchObject({ status: 'active', enabled: false });
    expect(await system.balance(user.userId)).toMatchObject({ available: 1_000 * VUT, spent: 0 });
    const activity = await user.must('listActivity', {});
    expect(activity.find(({ action_type }) => action_type === 'sell')).toMatchObject({
      trades_executed_count: 2,
    });
  });

  // spec: trading.26
  test('of one coin leaves the others and the switch as they are', async () => {
    const user = await invested();
    await user.must('switchAutoRebalanceOn', { id: user.chatId });
    const done = await sold(user, ['ETH']);
    expect(done.orders.map(({ coin, side }) => `${side} ${coin}`)).toEqual(['sell ETH']);
    expect(await coinsOf(user)).toEqual(['BTC', 'USDT']);
    expect(await statusOf(user)).toMatchObject({ enabled: true });
  });

  // spec: trading.25
  test('follows a stop, and is one sell however often it is requested', async () => {
    const user = await invested();
    await user.must('stopDeployment', { id: user.chatId });
    const [one, two] = await Promise.all([sold(user, undefined, 'once'), sold(user, undefined, 'once')]);
    expect(two.rebalance_id).toBe(one.rebalance_id);
    expect(one.orders).toHaveLength(2);
    expect(await coinsOf(user)).toEqual(['USDT']);
    expect(await statusOf(user)).toMatchObject({ status: 'stopped' });
    expect(await user.ask('rebalanceNow', { id: user.chatId })).toMatchObject({
      refused: 'DEPLOYMENT_STOPPED',
    });
  });

  test('whose answer is lost sells once', async () => {
    const user = await invested();
    await system.exchange('/faults', { fault: 'cut-after-accept' });
    const done = await sold(user);
    const { accounts } = (await system.exchange('/ledger')) as {
      accounts: { order_requests: Record<string, number> }[];
    };
    const requests = Object.assign({}, ...accounts.map(({ order_requests }) => order_requests));
    expect(done.orders.map(({ client_order_id: id, status }) => [requests[id], status])).toEqual([
      [1, 'filled'],
      [1, 'filled'],
    ]);
  });

  test('is exported, and its plan comes out the same again without the strategy', async () => {
    const user = await invested();
    await sold(user, ['BTC']);
    system.tested.failure = 'exception';
    const file = await user.must('exportActivity', { id: user.chatId });
    expect(fileProblems(file)).toEqual([]);
    const plan = file.chains.flatMap(plansIn).at(-1);
    const { deployment_id } = file.run_card;
    const again = await system.request(
      MESSAGES.recomputePlan,
      { deployment_id, plan: { ...plan } },
      user.userId,
    );
    expect(planProblems({ ...plan }, again.plan)).toEqual([]);
  });

  test('of coins that are not its own is refused, and nothing is switched off', async () => {
    const user = await invested();
    const input = { id: user.chatId, coins: ['DOGE'] };
    expect(await user.ask('sellToUsdt', input)).toMatchObject({ refused: 'SELL_COINS_INVALID' });
    expect(await user.ask('previewSell', input)).toMatchObject({ refused: 'SELL_COINS_INVALID' });
  });

  test('goes on with the own account while credits are missing', async () => {
    users += 1;
    const user = await system.openUser(`owner${users}`, 1);
    const { apiKey: api_key, apiSecret: api_secret } = TEST_KEYS;
    await user.must('saveApiKeys', { exchange: 'binance', api_key, api_secret, is_testnet: false });
    await user.deploy({ mode: 'live' });
    await system.exchange('/deposits', { api_key, asset: 'BTC', amount: '0.1' });
    const told = await user.must('previewSell', { id: user.chatId, coins: ['BTC'] });
    expect(told).toMatchObject({ held_up: null, orders: [{ coin: 'BTC' }] });
    const done = await sold(user, ['BTC']);
    expect(done).toMatchObject({ status: 'completed', vut_cost: 0 });
    expect(done.orders.map(({ coin, status }) => [coin, status])).toEqual([['BTC', 'filled']]);
  });
});

describe('a drawdown stop between rebalances', () => {
  /** Holds coins all the time, which shows their prices. */
  let witness: TradingUser;
  let isMoved = false;
  beforeAll(async () => {
    witness = await invested();
  });
  // The next test's purchases are priced as the exchange sells them.
  afterEach(async () => {
    if (isMoved) await pricesAt(100);
    isMoved = false;
  });

  const priceSeen = async () => {
    const { positions } = await witness.must('listPositions', { backtest_session_id: witness.chatId });
    return positions.find(({ asset }) => asset === 'BTC')?.price_usdt;
  };
  /** Prices move to so many percent of the candles; resolves once they are seen. */
  const pricesAt = async (percent: number) => {
    const before = await priceSeen();
    await noFaults();
    for (const symbol of ['BTCUSDT', 'ETHUSDT'])
      await system.exchange('/faults', { fault: 'price-move', symbol, number: percent, times: null });
    await vi.waitFor(async () => expect(await priceSeen()).not.toBe(before), PATIENCE);
    isMoved = percent !== 100;
  };
  const valuations = async () => (await system.storedText('TRADING')).split('PortfolioValued').length;

  test('is not looked at, and records nothing, while prices are fine', async () => {
    await invested({ drawdown_stop_percent: 20 });
    const before = await valuations();
    expect(await system.watchDrawdowns()).toMatchObject({ looked: 0 });
    expect(await valuations()).toBe(before);
  });

  test('is warned of, and the warning goes when the value recovers', async () => {
    const user = await invested({ drawdown_stop_percent: 20 });
    await pricesAt(80);
    await system.watchDrawdowns();
    expect(await statusOf(user)).toMatchObject({ status: 'active', drawdown_warning: true });
    const warned = await valuations();
    await system.watchDrawdowns();
    expect(await valuations()).toBe(warned);
    await pricesAt(100);
    await system.watchDrawdowns();
    expect(await statusOf(user)).toMatchObject({ status: 'active', drawdown_warning: false });
  });

  test('pauses trading, and leaves the coins unless its user chose otherwise', async () => {
    const user = await invested({ drawdown_stop_percent: 20 });
    await pricesAt(50);
    await system.watchDrawdowns();
    expect(await statusOf(user)).toMatchObject({ status: 'stopped', stopped_by: 'drawdown' });
    expect(await coinsOf(user)).toContain('BTC');
  });

  // spec: trading.27
  test('sells everything once where its user chose that', async () => {
    const user = await invested({ drawdown_stop_percent: 20, on_drawdown: 'sell' });
    await pricesAt(50);
    await Promise.all([system.watchDrawdowns(), system.watchDrawdowns()]);
    await vi.waitFor(async () => {
      const sells = (await runsOf(user)).filter(({ kind }) => kind === 'sell');
      expect(sells).toMatchObject([{ status: 'completed' }]);
    }, PATIENCE);
    expect(await coinsOf(user)).toEqual(['USDT']);
    expect(await statusOf(user)).toMatchObject({ status: 'stopped', stopped_by: 'drawdown' });
  });

  test('whose sell fails says so', async () => {
    const user = await invested({ drawdown_stop_percent: 20, on_drawdown: 'sell' });
    await pricesAt(50);
    await system.exchange('/faults', { fault: 'no-trade-right', times: null });
    await system.watchDrawdowns();
    await vi.waitFor(async () => {
      const { notices } = await user.must('getNotices', {});
      expect(notices.map(({ kind }) => kind)).toContain('sell_unfinished');
    }, PATIENCE);
    expect(await coinsOf(user)).toContain('BTC');
  });
});
