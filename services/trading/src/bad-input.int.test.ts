// Live trading meets bad accounts, clocks and people: a clear end, nothing half done, no order twice; and what is found hourly.
import { createHmac } from 'node:crypto';
import { fromVut, MESSAGES } from '@tradeium/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningTrading, startRunningTrading, type TradingUser } from '../fixtures/running-trading.ts';

let system: RunningTrading;
beforeAll(async () => {
  system = await startRunningTrading();
});
afterEach(async () => {
  await fetch(`${system.exchangeUrl}/faults`, { method: 'DELETE' });
  Object.assign(system.tested, { weights: { BTC: 0.6, ETH: 0.3 }, failure: null, privateStrategyId: null });
});
afterAll(async () => system?.stop());

type Account = {
  readonly user: TradingUser;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The exchange's number of it. */
  readonly uid: number;
};
type LedgerLine = { readonly client_order_id: string; readonly status: string };
type LedgerAccount = {
  readonly orders: readonly LedgerLine[];
  readonly order_requests: Readonly<Record<string, number>>;
  readonly balances: readonly { readonly asset: string; readonly free: string }[];
};

const fault = (body: object) => system.exchange('/faults', body);

const ledgerOf = async ({ apiKey }: Account): Promise<LedgerAccount> => {
  const { accounts } = (await system.exchange(`/ledger?api_key=${apiKey}`)) as { accounts: LedgerAccount[] };
  return accounts[0] as LedgerAccount;
};

const PATIENCE = { timeout: 60_000 };

let users = 0;
/** A user with connected keys of an account at the exchange. */
const connected = async (capital_usdt = 1_000, coins = {}): Promise<Account> => {
  users += 1;
  const uid = 1_000 + users;
  const opened = await system.exchange('/play-accounts', { capital_usdt, coins, uid });
  const { api_key, api_secret } = opened as { api_key: string; api_secret: string };
  const user = await system.openUser(`owner${users}`);
  await user.must('saveApiKeys', { exchange: 'binance', api_key, api_secret, is_testnet: false });
  return { user, apiKey: api_key, apiSecret: api_secret, uid };
};

const deployed = async (...how: Parameters<typeof connected>): Promise<Account> => {
  const account = await connected(...how);
  expect(await account.user.deploy({ mode: 'live' })).toMatchObject({ mode: 'live', status: 'active' });
  return account;
};

const rebalance = ({ user }: Account) => user.must('rebalanceNow', { id: user.chatId });
const firstOrderOf = (account: Account) =>
  vi.waitFor(
    async () => expect(Object.keys((await ledgerOf(account)).order_requests)).toHaveLength(1),
    20_000,
  );
const statusOf = ({ user }: Account) => user.must('getDeploymentStatus', { id: user.chatId });

/** A request of the owner's own, past the program. */
const order = async (
  { apiKey, apiSecret }: Account,
  parameters: Record<string, string>,
): Promise<unknown> => {
  const { now } = (await system.exchange('/clock')) as { now: number };
  const text = new URLSearchParams({ ...parameters, timestamp: String(now) }).toString();
  const signature = createHmac('sha256', apiSecret).update(text).digest('hex');
  const response = await fetch(`${system.exchangeUrl}/api/v3/order`, {
    method: 'POST',
    headers: { 'x-mbx-apikey': apiKey, 'content-type': 'application/x-www-form-urlencoded' },
    body: `${text}&signature=${signature}`,
  });
  expect(response.status).toBe(200);
  return response.json();
};
const RESTING = { type: 'LIMIT', timeInForce: 'GTC' };

const priceOf = async (symbol: string): Promise<number> => {
  const { price } = (await system.exchange(`/api/v3/ticker/price?symbol=${symbol}`)) as { price: string };
  return Number(price);
};

describe('a live deployment is refused, and none is there', () => {
  // spec: trading.53
  test.each([
    ['no-trade-right', 'API_KEYS_CANNOT_TRADE'],
    ['revoked-keys', 'API_KEYS_WRONG'],
  ])('when its keys have %s by now', async (name, refused) => {
    const { user, apiKey } = await connected();
    await fault({ fault: name, api_key: apiKey });
    expect(await user.deploy({ mode: 'live' })).toMatchObject({ refused });
    expect(await user.must('getCurrentDeployment', {})).toBeNull();
    expect(await user.must('listDeployments', {})).toEqual([]);
  });
});

