// Operators read one account over real servers: its page, timeline, ledger, runs and orders, before and after its erasure.
import { randomBytes } from 'node:crypto';
import {
  type AccountEvent,
  type AggregateEvents,
  authEvents,
  backtestEvents,
  creditsEvents,
  type DeploymentEvent,
  entriesOf,
  fromVut,
  isRefusal,
  type LedgerBalance,
  type MoneyFact,
  messageOf,
  NO_MANDATE,
  type PaymentEvent,
  type RunEvent,
  tradingEvents,
  type UserEvent,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import {
  type DataKeys,
  openBlobs,
  openDataKeys,
  openRequestClient,
  outputOf,
  type RequestClient,
} from '@tradeium/service-kit';
import {
  type EventServer,
  MASTER_KEY,
  type ServiceProcess,
  sharedMongodbUrl,
  silentLog,
  startEventServer,
  startServiceProcess,
} from '@tradeium/testing';
import mongoose, { type Connection } from 'mongoose';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const PREFIX = `test_${randomBytes(6).toString('hex')}`;
const AT = '2026-03-01T12:00:00.000Z';
/** In everything that the user chose or wrote. */
const WORD = 'zebrafish';
const user = 'ada';

let events: EventServer;
let nc: NatsConnection;
let admin: ServiceProcess;
let client: RequestClient;
let keys: DataKeys;
let database: Connection;

beforeAll(async () => {
  events = await startEventServer();
  nc = await events.connect();
  const url = await sharedMongodbUrl();
  database = await mongoose.createConnection(url, { dbName: `${PREFIX}_admin` }).asPromise();
  keys = await openDataKeys(nc, [MASTER_KEY]);
  admin = await startServiceProcess(new URL('main.ts', import.meta.url), {
    NATS_URL: events.url,
    NATS_MONITORING_URL: events.monitoringUrl,
    MONGODB_URL: url,
    MONGODB_PREFIX: PREFIX,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    MASTER_KEY,
  });
  client = openRequestClient(nc, openBlobs({ directory: '/nowhere' }));
});

afterAll(async () => {
  await admin?.stop();
  await database?.dropDatabase();
  await database?.close();
  await events?.stop();
});

let commands = 0;
const nextId = () => {
  commands += 1;
  return `command-${commands}`;
};
const context = () => ({ userId: 'operator', commandId: nextId(), correlationId: 'test' });

/** Everything at one instant, so that all entries of a timeline tie. */
const write = <Event extends { type: string; data: object }>(
  aggregate: AggregateEvents<Event>,
  id: string,
  ...written: Event[]
) =>
  openAggregates({ nc, log: silentLog, now: () => new Date(AT) }, {
    ...aggregate,
    sealing: keys,
    stateVersion: 1,
    initial: null,
    evolve: () => null,
  } as never).execute(id, { commandId: nextId(), userId: user }, () => written as never);

const money = (fact: MoneyFact, available: number, reserved = 0): AccountEvent =>
  ({
    ...fact,
    data: {
      ...fact.data,
      entries: entriesOf(fact),
      balance: { available: fromVut(available), reserved: fromVut(reserved) } satisfies LedgerBalance,
    },
  }) as AccountEvent;

const accounts = creditsEvents.account as AggregateEvents<AccountEvent>;
const users = authEvents.user as unknown as AggregateEvents<UserEvent>;
const runs = backtestEvents.run as unknown as AggregateEvents<RunEvent>;
const settings = {
  ...{ portfolio: ['BTC', 'ETH'], timeframe: '24h' as const, fees: 0.001 },
  ...{ start_date: '2024-01-01', end_date: '2024-03-31' },
};

const register = (userId: string, email: string, username: string) =>
  write(users, userId, {
    type: 'UserRegistered',
    data: { userId, email, username, passwordHash: 'hash', registeredAt: AT },
  });

const startRun = (runId: string) =>
  write(runs, runId, {
    type: 'RunStarted',
    data: {
      ...{ runId, chatId: 'c1', userId: user, strategyFilename: `${WORD}.py`, strategyVersion: 1 },
      ...{ code: 'a'.repeat(64), privateStrategyId: null, parameters: {}, settings },
    },
  });

const failRun = (runId: string) =>
  write(runs, runId, {
    type: 'RunFailed',
    data: {
      ...{ runId, chatId: 'c1', userId: user, strategyError: `${WORD} is not defined`, line: 3 },
      ...{ refusal: null, report: null, computeMs: 5 },
    },
  });

const buy = async () => {
  const paymentId = 'pay-1';
  const purchase = { paymentId, accountId: user, amountUsdCents: 1_000, credits: fromVut(10_000) };
  const payments = creditsEvents.payment as AggregateEvents<PaymentEvent>;
  await write(
    payments,
    paymentId,
    { type: 'InvoiceRequested', data: { ...purchase, requestedAt: AT } },
    { type: 'InvoiceFailed', data: { paymentId } },
    { type: 'PaymentSettled', data: { ...purchase, providerPaymentId: '1' } },
  );
  const granted: MoneyFact = {
    type: 'CreditsGranted',
    data: {
      ...{ accountId: user, operationId: `payment:${paymentId}`, amount: fromVut(10_000) },
      ...{ source: 'payments', reason: 'purchase' },
    },
  };
  await write(accounts, user, money(granted, 10_000));
};

const trade = async () => {
  const ids = { userId: user, deploymentId: 'dep-1' };
  const order = { ...ids, rebalanceId: 'reb-1', clientOrderId: 'order-1' };
  const deployments = tradingEvents.deployment as unknown as AggregateEvents<DeploymentEvent>;
  await write(
    deployments,
    'dep-1',
    {
      type: 'DeploymentCreated',
      data: {
        ...{ ...ids, chatId: 'c1', runId: 'run-1', folderName: `${WORD} folder`, displayName: WORD },
        ...{
          mode: 'paper',
          exchange: 'binance',
          isTestnet: false,
          codeSha256: null,
          privateStrategyId: null,
          parameters: {},
        },
        ...{ settings, paperCapital: 1_000, mandate: NO_MANDATE, createdAt: AT },
      },
    },
    {
      type: 'RebalanceStarted',
      data: { ...ids, rebalanceId: 'reb-1', kind: 'manual', barClose: AT, startedAt: AT },
    },
    {
      type: 'OrderIntended',
      data: {
        ...{ ...order, leg: 'buy-1', coin: 'BTC', side: 'buy', quantity: '0.5', price: '100' },
        ...{ notional: '50', limitPrice: '101', at: AT, sentBy: '' },
      },
    },
    {
      type: 'OrderFilled',
      data: { ...order, exchangeOrderId: 'ex-77', filled: '0.5', quoteFilled: '50', fees: {}, fillIds: [] },
    },
  );
};

const chat: WorkspaceEvent = {
  type: 'ChatCreated',
  data: {
    userId: user,
    chatId: 'c1',
    localId: 1,
    name: `${WORD} chat`,
    conversationId: 'v1',
    private: false,
  },
};

const pageOf = async (id: string) => outputOf(await client.request(messageOf('getUser'), { id }, context()));

type Timeline = { items: { id: string; text: string }[]; next_cursor: string | null };

/** The whole timeline, read in pages of this size. */
const timelineOf = async (limit: number) => {
  const all: { id: string; text: string }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const input: { id: string; limit: number; cursor: string } = { id: user, limit, cursor };
    const page: Timeline = outputOf(await client.request(messageOf('getUserTimeline'), input, context()));
    expect(page.items.length).toBeLessThanOrEqual(limit);
    all.push(...page.items);
    cursor = page.next_cursor;
  }
  return all;
};

