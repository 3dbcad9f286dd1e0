// Lists and figures of operators over real servers: from the events of several contexts to the answers, and after an erasure.
import { randomBytes, randomUUID } from 'node:crypto';
import {
  ADMINISTRATION_UPDATE_SUBJECT,
  type AdminMetrics,
  type AdminUser,
  type AggregateEvents,
  isRefusal,
  type MetricsPoint,
  messageOf,
  refusalText,
} from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import {
  masterSecretsOf,
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
import mongoose from 'mongoose';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AGGREGATES, type StoryFact } from '../fixtures/story-fact.ts';
import {
  CHAT_NAME,
  deletion,
  EMAIL,
  refund,
  registration,
  runErasure,
  USERNAME,
  userStory,
} from '../fixtures/user-story.ts';

const PREFIX = `test_${randomBytes(6).toString('hex')}`;
const NOW = new Date().toISOString();
const TODAY = NOW.slice(0, 10);

let events: EventServer;
let nc: NatsConnection;
let admin: ServiceProcess;
let client: RequestClient;
let commit: (facts: readonly StoryFact[]) => Promise<void>;

beforeAll(async () => {
  events = await startEventServer();
  nc = await events.connect();
  admin = await startServiceProcess(new URL('main.ts', import.meta.url), {
    NATS_URL: events.url,
    NATS_MONITORING_URL: events.monitoringUrl,
    MONGODB_URL: await sharedMongodbUrl(),
    MONGODB_PREFIX: PREFIX,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    MASTER_KEY,
  });
  client = openRequestClient(nc, openBlobs({ directory: '/nowhere' }));
  const sealing = await openDataKeys(nc, masterSecretsOf({ MASTER_KEY, MASTER_KEY_PREVIOUS: [] } as never));
  commit = async (facts) => {
    for (const { of, id, event } of facts) {
      const definition = AGGREGATES[of] as unknown as AggregateEvents<{
        type: string;
        data: Record<string, unknown>;
      }>;
      const asWritten = { stateVersion: 1, initial: null, evolve: () => null };
      const aggregates = openAggregates(
        { nc, log: silentLog, now: () => new Date() },
        { ...definition, ...asWritten, sealing },
      );
      await aggregates.execute(id, { commandId: randomUUID() }, () => [event as never]);
    }
  };
});

afterAll(async () => {
  await admin?.stop();
  await events?.stop();
});

type Name =
  | 'listUsers'
  | 'listPayments'
  | 'listTrading'
  | 'listStorage'
  | 'getOverview'
  | 'getUsage'
  | 'getMetrics';

const request = async (name: Name, input: object) =>
  client.request(messageOf(name), input as never, {
    userId: 'operator',
    commandId: randomUUID(),
    correlationId: 'test',
  });
const asked = async <Output = unknown>(name: Name, input: object = {}): Promise<Output> =>
  outputOf(await request(name, input)) as Output;

type Listed = { items: AdminUser[]; next_cursor: string | null; total: number };

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

