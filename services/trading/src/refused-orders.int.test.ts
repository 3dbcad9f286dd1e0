// Orders that an exchange does not take as planned: fees in the coin that is sold, a late request, a country that it does not serve.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type RunningTrading, startRunningTrading, type TradingUser } from '../fixtures/running-trading.ts';
import { verifyTrading } from './audit/verify-trading.ts';

let system: RunningTrading;
beforeAll(async () => {
  system = await startRunningTrading();
});
afterEach(async () => {
  await fetch(`${system.exchangeUrl}/faults`, { method: 'DELETE' });
  Object.assign(system.tested, { portfolio: ['USDT', 'BTC', 'ETH'], weights: { BTC: 0.6, ETH: 0.3 } });
});
afterAll(async () => system?.stop());

const fault = (body: object) => system.exchange('/faults', body);
type Ledger = {
  accounts: {
    balances: { asset: string; free: string }[];
    orders: { client_order_id: string; status: string }[];
    order_requests: Record<string, number>;
  }[];
};

let users = 0;
/** A user whose own account holds these, and is traded. */
const deployed = async (capital: string, coins: Record<string, string> = {}) => {
  users += 1;
  const user = await system.openUser(`user${users}`);
  const opened = await system.exchange('/play-accounts', { capital_usdt: capital, coins, uid: users });
  const { api_key, api_secret } = opened as { api_key: string; api_secret: string };
  await user.must('saveApiKeys', { exchange: 'binance', api_key, api_secret, is_testnet: false });
  expect(await user.deploy({ mode: 'live' })).toMatchObject({ status: 'active' });
  const account = async () =>
    ((await system.exchange(`/ledger?api_key=${api_key}`)) as Ledger).accounts[0] as Ledger['accounts'][0];
  return { user, api_key, account };
};

/** The rebalance once it has ended. */
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

const expectAudit = async () => {
  const { ok: _, ...found } = await verifyTrading(await system.events.connect(), system.exchangeUrl);
  expect(found).toMatchObject({ duplicates: [], orphans: [], open: [], differences: [] });
};

test('a coin that pays the fees of earlier sells is sold as far as it is left, and all of the cash is invested', async () => {
  Object.assign(system.tested, {
    portfolio: ['USDT', 'BTC', 'ETH', 'BNB'],
    weights: { BTC: 1, ETH: 0, BNB: 0 },
  });
  const { user, api_key, account } = await deployed('100', { ETH: '1', BNB: '2' });
  await fault({ fault: 'fees-in-bnb', api_key });
  const done = await rebalanced(user);
  expect(done).toMatchObject({ status: 'completed' });
  expect(done.orders.map(({ coin, side, status }) => [coin, side, status])).toEqual([
    ['ETH', 'sell', 'filled'],
    ['BNB', 'sell', 'filled'],
    ['BTC', 'buy', 'filled'],
  ]);
  const [ofEth, ofBnb] = done.orders;
  const feeOfEth = Number(ofEth?.fees.BNB);
  expect(feeOfEth).toBeGreaterThan(0);
  expect(Number(ofBnb?.quantity)).toBeLessThanOrEqual(2 - feeOfEth);
  expect(Number(ofBnb?.quantity)).toBeGreaterThan(2 - feeOfEth - 0.001);
  const cut = done.skipped.find(({ reason }) => reason === 'spent-on-fees');
  expect(cut).toMatchObject({ coin: 'BNB', side: 'sell' });
  const { balances } = await account();
  const left = Number(balances.find(({ asset }) => asset === 'USDT')?.free);
  const bought = Number(done.orders[2]?.quote_filled);
  expect(left / bought).toBeLessThan(0.015);
  // The books know what the fees took: nothing looks like a change by others.
  const log = await user.must('listActivity', { limit: 50 });
  expect(log.map(({ action_type }) => action_type)).not.toContain('external_change');
  await expectAudit();
});

test('the coin that pays the fees is bought, and the books agree', async () => {
  Object.assign(system.tested, { portfolio: ['USDT', 'BTC', 'BNB'], weights: { BTC: 0.4, BNB: 0.5 } });
  const { user, api_key } = await deployed('1000', { BNB: '0.1' });
  await fault({ fault: 'fees-in-bnb', api_key });
  const done = await rebalanced(user);
  expect(done.orders.map(({ status }) => status)).toEqual(['filled', 'filled']);
  expect(done.orders.map(({ fees }) => Object.keys(fees))).toEqual([['BNB'], ['BNB']]);
  await system.reconcileAll();
  const log = await user.must('listActivity', { limit: 50 });
  expect(log.map(({ action_type }) => action_type)).not.toContain('external_change');
  await expectAudit();
});

