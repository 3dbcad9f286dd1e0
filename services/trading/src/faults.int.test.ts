// Faults of the exchange and of people: no order twice, none lost, nothing charged for nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningTrading, startRunningTrading, type TradingUser } from '../fixtures/running-trading.ts';

let system: RunningTrading;
beforeAll(async () => {
  system = await startRunningTrading();
});
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

const fault = (body: object) => system.exchange('/faults', body);
const ledger = async (): Promise<Ledger> => (await system.exchange('/ledger')) as Ledger;

/** How often the exchange was asked for each order, and that it has each once. */
const expectOnce = async (ids: readonly string[]) => {
  const requests = (await ledger()).accounts.flatMap(({ order_requests }) => Object.entries(order_requests));
  expect(ids.map((id) => requests.filter(([asked]) => asked === id))).toEqual(ids.map((id) => [[id, 1]]));
};

describe('an order whose answer is lost', () => {
  test('is found, not sent again, and counts', async () => {
    const user = await deployed();
    await fault({ fault: 'cut-after-accept' });
    const done = await user.must('rebalanceNow', { id: user.chatId });
    expect(done).toMatchObject({ status: 'completed', vut_cost: 50 });
    expect(done.orders.map(({ status }) => status)).toEqual(['filled', 'filled']);
    await expectOnce(done.orders.map(({ client_order_id }) => client_order_id));
  });

  test('that never arrived is left out, and the others are sent', async () => {
    const user = await deployed();
    await fault({ fault: 'cut-before-accept' });
    const done = await user.must('rebalanceNow', { id: user.chatId });
    expect(done.status).toBe('completed');
    expect(done.orders.map(({ status }) => status)).toEqual(['not-found', 'filled']);
    expect(done.execution_result.remaining_buy_bins).toHaveLength(1);
  });

  test('and that nobody can look up pauses the deployment until its user resumes it', async () => {
    const user = await deployed();
    await fault({ fault: 'cut-after-accept' });
    for (const on of [
      'GET /api/v3/order',
      'GET /api/v3/openOrders',
      'GET /api/v3/allOrders',
      'GET /api/v3/myTrades',
    ])
      await fault({ fault: 'error-before-accept', on, times: null });
    const failed = await user.must('rebalanceNow', { id: user.chatId });
    expect(failed).toMatchObject({ status: 'failed', vut_cost: 50 });
    expect(await user.must('getDeploymentStatus', { id: user.chatId })).toMatchObject({ status: 'paused' });
    expect(await user.ask('rebalanceNow', { id: user.chatId })).toMatchObject({
      refused: 'DEPLOYMENT_PAUSED',
    });
    await fetch(`${system.exchangeUrl}/faults`, { method: 'DELETE' });
    await user.must('resumeDeployment', { id: user.chatId });
    // What was unknown is looked up before anything else is sent.
    expect(await user.must('rebalanceNow', { id: user.chatId })).toMatchObject({ status: 'completed' });
    const runs = await user.must('listRebalances', { id: user.chatId });
    expect(runs.flatMap(({ orders }) => orders.map(({ status }) => status))).not.toContain('unknown');
    await expectOnce(runs.flatMap(({ orders }) => orders.map(({ client_order_id }) => client_order_id)));
  }, 90_000);
});

describe('a mandate', () => {
  test('holds up what it does not allow, whatever the strategy says', async () => {
    const user = await deployed({ order_max_usdt: 4_000 });
    const done = await user.must('rebalanceNow', { id: user.chatId });
    expect(done).toMatchObject({ status: 'failed' });
    expect(done.detail).toContain('larger than the mandate allows (4000 USDT)');
  });
});

describe('what others do in the account', () => {
  test('is taken over and told, and is no loss', async () => {
    const user = await deployed();
    await user.must('rebalanceNow', { id: user.chatId });
    const api_key = (await ledger()).accounts.at(-1)?.api_key;
    await system.exchange('/deposits', { api_key, asset: 'USDT', amount: '2000' });
    await user.must('rebalanceNow', { id: user.chatId });
    const activity = await user.must('listActivity', {});
    expect(activity.find(({ action_type }) => action_type === 'external_change')?.detail).toContain(
      'USDT +2000.00',
    );
    const status = await user.must('getDeploymentStatus', { id: user.chatId });
    expect(Math.abs(status.return_percent ?? 100)).toBeLessThan(2);
  });
});

describe('a result is not deployed', () => {
  const critical = (code: string) => [{ code, severity: 'critical', data: {} }];
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