const settled = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

test('nobody has a page but who was registered', async () => {
  const missing = await client.request(messageOf('getUser'), { id: 'nobody' }, context());
  expect(isRefusal(missing) && missing.refused).toBe('USER_NOT_FOUND');
});

// spec: admin.44
test('an account shows in all its lists', async () => {
  await register(user, `${WORD}@example.org`, WORD);
  await register('bob', 'bob@example.org', 'bob');
  await write(backtestEvents.workspace as unknown as AggregateEvents<WorkspaceEvent>, user, chat);
  await buy();
  await trade();
  for (const run of ['run-1', 'run-2', 'run-3']) await startRun(run);
  await failRun('run-1');
  await settled(async () => {
    const { items } = (await listRuns({ cursor: '' })) as { items: { status: string }[] };
    expect(items.map(({ status }) => status).toSorted()).toEqual(['failed', 'running', 'running']);
    const page = await pageOf(user);
    expect([page.balance.entries, page.user.vut_credits]).toEqual([1, 10_000]);
    expect((await pageOf(user)).deployments).toHaveLength(1);
    expect(await listOrders({ search: 'ex-7' })).toHaveLength(1);
    expect((await timelineOf(100)).length).toBe(14);
  });
  expect(await pageOf(user)).toMatchObject({
    user: { username: WORD, email: `${WORD}@example.org`, vut_credits: 10_000, erased_at: null },
    balance: { available: 10_000, bought: 10_000, granted: 0, owed: 0, paid_usd: 10, adds_up: true },
    deployments: [{ id: 'dep-1', mode: 'paper', chat_name: `${WORD} chat`, folder_name: `${WORD} folder` }],
  });
  expect(await listRuns({ search: 'run-1' })).toMatchObject([
    { strategy: `${WORD}.py`, failure: `${WORD} is not defined`, line: 3, chat_name: `${WORD} chat` },
  ]);
  expect(await listOrders({ search: 'order-' })).toMatchObject([
    { id: 'order-1', mode: 'paper', kind: 'manual', status: 'filled', exchange_order_id: 'ex-77' },
  ]);
  const ledger = await client.request(messageOf('getUserLedger'), { id: user }, context());
  expect(outputOf(ledger)).toMatchObject({
    items: [{ operation_type: 'grant', description: 'purchase', available_change: 10_000 }],
    next_cursor: null,
  });
});