describe('keys of a live deployment', () => {
  const openedFor = async (uid: number) => {
    const opened = await system.exchange('/play-accounts', { capital_usdt: 500, uid });
    const { api_key, api_secret } = opened as { api_key: string; api_secret: string };
    return { exchange: 'binance', api_key, api_secret, is_testnet: false };
  };

  // spec: trading.59
  test('are replaced by others of the same account only; where the exchange does not say, its user confirms', async () => {
    users += 1;
    const user = await system.openUser(`owner${users}`);
    await user.must('saveApiKeys', await openedFor(41));
    await user.deploy({ mode: 'live' });
    expect(await user.ask('saveApiKeys', await openedFor(42))).toMatchObject({
      refused: 'API_KEYS_OF_ANOTHER_ACCOUNT',
    });
    const again = await openedFor(41);
    expect(await user.must('saveApiKeys', again)).toMatchObject({ exchange: 'binance' });
    await fault({ fault: 'no-uid' });
    const third = await openedFor(41);
    expect(await user.ask('saveApiKeys', third)).toMatchObject({ refused: 'API_KEYS_ACCOUNT_UNKNOWN' });
    expect(await user.must('getApiKeys', { exchange: 'binance' })).toMatchObject({
      key_prefix: `${again.api_key.slice(0, 4)}…`,
    });
    await user.must('saveApiKeys', { ...third, is_same_account: true });
    expect(await user.must('getApiKeys', { exchange: 'binance' })).toMatchObject({
      key_prefix: `${third.api_key.slice(0, 4)}…`,
    });
  });
});

