// Two live deployments that share an exchange account on real servers: each trades its own money, and hand-made changes find their place.
import { isRefusal } from '@tradeium/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningTrading, startRunningTrading, type TradingUser } from '../fixtures/running-trading.ts';

let system: RunningTrading;
let user: TradingUser;
let apiKey: string;
const [AMOUNT, QUARTER, THIRD] = ['ann-amount', 'ann-quarter', 'ann-third'] as const;

beforeAll(async () => {
  system = await startRunningTrading();
  user = await system.openUser('ann', 10_000);
  const opened = await system.exchange('/play-accounts', { capital_usdt: 10_000 });
  const account = opened as { api_key: string; api_secret: string };
  apiKey = account.api_key;
  const keys = { exchange: 'binance', ...account, is_testnet: false };
  await user.must('saveApiKeys', keys);
  system.tested.weights = { BTC: 0.5, ETH: 0 };
});
afterAll(async () => system?.stop());

type Share = { usdt: number } | { percent: number } | null;

const deploy = (chatId: string, share?: Share) =>
  user.deploy({ backtest_session_id: chatId, mode: 'live', ...(share !== undefined && { share }) });
const deployed = async (chatId: string, share?: Share) => {
  const answered = await deploy(chatId, share);
  if (isRefusal(answered)) throw new Error(JSON.stringify(answered));
  return answered;
};
const statusOf = (id: string) => user.must('getDeploymentStatus', { id });
const heldBy = async (chatId: string) => {
  const { positions } = await user.must('listPositions', { backtest_session_id: chatId });
  return Object.fromEntries(positions.map(({ asset, free }) => [asset, Number(free)]));
};
const worthOf = async (chatId: string) =>
  (await user.must('listPositions', { backtest_session_id: chatId })).total_usdt;
const change = (asset: string, amount: string, isWithdrawal = false) =>
  system.exchange('/deposits', { api_key: apiKey, asset, amount, is_withdrawal: isWithdrawal });
const heldInAll = async () => {
  const { positions } = await user.must('listPositions', {});
  return Object.fromEntries(positions.map(({ asset, free }) => [asset, Number(free)]));
};

test('shares are of what is free, and there is none next to the whole account', async () => {
  expect(await deploy(AMOUNT, { usdt: 10_000.01 })).toEqual({
    refused: 'SHARE_NOT_FREE',
    data: { free: '10000' },
  });
  expect(await user.deploy({ backtest_session_id: AMOUNT, share: { usdt: 100 } })).toEqual({
    ...{ refused: 'SHARE_INVALID' },
  });
  expect(await deployed(AMOUNT, { usdt: 2_000 })).toMatchObject({ share: { usdt: 2_000 }, mode: 'live' });
  expect(await statusOf(AMOUNT)).toMatchObject({ share: { usdt: 2_000 }, portfolio_value_usdt: 2_000 });
  expect(await deploy(QUARTER, null)).toEqual({ refused: 'LIVE_DEPLOYMENT_ACTIVE' });
  expect(await deploy(QUARTER, { usdt: 8_500 })).toMatchObject({ refused: 'SHARE_NOT_FREE' });
  expect(await user.must('listPositions', {})).toMatchObject({ free_usdt: 8_000, free_percent: 100 });
  expect(await deployed(QUARTER, { percent: 25 })).toMatchObject({ share: { percent: 25 } });
  expect(await deploy(THIRD, { percent: 75.01 })).toEqual({
    ...{ refused: 'SHARE_PERCENT_TAKEN', data: { taken: 25, left: 75 } },
  });
  expect(await user.must('listPositions', {})).toMatchObject({ free_usdt: 6_000, free_percent: 75 });
});

// spec: trading.28
test('both trade the same coin at the same time, each with its own money', async () => {
  const done = await Promise.all([AMOUNT, QUARTER].map((id) => user.must('rebalanceNow', { id })));
  expect(done.map(({ status, detail }) => [status, detail])).toEqual([
    ['completed', null],
    ['completed', null],
  ]);
  const held = await Promise.all([AMOUNT, QUARTER].map(heldBy));
  for (const { USDT = 0, BTC = 0 } of held) {
    expect(USDT).toBeGreaterThan(990);
    expect(USDT).toBeLessThan(1_010);
    expect(BTC).toBeGreaterThan(0);
  }
  const all = await heldInAll();
  expect((held[0]?.BTC ?? 0) + (held[1]?.BTC ?? 0)).toBeCloseTo(all.BTC ?? 0, 12);
});

// spec: trading.29
test('a deposit goes to the percentage in its part, and no fill of one is a deposit of the other', async () => {
  const before = await heldBy(QUARTER);
  const { USDT: own } = await heldBy(AMOUNT);
  await system.reconcileAll();
  expect(await heldBy(QUARTER)).toEqual(before);
  await change('USDT', '1000');
  await change('BTC', '0.5');
  const told = await user.must('previewRebalance', { id: QUARTER });
  const done = await user.must('rebalanceNow', { id: QUARTER });
  const ordered = (orders: readonly { coin: string; side: string; quantity: string | number }[]) =>
    orders.map(({ coin, side, quantity }) => ({ coin, side, quantity: Number(quantity).toFixed(4) }));
  expect(ordered(told.orders)).toEqual(ordered(done.orders));
  const activity = await user.must('listActivity', {});
  expect(activity.filter(({ action_type }) => action_type === 'external_change')).toMatchObject([
    { backtest_session_id: QUARTER, detail: '+250.00 USDT' },
  ]);
  const { USDT = 0 } = await heldBy(QUARTER);
  // Half of 2,250 is in coins.
  expect(USDT).toBeGreaterThan(1_110);
  expect(USDT).toBeLessThan(1_140);
  await user.must('rebalanceNow', { id: AMOUNT });
  expect((await heldBy(AMOUNT)).USDT).toBeCloseTo(own ?? 0, -1);
  for (const id of [AMOUNT, QUARTER])
    expect(Math.abs((await statusOf(id)).return_percent ?? 100)).toBeLessThan(1);
});