describe('with one user', () => {
  // spec: admin.35
  test('every list and figure says what happened', async () => {
    await commit([...userStory('ada', NOW), ...userStory('bob', NOW).filter(({ of }) => of === 'account')]);
    await eventually(async () => {
      expect(await asked('listUsers')).toMatchObject([
        {
          ...{ user_id: 'ada', id: 'ada', email: EMAIL, username: USERNAME, email_verified: true },
          ...{ vut_credits: 9_600, tokens_used_today: 1_200, tokens_used_total: 1_200, locked: false },
        },
      ]);
      expect(await asked('listPayments')).toMatchObject([
        {
          ...{ id: 'order-of-ada', email: EMAIL, amount_usd: 10.5, credits_issued: 10_500 },
          ...{ pay_currency: 'btc', status: 'finished', refunded_at: null, held: null },
        },
      ]);
      expect(await asked('listTrading')).toMatchObject([
        {
          ...{ user_id: 'ada', username: USERNAME, has_api_keys: true, exchange_name: 'binance' },
          ...{ strategy_chat_name: CHAT_NAME, strategy_backtest_name: 'Lovelace one' },
          ...{ auto_rebalance_enabled: true, rebalance_interval_hours: 4, total_portfolio_value: 1_100 },
          ...{ positions_count: 1, active_deployments: 1 },
        },
      ]);
      expect(await asked('listStorage')).toEqual([
        { user_id: 'ada', username: USERNAME, bytes: 5_000, results: 1 },
      ]);
      expect(await asked('getOverview')).toMatchObject({
        usage: {
          ...{ total_users: 1, total_vut_credits: 19_200, total_tokens_used_today: 1_200 },
          ...{ cache_hit_rate: 0.4, top_users_by_usage: [{ username: USERNAME, total_tokens: 1_200 }] },
        },
        payments: {
          ...{ total_revenue: 10.5, revenue_today: 10.5, revenue_this_month: 10.5 },
          ...{ successful_payments: 1, pending_payments: 0, recent_payments: [{ id: 'order-of-ada' }] },
        },
        signups: { signups_today: 1, signups_this_month: 1 },
      });
      expect(await asked('getUsage')).toMatchObject({
        tokens_used_week: 1_200,
        tokens_used_this_month: 1_200,
      });
    });
  });

  test('metrics have a point for each hour and day', async () => {
    // Figures are a read model of their own.
    await eventually(async () => {
      const { points, conversion } = await asked<AdminMetrics>('getMetrics', {
        from: TODAY,
        to: TODAY,
        step: 'hour',
      });
      expect(points).toHaveLength(24);
      expect(points[0]?.at).toBe(`${TODAY}T00:00:00.000Z`);
      const sum = (name: Exclude<keyof MetricsPoint, 'at'>) =>
        points.reduce((total, point) => total + point[name], 0);
      expect([
        sum('signups'),
        sum('revenue_usd'),
        sum('runs'),
        sum('failed_runs'),
        sum('rebalances'),
      ]).toEqual([1, 10.5, 1, 1, 1]);
      expect(conversion).toEqual({
        ...{ registered: 1, verified: 1, first_run: 1, first_purchase: 1, first_rebalance: 1 },
      });
      const byDay = await asked<AdminMetrics>('getMetrics', { from: TODAY, to: TODAY });
      expect(byDay.points).toMatchObject([{ signups: 1, revenue_usd: 10.5, input_tokens: 1_000 }]);
    });
  });

  test.each([
    ['2026-01-02', '2026-01-01', 'day', 'The start date must not be after the end date'],
    ['2026-01-01', '2026-02-01', 'hour', 'By hour, at most 31 days can be shown'],
    ['2024-01-01', '2026-01-01', 'day', 'By day, at most 731 days can be shown'],
  ])('metrics from %s to %s by %s are refused: %s', async (from, to, step, text) => {
    const refused = await request('getMetrics', { from, to, step });
    expect(isRefusal(refused) && refusalText(refused)).toBe(text);
  });

  test('a search finds by address, name, id and order, whole or as a beginning', async () => {
    for (const search of ['ADA.love', EMAIL, 'ada_LOVELACE', 'ada'])
      expect(await asked('listUsers', { search }), search).toHaveLength(1);
    for (const search of ['order-of', 'ada.lovelace', 'ada'])
      expect(await asked('listPayments', { search }), search).toHaveLength(1);
    expect(await asked('listTrading', { search: 'ada_' })).toHaveLength(1);
    for (const search of ['.*', 'lovelace', '$gt', 'zoe'])
      expect(await asked('listUsers', { search }), search).toEqual([]);
  });

  // spec: admin.37
  test('all accounts are of the free tier', async () => {
    for (const tier of ['', 'free', 'default'])
      expect(await asked('listUsers', { tier_filter: tier })).toHaveLength(1);
    expect(await asked('listUsers', { tier_filter: 'pro', cursor: '' })).toEqual({
      ...{ items: [], next_cursor: null, total: 0 },
    });
  });

  test('an update says that something has changed', async () => {
    const updates = nc.subscribe(ADMINISTRATION_UPDATE_SUBJECT, { max: 1 });
    await nc.flush();
    await commit(registration('cy', NOW, 'cy@example.org', 'cy'));
    for await (const update of updates)
      expect(update.json()).toEqual({ topic: 'administration', backtest_id: null });
    await eventually(async () => expect(await asked('listUsers')).toHaveLength(2));
  });
});