describe('a rebalance', () => {
  // spec: trading.63
  test('whose keys may not trade any more fails after one order, and says so', async () => {
    const account = await deployed();
    await fault({ fault: 'no-trade-right', api_key: account.apiKey });
    const failed = await rebalance(account);
    expect(failed).toMatchObject({
      status: 'failed',
      vut_cost: 0,
      orders: [{ status: 'rejected' }],
      unsent: [{ side: 'buy' }],
    });
    expect(failed.detail).toBe('These API keys may not trade. Allow spot trading for them at the exchange.');
    expect(Object.values((await ledgerOf(account)).order_requests)).toEqual([1]);
  });

  // spec: trading.64
  test('continues by the exchange’s clock when one of the clocks was changed', async () => {
    const account = await deployed();
    await fault({ fault: 'clock-skew', number: 60_000 });
    const done = await rebalance(account);
    expect(done.orders.map(({ status }) => status)).toEqual(['filled', 'filled']);
    expect(done.status).toBe('completed');
    expect(Object.values((await ledgerOf(account)).order_requests)).toEqual([1, 1]);
  });

  // spec: trading.65
  test('whose money is withdrawn under way says which orders the exchange refused, and the next one buys nothing', async () => {
    const account = await deployed();
    await fault({ fault: 'slow', number: 2_500, api_key: account.apiKey });
    const running = rebalance(account);
    await firstOrderOf(account);
    const withdrawal = { api_key: account.apiKey, asset: 'USDT', amount: '999', is_withdrawal: true };
    expect(await system.exchange('/deposits', withdrawal)).toEqual({});
    const done = await running;
    expect(done.orders.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(done.orders[0]?.reason).toMatch(/^The account had too little left for it/);
    expect(done).toMatchObject({
      ...{ status: 'failed', vut_cost: 0 },
      detail: 'The exchange accepted none of the orders. Each one shows its reason.',
    });
    const next = await rebalance(account);
    expect(next).toMatchObject({ status: 'completed', orders: [], vut_cost: 0 });
    expect(next.skipped.map(({ coin }) => coin).sort()).toEqual(['BTC', 'ETH']);
    expect((await ledgerOf(account)).orders).toEqual([]);
  });

  test('keeps its keys while it is rebalanced: an order must be looked up where it was sent', async () => {
    const account = await deployed();
    const on = 'POST /api/v3/order';
    await fault({ fault: 'slow', number: 2_000, on, api_key: account.apiKey });
    const running = rebalance(account);
    await firstOrderOf(account);
    const { api_key, api_secret } = (await system.exchange('/play-accounts', {
      capital_usdt: 1_000,
      coins: {},
      uid: account.uid,
    })) as Record<string, string>;
    const keys = {
      exchange: 'binance',
      api_key: `${api_key}`,
      api_secret: `${api_secret}`,
      is_testnet: false,
    };
    expect(await account.user.ask('saveApiKeys', keys)).toMatchObject({ refused: 'REBALANCE_IN_PROGRESS' });
    expect(await running).toMatchObject({ status: 'completed' });
    expect(await account.user.must('saveApiKeys', keys)).toMatchObject({ is_testnet: false });
  });

  // spec: trading.66
  test('leaves out coins that an order of the owner’s locks, and leaves that order alone', async () => {
    const account = await deployed(500, { BTC: 0.01 });
    const price = ((await priceOf('BTCUSDT')) * 1.5).toFixed(2);
    await order(account, { ...RESTING, symbol: 'BTCUSDT', side: 'SELL', quantity: '0.01', price });
    system.tested.weights = { BTC: 0, ETH: 0.2 };
    const done = await rebalance(account);
    expect(done.status).toBe('completed');
    expect(done.skipped).toMatchObject([{ coin: 'BTC', side: 'sell', reason: 'locked' }]);
    expect(done.orders).toMatchObject([{ coin: 'ETH', side: 'buy', status: 'filled' }]);
    expect((await ledgerOf(account)).orders.map(({ status }) => status)).toEqual(['NEW', 'FILLED']);
    expect(await statusOf(account)).toMatchObject({ status: 'active' });
  });

  // spec: trading.67
  test('while the exchange is down fails and costs nothing, hour after hour; then the next one trades', async () => {
    const account = await deployed();
    const { user } = account;
    await user.must('switchAutoRebalanceOn', { id: user.chatId });
    const { id } = (await user.must('getCurrentDeployment', {})) ?? { id: '' };
    await fault({ fault: 'maintenance' });
    await system.becomeDue(user.userId, id);
    await system.exchange('/clock', { advance_ms: 3_600_000 });
    await vi.waitFor(
      async () =>
        expect(await user.must('listRebalances', { id: user.chatId })).toMatchObject([
          {
            ...{ kind: 'scheduled', status: 'failed', orders: [], vut_cost: 0 },
            detail: 'The exchange does not answer at the moment. Please try again.',
          },
        ]),
      PATIENCE,
    );
    expect(await statusOf(account)).toMatchObject({ status: 'active', enabled: true });
    await fetch(`${system.exchangeUrl}/faults`, { method: 'DELETE' });
    const done = await rebalance(account);
    expect(done).toMatchObject({ status: 'completed', vut_cost: 50 });
    expect(Object.values((await ledgerOf(account)).order_requests)).toEqual([1, 1]);
    await system.exchange('/clock', { now: Date.now() });
  });
});

/** All credits are held by work under way, and the grant that they came from was taken back. */
const owing = async (userId: string, vut: number): Promise<void> => {
  const account = { accountId: userId, operationId: `work:${userId}` };
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const work = { ...account, amount: fromVut(vut), purpose: 'chat', expiresAt };
  await system.request(MESSAGES.reserveCredits, work, userId);
  const reversal = {
    ...account,
    operationId: `reversal:${userId}`,
    grant: `gift:${userId}`,
    reason: 'mistake',
  };
  await system.request(MESSAGES.reverseGrant, reversal, userId);
};

// spec: trading.50
test.each([
  ['without credits', 'poor', 49, 0, /^Insufficient VUT credits\. Please top up/],
  ['of a user who owes credits', 'owing', 100, 100, /are still to be paid back: 100 VUT\./],
])(
  'a due rebalance %s sends nothing, says so, and the schedule stays on',
  async (_, name, vut, owed, text) => {
    const user = await system.openUser(name, vut);
    if (owed > 0) await owing(name, owed);
    const opened = await system.exchange('/play-accounts', { capital_usdt: 1_000, uid: 900 + vut });
    const { api_key, api_secret } = opened as { api_key: string; api_secret: string };
    await user.must('saveApiKeys', { exchange: 'binance', api_key, api_secret, is_testnet: false });
    const { id } = (await user.deploy({ mode: 'live' })) as { id: string };
    await user.must('switchAutoRebalanceOn', { id: user.chatId });
    await system.becomeDue(user.userId, id);
    await vi.waitFor(
      async () =>
        expect(await user.must('listRebalances', { id: user.chatId })).toMatchObject([
          {
            ...{ kind: 'scheduled', status: 'failed', orders: [], vut_cost: 0 },
            detail: expect.stringMatching(text),
          },
        ]),
      PATIENCE,
    );
    expect(await user.must('getDeploymentStatus', { id: user.chatId })).toMatchObject({ enabled: true });
    expect(await system.balance(name)).toMatchObject({ reserved: fromVut(owed), spent: 0 });
  },
);

// spec: trading.68
test('a result of a private strategy is traded without its source ever being here', async () => {
  system.tested.privateStrategyId = 'trendbot_2_0';
  const user = await system.openUser('private');
  const before = await system.storedText('KV_DEPLOYED_CODE');
  expect(await user.deploy()).toMatchObject({ mode: 'paper', status: 'active' });
  expect(await user.must('rebalanceNow', { id: user.chatId })).toMatchObject({ status: 'completed' });
  expect(await system.storedText('KV_DEPLOYED_CODE')).toBe(before);
});

describe('every hour', () => {
  // spec: trading.69
  test('external changes are taken over and reported; an unknown open order of ours pauses only its deployment', async () => {
    const [calm, strayed] = [await deployed(), await deployed()];
    for (const account of [calm, strayed]) await rebalance(account);
    await system.exchange('/deposits', { api_key: calm.apiKey, asset: 'USDT', amount: '250' });
    const price = ((await priceOf('BTCUSDT')) * 0.5).toFixed(2);
    const newClientOrderId = `tr${'abcd2345'.repeat(3)}`;
    const stray = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.001', price, newClientOrderId };
    await order(strayed, { ...RESTING, ...stray });
    await order(calm, { ...RESTING, ...stray, newClientOrderId: 'my-own-order' });

    expect(await system.reconcileAll()).toMatchObject({ failed: 0 });

    const entries = await calm.user.must('listActivity', {});
    expect(entries.find(({ action_type }) => action_type === 'external_change')?.detail).toContain(
      '+250.00 USDT',
    );
    expect(await statusOf(calm)).toMatchObject({ status: 'active' });
    expect((await ledgerOf(calm)).orders.at(-1)).toMatchObject({ status: 'NEW' });

    expect(await statusOf(strayed)).toMatchObject({
      status: 'paused',
      status_reason: expect.stringContaining(newClientOrderId),
    });
    expect((await ledgerOf(strayed)).orders.at(-1)).toMatchObject({
      client_order_id: newClientOrderId,
      status: 'CANCELED',
    });
    expect(await strayed.user.ask('rebalanceNow', { id: strayed.user.chatId })).toMatchObject({
      refused: 'DEPLOYMENT_PAUSED',
    });
    await strayed.user.must('resumeDeployment', { id: strayed.user.chatId });
    expect(await rebalance(strayed)).toMatchObject({ status: 'completed' });

    // Looks again within the hour and sees other figures, as a repeated attempt does.
    await system.exchange('/deposits', { api_key: calm.apiKey, asset: 'USDT', amount: '50' });
    expect(await system.reconcileAll()).toMatchObject({ failed: 0 });
  });

  test('a deployment whose exchange does not answer does not hold up the others, and is not paused', async () => {
    const [away, fine] = [await deployed(), await deployed()];
    await fault({ fault: 'revoked-keys', api_key: away.apiKey });
    expect(await system.reconcileAll()).toMatchObject({ failed: 1 });
    expect(await statusOf(away)).toMatchObject({ status: 'active', portfolio_value_usdt: null });
    expect((await statusOf(fine)).portfolio_value_usdt).toBeCloseTo(1_000, 0);
  });
});