test('a withdrawal takes what nobody manages first, then from the newest, and is no loss', async () => {
  const [amount, quarter, all] = [await heldBy(AMOUNT), await heldBy(QUARTER), await heldInAll()];
  const free = (all.USDT ?? 0) - (amount.USDT ?? 0) - (quarter.USDT ?? 0);
  await change('USDT', free.toFixed(8), true);
  await change('BTC', '0.5', true);
  await user.must('rebalanceNow', { id: AMOUNT });
  expect((await heldBy(AMOUNT)).USDT).toBeCloseTo(amount.USDT ?? 0, -1);
  const [olds, youngs] = [await worthOf(AMOUNT), await worthOf(QUARTER)];
  await change('USDT', '500', true);
  for (const id of [AMOUNT, QUARTER]) await user.must('rebalanceNow', { id });
  expect(Math.abs((await worthOf(QUARTER)) - youngs + 500)).toBeLessThan(20);
  expect(Math.abs((await worthOf(AMOUNT)) - olds)).toBeLessThan(20);
  for (const id of [AMOUNT, QUARTER])
    expect(Math.abs((await statusOf(id)).return_percent ?? 100)).toBeLessThan(1);
  const [one, other, left] = [await heldBy(AMOUNT), await heldBy(QUARTER), await heldInAll()];
  for (const asset of ['USDT', 'BTC'])
    expect((one[asset] ?? 0) + (other[asset] ?? 0)).toBeLessThanOrEqual((left[asset] ?? 0) + 1e-9);
});

test('a share that is stopped sells what it holds, and nothing of the other', async () => {
  const [quarter, all] = [await heldBy(QUARTER), await heldInAll()];
  const { BTC: own = 0 } = await heldBy(AMOUNT);
  await user.must('stopDeployment', { id: AMOUNT });
  const done = await user.must('sellToUsdt', { id: AMOUNT });
  expect(done).toMatchObject({ kind: 'sell', status: 'completed' });
  const left = await heldInAll();
  expect((all.BTC ?? 0) - (left.BTC ?? 0)).toBeCloseTo(own, 4);
  expect(await heldBy(QUARTER)).toEqual(quarter);
  await user.must('resumeDeployment', { id: AMOUNT });
  await user.must('rebalanceNow', { id: AMOUNT });
});

test('a share that is stopped leaves to others what is theirs, also when its coins are gone', async () => {
  const { BTC: own = 0 } = await heldBy(AMOUNT);
  const quarter = await heldBy(QUARTER);
  await user.must('stopDeployment', { id: AMOUNT });
  await change('BTC', own.toFixed(8), true);
  await user.ask('sellToUsdt', { id: AMOUNT, coins: ['BTC'] });
  expect((await heldInAll()).BTC).toBeCloseTo(quarter.BTC ?? 0, 6);
  await user.must('resumeDeployment', { id: AMOUNT });
  await user.must('rebalanceNow', { id: AMOUNT });
});

test('another result of the chat keeps the share with what it holds; a stopped one frees it', async () => {
  const before = await heldBy(AMOUNT);
  expect(await deployed(AMOUNT)).toMatchObject({ share: { usdt: 2_000 } });
  expect(await heldBy(AMOUNT)).toEqual(before);
  await system.reconcileAll();
  expect(await heldBy(AMOUNT)).toEqual(before);
  const done = await user.must('rebalanceNow', { id: AMOUNT });
  expect(done.status).toBe('completed');
  const { USDT: held = 0 } = await heldBy(AMOUNT);
  const { free_usdt: free } = await user.must('listPositions', {});
  await user.must('stopDeployment', { id: AMOUNT });
  const { free_usdt: freed } = await user.must('listPositions', {});
  expect((freed ?? 0) - (free ?? 0)).toBeCloseTo(held, 2);
  // The USDT that it left is given to another one: resuming finds its coins alone.
  await deployed(THIRD, { usdt: Math.floor(freed ?? 0) });
  await user.must('resumeDeployment', { id: AMOUNT });
  await user.ask('rebalanceNow', { id: AMOUNT });
  expect(Math.abs((await worthOf(AMOUNT)) - held)).toBeLessThan(20);
  expect((await heldBy(THIRD)).USDT).toBe(Math.floor(freed ?? 0));
  expect(await user.must('stopAllTrading', {})).toEqual({ stopped: 3 });
});

test('a share that is stopped sells nothing while another deployment has the whole account', async () => {
  await deployed(THIRD, null);
  const all = await heldInAll();
  expect(await user.must('previewSell', { id: AMOUNT })).toMatchObject({
    ...{ held_up_code: 'LIVE_DEPLOYMENT_ACTIVE', orders: [] },
  });
  expect(await user.ask('sellToUsdt', { id: AMOUNT })).toEqual({ refused: 'LIVE_DEPLOYMENT_ACTIVE' });
  expect(await heldInAll()).toEqual(all);
});