describe('an erased user', () => {
  // spec: admin.45
  test('is in no list, and none of its words is in the database', async () => {
    await commit([
      ...refund('ada', 'order-of-ada', NOW),
      deletion('ada', NOW),
      // The words of a run go with it: backtest erases each run of a deleted account.
      runErasure('ada', NOW),
    ]);
    await eventually(async () => {
      expect(await asked('listUsers')).toMatchObject([{ user_id: 'cy' }]);
      expect(await asked('listTrading')).toMatchObject([{ user_id: 'cy', has_api_keys: false }]);
      expect(await asked('listPayments')).toMatchObject([
        { id: 'order-of-ada', email: '', username: '', status: 'finished', refunded_at: expect.any(String) },
      ]);
      expect(await asked('getOverview')).toMatchObject({
        usage: { total_users: 1, total_vut_credits: 9_600, top_users_by_usage: [] },
        payments: { total_revenue: 0, revenue_today: 0, successful_payments: 0 },
        signups: { signups_today: 1 },
      });
    });
    const mongo = await mongoose
      .createConnection(await sharedMongodbUrl(), { dbName: `${PREFIX}_admin` })
      .asPromise();
    await eventually(async () => {
      const collections = await mongo.db?.listCollections().toArray();
      const texts: string[] = [];
      for (const { name } of collections ?? []) {
        const documents = await mongo.db?.collection(name).find({}, { raw: true }).toArray();
        for (const raw of documents ?? [])
          texts.push(Buffer.from(raw as unknown as Uint8Array).toString('latin1'));
      }
      expect(texts.length).toBeGreaterThan(5);
      expect(texts.join('\n').toLowerCase()).not.toContain('lovelace');
    });
    await mongo.close();
  });
});

describe('pages', () => {
  const names = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'];

  beforeAll(async () => {
    // All tie in when they registered; two have never been seen.
    for (const name of names)
      await commit(
        registration(name, NOW, `${name}@example.org`, name).slice(0, ['p3', 'p6'].includes(name) ? 2 : 3),
      );
    // The total has a read model of its own.
    await eventually(async () =>
      expect(await asked('listUsers', { cursor: '' })).toMatchObject({
        items: { length: names.length + 1 },
        total: names.length + 1,
      }),
    );
  });

  const walk = async (input: object) => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Listed = await asked<Listed>('listUsers', { ...input, limit: 2, cursor });
      seen.push(...page.items.map(({ user_id }) => user_id));
      expect(page.total).toBe(names.length + 1);
      cursor = page.next_cursor;
    }
    return seen;
  };

  test.each(['created_at', 'email', 'username', 'vut_credits', 'tokens_used_total', 'last_seen_at'])(
    'sorted by %s, with ties and nulls, they have everybody once, in both directions',
    async (sort) => {
      const up = await walk({ sort, direction: 'asc' });
      const down = await walk({ sort, direction: 'desc' });
      expect(up.toSorted()).toEqual(['cy', ...names]);
      expect(down).toEqual(up.toReversed());
      const byOffset = await asked<AdminUser[]>('listUsers', { sort, direction: 'asc', offset: 3, limit: 3 });
      expect(byOffset.map(({ user_id }) => user_id)).toEqual(up.slice(3, 6));
    },
  );

  // spec: admin.36
  test('those without a value come first upwards, and last downwards', async () => {
    expect((await walk({ sort: 'last_seen_at', direction: 'asc' })).slice(0, 2)).toEqual(['p3', 'p6']);
  });

  // spec: admin.36
  test('a forged cursor is refused', async () => {
    for (const cursor of [
      'x',
      Buffer.from('{"a":1}').toString('base64url'),
      Buffer.from('[{},""]').toString('base64url'),
    ]) {
      const refused = await request('listUsers', { cursor });
      expect(isRefusal(refused) && refused.refused).toBe('LIST_PLACE_INVALID');
    }
  });

  test('filters count what they match', async () => {
    expect(await asked('listUsers', { verified: 'false', cursor: '' })).toMatchObject({
      items: [],
      total: 0,
    });
    expect(await asked('listUsers', { locked: 'false', cursor: '', limit: 1 })).toMatchObject({ total: 8 });
    expect(await asked('listUsers', { role: 'admin' })).toEqual([]);
    expect(await asked('listPayments', { status_filter: 'refunded', cursor: '' })).toMatchObject({
      total: 1,
    });
    expect(await asked('listPayments', { status_filter: 'pending' })).toEqual([]);
  });
});
