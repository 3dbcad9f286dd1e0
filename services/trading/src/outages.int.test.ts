// The trading service while MongoDB, Temporal, the exchange or NATS is down: stops and reading work, and it recovers on its own.
import { isRefusal } from '@tradeium/contracts';
import { type ServersAway, startServersAway } from '@tradeium/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningTrading, startRunningTrading, type TradingUser } from '../fixtures/running-trading.ts';

let servers: ServersAway;
let system: RunningTrading;
beforeAll(async () => {
  servers = await startServersAway();
  const { environment, events } = servers;
  system = await startRunningTrading({ events, isMongodbAway: true, environment });
});
afterEach(() => fetch(`${system.exchangeUrl}/faults`, { method: 'DELETE' }));
afterAll(async () => {
  await system?.stop();
  await servers?.stop();
});

const UNAVAILABLE = { refused: 'SERVICE_UNAVAILABLE' };
const RECOVERY = { timeout: 60_000 };
const capabilities = async () => (await system.trading.readiness()).capabilities;

test('off stops the schedule’s rebalances, stop one deployment, stop-all every one', async () => {
  const user = await system.openUser('ann');
  await user.deploy();
  expect(await user.must('switchAutoRebalanceOn', { id: user.chatId })).toMatchObject({ enabled: true });
  expect(await user.must('switchAutoRebalanceOff', { id: user.chatId })).toMatchObject({ enabled: false });
  expect(await user.must('stopDeployment', { id: user.chatId })).toEqual({ stopped: 1 });
  await user.must('resumeDeployment', { id: user.chatId });
  expect(await user.must('stopAllTrading', {})).toEqual({ stopped: 1 });
  expect(await user.must('getDeploymentStatus', { id: user.chatId })).toMatchObject({ status: 'stopped' });
  expect(await user.must('getWorkerStatus', {})).toMatchObject({
    celery_worker_running: false,
    error: 'The rebalance worker could not be looked up',
  });
  expect(await user.ask('rebalanceNow', { id: user.chatId })).toMatchObject({
    refused: 'DEPLOYMENT_STOPPED',
  });
});

test('without MongoDB and Temporal deployments and positions are read, and the rest is refused as unavailable', async () => {
  const user = await system.openUser('ben');
  await user.deploy();
  expect(await user.must('listDeployments', {})).toHaveLength(1);
  expect(await user.must('listPositions', { backtest_session_id: user.chatId })).toMatchObject({
    total_usdt: 10_000,
  });
  expect(await user.must('previewRebalance', { id: user.chatId })).toMatchObject({ held_up: null });
  expect(await user.ask('listActivity', {})).toEqual(UNAVAILABLE);
  expect(await user.ask('listRebalances', { id: user.chatId })).toEqual(UNAVAILABLE);
  expect(await user.ask('rebalanceNow', { id: user.chatId })).toEqual(UNAVAILABLE);
  const { status, capabilities } = await system.trading.readiness();
  expect({ status, ...capabilities }).toMatchObject({ status: 200, events: 'ok' });
  expect([capabilities.queries, capabilities.workflows]).not.toContain('ok');
});

test('once MongoDB and Temporal are there, all is shown and rebalanced', async () => {
  await servers.mongodb.restart();
  servers.temporal.mend();
  await expect.poll(capabilities, RECOVERY).toMatchObject({ queries: 'ok', workflows: 'ok' });
  const user = await system.openUser('ben');
  await expect
    .poll(async () => (await user.must('listActivity', {})).map(({ action_type }) => action_type))
    .toContain('deployed');
  // The client's own connection to Temporal may take a moment longer than the worker's.
  await expect
    .poll(() => user.ask('rebalanceNow', { id: user.chatId }), RECOVERY)
    .toMatchObject({ status: 'completed' });
});

test('an exchange that is down is reported with its reason, and the process stays in service', async () => {
  expect((await capabilities()).exchange).toBe('ok');
  const user = await system.openUser('cleo');
  await user.deploy();
  await system.exchange('/faults', { fault: 'error-before-accept', on: 'GET /api/v3/account', times: null });
  expect(await user.ask('listPositions', { backtest_session_id: user.chatId })).toMatchObject({
    refused: 'EXCHANGE_UNAVAILABLE',
  });
  expect(await system.trading.readiness()).toMatchObject({
    status: 200,
    capabilities: { exchange: expect.stringMatching(/^binance@127\.0\.0\.1 fails since .*: [A-Za-z]+$/) },
  });
});

type Ledger = { accounts: { api_key: string; order_requests: Record<string, number> }[] };

describe('a rebalance that holds an order at the exchange', () => {
  /** Begins a rebalance and resolves when its first order is on its way, slowly. */
  const rebalancing = async (userId: string): Promise<TradingUser> => {
    const user = await system.openUser(userId);
    await user.deploy();
    await system.exchange('/faults', { fault: 'slow', number: 1_500 });
    void user.ask('rebalanceNow', { id: user.chatId }).catch(() => undefined);
    const orders = async () =>
      (await user.must('listRebalances', { id: user.chatId })).flatMap((one) => one.orders);
    await expect.poll(orders, RECOVERY).toHaveLength(1);
    return user;
  };

  /** It ends on its own, and the exchange was asked once for each order. */
  const expectExactEnd = async (user: TradingUser, kinds = ['manual']) => {
    const listed = async () => {
      const result = await user.ask('listRebalances', { id: user.chatId });
      return isRefusal(result) ? [] : result;
    };
    await expect.poll(listed, RECOVERY).toMatchObject(kinds.map((kind) => ({ kind, status: 'completed' })));
    const orders = (await listed()).flatMap((one) => one.orders);
    expect(orders.map(({ status }) => status)).toEqual(kinds.flatMap(() => ['filled', 'filled']));
    const { accounts } = (await system.exchange('/ledger')) as Ledger;
    expect(accounts.at(-1)?.order_requests).toEqual(
      Object.fromEntries(orders.map(({ client_order_id }) => [client_order_id, 1])),
    );
  };

  test('ends exactly, though NATS is killed meanwhile', async () => {
    const user = await rebalancing('dora');
    await servers.events.kill();
    await servers.events.restart();
    await expectExactEnd(user);
  });

  test('to sell everything sells once, though NATS is killed meanwhile', async () => {
    const user = await system.openUser('finn');
    await user.deploy();
    const runs = () => user.must('listRebalances', { id: user.chatId });
    await user.must('rebalanceNow', { id: user.chatId });
    await expect.poll(runs, RECOVERY).toMatchObject([{ status: 'completed' }]);
    await system.exchange('/faults', { fault: 'slow', number: 1_500 });
    void user.ask('sellToUsdt', { id: user.chatId }).catch(() => undefined);
    await expect.poll(async () => (await runs()).flatMap((one) => one.orders), RECOVERY).toHaveLength(3);
    await servers.events.kill();
    await servers.events.restart();
    await expectExactEnd(user, ['sell', 'manual']);
  });

  test('ends exactly, though NATS freezes after it has taken what trading sent', async () => {
    const user = await rebalancing('emil');
    servers.nats.loseAnswers();
    await servers.nats.answerLost();
    await expect.poll(async () => (await capabilities()).events, RECOVERY).not.toBe('ok');
    servers.nats.mend();
    // A request that reaches the broken connection would be lost.
    await expect.poll(capabilities, RECOVERY).toMatchObject({ events: 'ok' });
    await expectExactEnd(user);
  });
});
