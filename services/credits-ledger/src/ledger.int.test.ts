// The credits ledger as it runs, over real servers: nothing is granted twice, nothing is spent that is not there.
import {
  fromVut,
  isRefusal,
  MESSAGES,
  type MicroVut,
  messageOf,
  type Refusal,
  type UserEvent,
  WELCOME_CREDITS_VUT,
} from '@tradeium/contracts';
import { type Aggregates, openAggregates } from '@tradeium/event-store';
import {
  type Answer,
  type KnownWrites,
  openBlobs,
  openRequestClient,
  outputOf,
  type RequestClient,
} from '@tradeium/service-kit';
import {
  type EventServer,
  type ServiceProcess,
  sharedMongodbUrl,
  silentLog,
  startEventServer,
  startServiceProcess,
} from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { usersOfAuth } from './reactions/grant-welcome-credits.ts';

let events: EventServer;
let nc: NatsConnection;
let ledger: ServiceProcess;
let client: RequestClient;
let users: Aggregates<null, UserEvent>;

beforeAll(async () => {
  events = await startEventServer();
  nc = await events.connect();
  const environment = { NATS_URL: events.url, MONGODB_URL: await sharedMongodbUrl() };
  ledger = await startServiceProcess(new URL('main.ts', import.meta.url), environment);
  client = openRequestClient(nc, openBlobs(nc, { directory: '/nowhere', shared: true }));
  const asWritten = { ...usersOfAuth, stateVersion: 1, initial: null, evolve: () => null };
  users = openAggregates({ nc, log: silentLog, now: () => new Date() }, asWritten);
});

afterAll(async () => {
  await ledger?.stop();
  await events?.stop();
});

let commands = 0;
const context = (userId: string, after?: KnownWrites) => {
  commands += 1;
  const ids = { userId, commandId: `command-${commands}`, correlationId: `test-${commands}` };
  return after ? { ...ids, after } : ids;
};

const writtenBy = (result: Answer<unknown> | Refusal): KnownWrites =>
  isRefusal(result) || !result.written ? {} : { [result.written.context]: result.written.sequence };

const balance = async (userId: string, after?: KnownWrites) =>
  outputOf(await client.request(messageOf('getBalance'), {}, context(userId, after))).subscription;
const history = async (userId: string, after?: KnownWrites) =>
  outputOf(await client.request(messageOf('getCreditHistory'), {}, context(userId, after)));

const grant = async (accountId: string, vut: number, operationId = 'gift') =>
  outputOf(
    await client.request(
      MESSAGES.grantCredits,
      { accountId, operationId, amount: fromVut(vut), reason: 'gift' },
      context(accountId),
    ),
  );
const reserve = (accountId: string, vut: number, operationId: string) =>
  client.request(
    MESSAGES.reserveCredits,
    {
      accountId,
      operationId,
      amount: fromVut(vut),
      purpose: 'backtest',
      expiresAt: '2100-01-01T00:00:00.000Z',
    },
    context(accountId),
  );
const capture = (accountId: string, amount: MicroVut, operationId: string) =>
  client.request(MESSAGES.captureCredits, { accountId, operationId, amount }, context(accountId));

describe('welcome credits', () => {
  const verify = (userId: string) =>
    users.execute(userId, { commandId: `verify-${userId}` }, () => [
      { type: 'EmailVerified', data: { userId } },
    ]);
  const welcomed = (userId: string) =>
    vi.waitFor(async () => expect((await balance(userId)).vut_remaining).toBe(WELCOME_CREDITS_VUT), {
      timeout: 10_000,
      interval: 20,
    });

  test('come with the verified address, and show in the history', async () => {
    await verify('ada');
    await welcomed('ada');
    expect(await history('ada')).toMatchObject([
      { operation_type: 'welcome bonus', vut_cost: -WELCOME_CREDITS_VUT },
    ]);
  });

  test('come once, even when every event is delivered again', async () => {
    await verify('bob');
    await welcomed('bob');
    await ledger.kill();
    const manager = await nc.jetstreamManager();
    expect(await manager.consumers.delete('AUTH', 'grant-welcome-credits')).toBe(true);
    await ledger.restart();
    await verify('eve');
    await welcomed('eve');
    const { delivered } = await manager.consumers.info('AUTH', 'grant-welcome-credits');
    expect(delivered.consumer_seq).toBe(3);
    expect((await balance('bob')).vut_remaining).toBe(WELCOME_CREDITS_VUT);
    expect(await history('bob')).toHaveLength(1);
  });
});

describe('spending', () => {
  test('a reservation is captured, the rest comes back, and only the capture shows', async () => {
    await grant('carol', 100);
    outputOf(await reserve('carol', 40, 'run-1'));
    const captured = await capture('carol', fromVut(12.345_678), 'run-1');
    expect(outputOf(captured)).toEqual({ available: fromVut(87.654_322), reserved: 0 });
    const after = writtenBy(captured);
    expect(await balance('carol', after)).toMatchObject({
      vut_remaining: 87.654_322,
      vut_used_this_period: 12.345_678,
    });
    expect(await history('carol', after)).toMatchObject([
      { operation_type: 'backtest', vut_cost: 12.345_678 },
      { operation_type: 'gift', vut_cost: -100 },
    ]);
  });

  test('of many reservations at once, as many are held as there are credits for', async () => {
    await grant('dora', 100);
    const results = await Promise.all(
      Array.from({ length: 25 }, (_, index) => reserve('dora', 9, `run-${index}`)),
    );
    const refused = results.filter(isRefusal);
    expect(refused).toHaveLength(25 - 11);
    expect(refused[0]).toEqual({ refused: 'INSUFFICIENT_CREDITS', data: { required: 9, available: 1 } });
    const sequences = results.map((result) => writtenBy(result).credits ?? 0);
    expect(await balance('dora', { credits: Math.max(...sequences) })).toMatchObject({ vut_remaining: 1 });
  });

  test('the same reservation from many at once is held once', async () => {
    await grant('emma', 100);
    const results = await Promise.all(Array.from({ length: 10 }, () => reserve('emma', 30, 'run-1')));
    for (const result of results) {
      expect(outputOf(result)).toEqual({ available: fromVut(70), reserved: fromVut(30) });
    }
  });

  test('an account without credits is told so', async () =>
    expect(await reserve('nobody', 1, 'run-1')).toEqual({
      refused: 'INSUFFICIENT_CREDITS',
      data: { required: 1, available: 0 },
    }));

  test('what was written before a crash is there after it', async () => {
    await grant('fay', 100);
    outputOf(await reserve('fay', 60, 'run-1'));
    await ledger.restart();
    expect(await reserve('fay', 60, 'run-2')).toMatchObject({ data: { available: 40 } });
    expect(outputOf(await capture('fay', fromVut(60), 'run-1'))).toEqual({
      available: fromVut(40),
      reserved: 0,
    });
  });
});

test('nobody reads a balance without a session', async () => {
  const anonymous = { commandId: 'anonymous', correlationId: 'anonymous' };
  for (const name of ['getBalance', 'getCreditHistory'] as const) {
    expect(await client.request(messageOf(name), {}, anonymous)).toEqual({ refused: 'UNAUTHORIZED' });
  }
});
