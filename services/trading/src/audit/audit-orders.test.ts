// The audit finds each way in which our events and the exchange's ledger can differ.
import type { DeploymentEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { auditOrders, type LedgerAccount } from './audit-orders.ts';
import { readIntendedOrders } from './intended-orders.ts';

const ID = `tr${'a'.repeat(24)}`;
const ids = { userId: 'u', deploymentId: 'd', rebalanceId: 'r' };
const event = (type: DeploymentEvent['type'], data: object = {}): DeploymentEvent =>
  ({ type, data: { ...ids, clientOrderId: ID, ...data } }) as unknown as DeploymentEvent;

const intended = event('OrderIntended', { coin: 'BTC', side: 'buy', quantity: '0.01' });
const result = {
  exchangeOrderId: '1',
  filled: '0.01',
  quoteFilled: '500.1',
  fees: { BTC: '0.00001' },
  fillIds: ['2', '3'],
};
const filled = event('OrderFilled', result);
const unknown = event('OrderUnknown', { reason: 'time-out' });

const fill = (id: number, more: object = {}) => ({
  id,
  order_id: 1,
  client_order_id: ID,
  symbol: 'BTCUSDT',
  side: 'BUY',
  quantity: '0.00500000',
  quote: '250.05000000',
  fee: '0.00000500',
  fee_asset: 'BTC',
  ...more,
});
const account: LedgerAccount = {
  api_key: 'k'.repeat(64),
  balances: [
    { asset: 'USDT', free: '499.90000000', locked: '0.00000000' },
    { asset: 'BTC', free: '0.00999000', locked: '0.00000000' },
  ],
  deposits: [{ asset: 'USDT', amount: '1000.00000000' }],
  orders: [{ order_id: 1, client_order_id: ID, filled: '0.01000000', quote_filled: '500.10000000' }],
  fills: [fill(2), fill(3)],
  order_requests: { [ID]: 1 },
};
const empty: LedgerAccount = {
  ...account,
  orders: [],
  fills: [],
  balances: [{ asset: 'USDT', free: '1000.00000000', locked: '0.00000000' }],
};

const audit = (events: DeploymentEvent[], accounts: LedgerAccount[]) =>
  auditOrders(readIntendedOrders(events), accounts);

test('an order that both know alike is well, and so is one that neither has', () => {
  const started = event('RebalanceStarted');
  const completed = event('RebalanceCompleted');
  expect(audit([started, intended, filled, completed], [account])).toEqual({
    rebalances: { started: 1, ended: 1 },
    orders: 1,
    fills: 2,
    duplicates: [],
    orphans: [],
    open: [],
    differences: [],
    ok: true,
  });
  const absent = event('OrderResolved', { outcome: { found: false } });
  expect(audit([intended, unknown, absent], [empty]).ok).toBe(true);
  const resolved = event('OrderResolved', { outcome: { found: true, ...result } });
  expect(audit([intended, unknown, resolved], [account]).ok).toBe(true);
});

test('an order by the owner of the account is none of our business', () => {
  const own = { ...account, orders: account.orders.map((one) => ({ ...one, client_order_id: 'web_1' })) };
  expect(audit([], [{ ...own, order_requests: { web_1: 2 } }]).ok).toBe(true);
});

test.each<[string, DeploymentEvent[], LedgerAccount[], object]>([
  ['without an intent', [], [account], { orphans: [ID] }],
  [
    'there twice',
    [intended, filled],
    [account, { ...account, orders: account.orders }],
    { duplicates: [ID] },
  ],
  [
    'asked for twice',
    [intended, filled],
    [{ ...account, order_requests: { [ID]: 2 } }],
    { duplicates: [ID] },
  ],
  ['intended twice', [intended, intended, filled], [account], { duplicates: [ID] }],
  ['still unknown', [intended, unknown], [account], { open: [ID] }],
  ['never answered', [intended], [account], { open: [ID] }],
  [
    'filled here only',
    [intended, filled],
    [empty],
    { differences: [expect.stringMatching(/does not have it/)] },
  ],
  [
    'filled there only',
    [intended, event('OrderRejected', { by: 'exchange', reason: '' })],
    [account],
    { differences: [expect.stringMatching(/nothing was traded for us, 0.01/)] },
  ],
  [
    'of another quantity',
    [intended, event('OrderFilled', { ...result, filled: '0.010000000000000001' })],
    [account],
    { differences: [expect.stringMatching(/filled is 0.010000000000000001 here/)] },
  ],
  [
    'without one of its fills',
    [intended, event('OrderFilled', { ...result, fillIds: ['2'] })],
    [account],
    { differences: [expect.stringMatching(/fills are not the same/)] },
  ],
  [
    'with another fee',
    [intended, event('OrderFilled', { ...result, fees: {} })],
    [account],
    { differences: [expect.stringMatching(/fee in BTC is 0 here/)] },
  ],
])('an order %s is found', (_what, events, accounts, found) => {
  expect(audit(events, accounts)).toMatchObject({ ...found, ok: false });
});

test('money that is missing by one unit is found, and a fill that is there twice', () => {
  const [usdt, btc] = account.balances;
  if (!usdt || !btc) throw new Error('unreachable');
  const short = { ...account, balances: [{ ...usdt, free: '499.89999999' }, btc] };
  expect(audit([intended, filled], [short]).differences).toEqual([
    'account kkkkkkkk: 0.00000001 USDT are missing',
  ]);
  const twice = { ...account, fills: [fill(2), fill(2)] };
  expect(audit([intended, filled], [twice]).differences).toContain('fill BTCUSDT 2 is there twice');
});