test('an order that is refused for its time is sent once more under another id, and no third time', async () => {
  const { user, api_key, account } = await deployed('1000');
  await fault({ fault: 'stale-timestamp', api_key });
  const done = await rebalanced(user);
  expect(done.orders.map(({ coin, status }) => [coin, status])).toEqual([
    ['BTC', 'rejected'],
    ['BTC', 'filled'],
    ['ETH', 'filled'],
  ]);
  expect(Object.values((await account()).order_requests)).toEqual([1, 1, 1]);
  await fault({ fault: 'stale-timestamp', api_key, times: 2 });
  Object.assign(system.tested, { weights: { BTC: 0.1, ETH: 0.3 } });
  const again = await rebalanced(user);
  expect(again.orders.filter(({ coin }) => coin === 'BTC').map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(Object.values((await account()).order_requests).every((times) => times === 1)).toBe(true);
  await expectAudit();
});

test('a country that the exchange does not serve is named, and no other order is tried', async () => {
  const { user, api_key, account } = await deployed('1000');
  await fault({ fault: 'restricted', api_key });
  const done = await rebalanced(user);
  expect(done).toMatchObject({ status: 'failed', vut_cost: 0 });
  expect(done.detail).toMatch(/does not serve the country/);
  expect(done.orders).toMatchObject([{ status: 'rejected', reason: /does not serve the country/ }]);
  expect((await account()).orders).toEqual([]);
  expect(Object.values((await account()).order_requests)).toEqual([1]);
  await fault({ fault: 'restricted', api_key, on: '*', times: null });
  const refused = await rebalanced(user);
  expect(refused).toMatchObject({ status: 'failed', vut_cost: 0, orders: [] });
  expect(refused.detail).toMatch(/^The exchange refuses this: it does not serve the country/);
  const keys = { exchange: 'binance', api_key, api_secret: 'of-somebody', is_testnet: false };
  await user.must('stopAllTrading', {});
  expect(await user.ask('saveApiKeys', keys)).toMatchObject({ refused: 'EXCHANGE_REFUSED' });
});

test('a coin that the exchange no longer lists is left out by name, and the others are traded', async () => {
  const { user } = await deployed('1000', { ETH: '0.1' });
  // Its account is known, with the price of ETH, before the coin is gone.
  await rebalanced(user);
  await fault({ fault: 'unlisted', symbol: 'ETHUSDT' });
  Object.assign(system.tested, { weights: { BTC: 0.2, ETH: 0.4 } });
  // Prices are a second old at most.
  await vi.waitFor(
    async () => {
      const preview = await user.must('previewRebalance', { id: user.chatId });
      const row = preview.rows.find(({ coin }) => coin === 'ETH');
      expect(row).toMatchObject({ reason: 'no-market', quantity: '0' });
    },
    { timeout: 60_000, interval: 500 },
  );
  const done = await rebalanced(user);
  expect(done).toMatchObject({ status: 'completed' });
  expect(done.orders.map(({ coin, side, status }) => [coin, side, status])).toEqual([
    ['BTC', 'sell', 'filled'],
  ]);
  expect(done.skipped.map(({ coin, reason }) => [coin, reason])).toContainEqual(['ETH', 'no-market']);
  await rebalanced(user);
  const noted = (await user.must('listActivity', { limit: 50 })).filter(
    ({ action_type }) => action_type === 'left_out',
  );
  expect(noted).toMatchObject([{ detail: 'The exchange does not trade ETH now' }]);
  const { positions } = await user.must('listPositions', { backtest_session_id: user.chatId });
  const held = positions.find(({ asset }) => asset === 'ETH');
  expect(held?.value_usdt).toBeGreaterThan(0);
  expect(held?.priced_at).toMatch(/^20/);
  // Another deployment of the chat goes on with what is known of the coin: the others are traded and sold.
  expect(await user.deploy({ mode: 'live' })).toMatchObject({ status: 'active' });
  Object.assign(system.tested, { weights: { BTC: 0.3, ETH: 0.4 } });
  const next = await rebalanced(user);
  expect(next.orders.map(({ coin, side, status }) => [coin, side, status])).toEqual([
    ['BTC', 'buy', 'filled'],
  ]);
  const sold = await user.must('sellToUsdt', { id: user.chatId, coins: ['BTC'] });
  expect(sold.orders.map(({ coin, side }) => [coin, side])).toEqual([['BTC', 'sell']]);
});

test('a market that is not spot, or is halted, holds up no other coin', async () => {
  const { user } = await deployed('1000');
  await fault({ fault: 'no-spot', symbol: 'ETHUSDT' });
  await fault({ fault: 'delisting', symbol: 'ETHUSDT' });
  const done = await rebalanced(user);
  expect(done).toMatchObject({ status: 'completed' });
  expect(done.orders.map(({ coin, status }) => [coin, status])).toContainEqual(['BTC', 'filled']);
});

test('an order that nobody meets is not filled, and says why', async () => {
  const { user, api_key } = await deployed('1000');
  await fault({ fault: 'unfilled', api_key, symbol: 'BTCUSDT' });
  const done = await rebalanced(user);
  expect(done.orders.map(({ coin, status, reason }) => [coin, status, reason])).toEqual([
    ['BTC', 'not-filled', 'Nothing was offered within its limit: the price has moved away'],
    ['ETH', 'filled', null],
  ]);
  await expectAudit();
});

test('too many open orders are named, and the next order follows', async () => {
  const { user } = await deployed('1000');
  await fault({ fault: 'max-orders', symbol: 'BTCUSDT', number: 0 });
  const done = await rebalanced(user);
  expect(done.orders[0]).toMatchObject({
    status: 'rejected',
    reason: 'There are too many open orders at the exchange: cancel some there',
  });
  expect(done.orders[1]).toMatchObject({ coin: 'ETH', status: 'filled' });
});

test.each([
  ['This symbol is not permitted for this account.', 'completed', /may not trade the coin/],
  ['This action is disabled on this account.', 'failed', /disabled trading for this account/],
  [
    'A rule of tomorrow: password=abcdef123456.',
    'completed',
    /^The exchange refused it: “A rule of tomorrow/,
  ],
])(
  'a refusal has its cause: %s',
  async (message, status, words) => {
    const { user, api_key } = await deployed('1000');
    await fault({ fault: 'refused', api_key, symbol: 'BTCUSDT', message });
    const done = await rebalanced(user);
    expect(done.status).toBe(status);
    expect(done.orders[0]).toMatchObject({ status: 'rejected', reason: expect.stringMatching(words) });
    expect(JSON.stringify(done)).not.toContain('abcdef123456');
  },
  120_000,
);