const listRuns = async (input: object) =>
  outputOf(await client.request(messageOf('listAllRuns'), input as never, context()));
const listOrders = async (input: object) =>
  outputOf(await client.request(messageOf('listAllOrders'), input as never, context()));

test('pages go on where the last one ended, also among entries of one instant', async () => {
  const whole = await timelineOf(100);
  expect(whole.map(({ text }) => text)).toContain('Bought 10,000 VUT for 10 USD');
  for (const limit of [1, 2, 5]) expect(await timelineOf(limit)).toEqual(whole);
  const first = (await listRuns({ limit: 2, cursor: '' })) as {
    items: { id: string }[];
    next_cursor: string;
    total: number;
  };
  const second = (await listRuns({ limit: 2, cursor: first.next_cursor })) as typeof first;
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(['run-3', 'run-2', 'run-1']);
  expect([first.total, second.next_cursor]).toEqual([3, null]);
});

test.each(['getUserTimeline', 'getUserLedger'] as const)(
  '%s refuses a cursor of its reader',
  async (name) => {
    const answer = await client.request(messageOf(name), { id: user, cursor: 'xyz' } as never, context());
    expect(isRefusal(answer) && answer.refused).toBe('LIST_PLACE_INVALID');
  },
);

test.each([
  [`  ${WORD.toUpperCase()}@EX`, ['user']],
  [WORD.slice(0, 4), ['user']],
  ['pay-', ['payment']],
  ['run-2', ['run']],
  ['ex-77', ['order']],
  ['dep-1', ['deployment']],
  ['nothing at all', []],
])('a search for “%s” finds %s', async (q, kinds) => {
  const { hits } = outputOf(await client.request(messageOf('searchEverything'), { q: q.trim() }, context()));
  expect(hits.map(({ kind }) => kind)).toEqual(kinds);
});

/** Everything that the service's database holds. */
const storedBytes = async (): Promise<string> => {
  const collections = await database.db?.listCollections().toArray();
  const texts = (collections ?? []).map(async ({ name }) =>
    JSON.stringify(await database.collection(name).find().toArray()),
  );
  return (await Promise.all(texts)).join('').toLowerCase();
};

// spec: admin.45
test('nothing that an erased user wrote is left, and the page still answers', async () => {
  expect(await storedBytes()).toContain(WORD);
  await keys.destroy(user);
  await write(users, user, { type: 'UserDeleted', data: { userId: user, deletedAt: AT } });
  await write(backtestEvents.workspace as unknown as AggregateEvents<WorkspaceEvent>, user, {
    type: 'WorkspaceErased',
    data: { userId: user, chatIds: ['c1'] },
  });
  for (const runId of ['run-1', 'run-2', 'run-3'])
    await write(runs, runId, { type: 'RunErased', data: { runId, chatId: 'c1', userId: user } });
  await settled(async () => expect(await storedBytes()).not.toContain(WORD));
  expect(await pageOf(user)).toMatchObject({
    user: { username: '', email: '', erased_at: AT },
    balance: { adds_up: true },
    deployments: [{ chat_name: '', folder_name: '' }],
  });
  expect(await listRuns({ search: 'run-1' })).toMatchObject([
    { status: 'erased', strategy: '', failure: null, username: '', line: 3 },
  ]);
  expect((await timelineOf(3))[0]?.text).toBeDefined();
  expect(JSON.stringify(await timelineOf(100))).not.toContain(WORD);
});
