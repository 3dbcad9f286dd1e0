// The whole credits ledger over real servers: nothing is granted twice, nothing is overspent.
import { randomUUID } from 'node:crypto';
import {
  authEvents,
  exportOf,
  fromVut,
  isRefusal,
  type MailboxEvent,
  MESSAGES,
  type MicroVut,
  messageOf,
  operationsOf,
  type Refusal,
  type UserEvent,
  WELCOME_CREDITS_VUT,
} from '@tradeium/contracts';
import { type Aggregates, openAggregates, openBucket } from '@tradeium/event-store';
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
import { verifyLedger } from './audit/verify-ledger.ts';

let events: EventServer;
let nc: NatsConnection;
let ledger: ServiceProcess;
let client: RequestClient;
let users: Aggregates<null, UserEvent>;
let mailboxes: Aggregates<null, MailboxEvent>;

beforeAll(async () => {
  events = await startEventServer();
  nc = await events.connect();
  const environment = {
    NATS_URL: events.url,
    NATS_MONITORING_URL: events.monitoringUrl,
    MONGODB_URL: await sharedMongodbUrl(),
    // Credits work without Temporal and without a payment provider.
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    PUBLIC_URL: 'http://127.0.0.1:1',
    NOWPAYMENTS_API_URL: 'http://127.0.0.1:1',
    NOWPAYMENTS_API_KEY: 'the API key of the tests',
    NOWPAYMENTS_IPN_SECRET: 'the notice secret of the tests',
  };
  ledger = await startServiceProcess(new URL('main.ts', import.meta.url), environment);
  client = openRequestClient(nc, openBlobs({ directory: '/nowhere' }));
  const asWritten = { stateVersion: 1, initial: null, evolve: () => null };
  const store = { nc, log: silentLog, now: () => new Date() };
  users = openAggregates(store, { ...authEvents.user, ...asWritten });
  mailboxes = openAggregates(store, { ...authEvents.mailbox, ...asWritten });
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
  isRefusal(result) || !result.written ? {} : { [result.written.stream]: result.written.sequence };

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
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const reserve = (accountId: string, vut: number, operationId: string, ids = context(accountId)) =>
  client.request(
    MESSAGES.reserveCredits,
    {
      accountId,
      operationId,
      amount: fromVut(vut),
      purpose: 'backtest',
      expiresAt: TOMORROW,
    },
    ids,
  );
const capture = (accountId: string, amount: MicroVut, operationId: string) =>
  client.request(MESSAGES.captureCredits, { accountId, operationId, amount }, context(accountId));
const refund = (accountId: string, vut: number, refundOf: string, operationId: string) =>
  client.request(
    MESSAGES.refundCredits,
    { accountId, operationId, refundOf, amount: fromVut(vut), reason: 'sorry' },
    context(accountId),
  );

const claimMailbox = (userId: string, mailbox = `mailbox-of-${userId}`) =>
  mailboxes.execute(mailbox, { commandId: `claim-${mailbox}` }, () => [
    { type: 'MailboxClaimed', data: { userId } },
  ]);

describe('welcome credits', () => {
  const welcomed = (userId: string) =>
    vi.waitFor(async () => expect((await balance(userId)).vut_remaining).toBe(WELCOME_CREDITS_VUT), {
      timeout: 60_000,
      interval: 20,
    });

  test('come with the mailbox, and show in the history', async () => {
    await claimMailbox('ada');
    await welcomed('ada');
    await expect
      .poll(() => history('ada'))
      .toMatchObject([{ operation_type: 'welcome bonus', vut_cost: -WELCOME_CREDITS_VUT }]);
  });

  test('come once, even when every event is delivered again', async () => {
    await claimMailbox('bob');
    await welcomed('bob');
    await ledger.kill();
    const reactions = await openBucket(nc, 'REACTIONS');
    await reactions.delete('credits-ledger.grant-welcome-credits.AUTH');
    await ledger.restart();
    await claimMailbox('eve');
    await welcomed('eve');
    const state = async () => (await reactions.get('credits-ledger.grant-welcome-credits.AUTH'))?.json();
    await expect.poll(state).toMatchObject({ upTo: 3, open: [] });
    expect((await balance('bob')).vut_remaining).toBe(WELCOME_CREDITS_VUT);
    expect(await history('bob')).toHaveLength(1);
  });

  test('come once to an account, however many mailboxes it has, and not for a verified address', async () => {
    await users.execute('ida', { commandId: 'verify-ida' }, () => [
      { type: 'EmailVerified', data: { userId: 'ida' } },
    ]);
    await Promise.all([claimMailbox('bob', 'another'), claimMailbox('bob', 'a-third')]);
    await claimMailbox('max');
    await welcomed('max');
    expect((await balance('bob')).vut_remaining).toBe(WELCOME_CREDITS_VUT);
    expect((await balance('ida')).vut_remaining).toBe(0);
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
    const sequences = results.map((result) => writtenBy(result).CREDITS ?? 0);
    expect(await balance('dora', { CREDITS: Math.max(...sequences) })).toMatchObject({ vut_remaining: 1 });
  });

  test('the same reservation from many at once is held once', async () => {
    await grant('emma', 100);
    const results = await Promise.all(Array.from({ length: 10 }, () => reserve('emma', 30, 'run-1')));
    for (const result of results) {
      expect(outputOf(result)).toEqual({ available: fromVut(70), reserved: fromVut(30) });
    }
  });

  test('an account without credits is refused with the amounts', async () =>
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

  test('the same command gets the same answer, whatever has happened since, even after a restart', async () => {
    await grant('gil', 100);
    const [rich, poor] = [context('gil'), context('gil')];
    const first = await reserve('gil', 60, 'run-1', rich);
    const refused = await reserve('gil', 60, 'run-2', poor);
    expect(refused).toEqual({ refused: 'INSUFFICIENT_CREDITS', data: { required: 60, available: 40 } });
    await capture('gil', fromVut(60), 'run-1');
    await grant('gil', 1_000, 'more');
    await ledger.restart();
    expect(await reserve('gil', 60, 'run-1', rich)).toEqual(first);
    expect(await reserve('gil', 60, 'run-2', poor)).toEqual(refused);
    expect(await reserve('gil', 60, 'run-2')).toEqual(refused);
    expect(await reserve('gil', 61, 'run-2', poor)).toEqual({ refused: 'COMMAND_ID_REUSED' });
  });

  test('used credits are refunded up to what was captured', async () => {
    await grant('hal', 100);
    outputOf(await reserve('hal', 40, 'run-1'));
    outputOf(await capture('hal', fromVut(30), 'run-1'));
    expect(outputOf(await refund('hal', 20, 'run-1', 'refund-1'))).toEqual({
      available: fromVut(90),
      reserved: 0,
    });
    expect(await refund('hal', 20, 'run-1', 'refund-2')).toEqual({ refused: 'REFUND_EXCEEDS_CHARGE' });
    const after = writtenBy(await refund('hal', 10, 'run-1', 'refund-3'));
    expect(await balance('hal', after)).toMatchObject({ vut_remaining: 100, vut_used_this_period: 0 });
    expect(await history('hal', after)).toMatchObject([
      { operation_type: 'refund', vut_cost: -10 },
      { operation_type: 'refund', vut_cost: -20 },
      { operation_type: 'backtest', vut_cost: 30 },
      { operation_type: 'gift', vut_cost: -100 },
    ]);
  });
});

describe('an account', () => {
  const today = () => new Date().toISOString().slice(0, 10);

  test('shows every change in its statement', async () => {
    await grant('ivy', 100);
    outputOf(await reserve('ivy', 40, 'run-1'));
    const after = writtenBy(await capture('ivy', fromVut(15), 'run-1'));
    const days = { from: '2026-01-01', to: today() };
    const statement = outputOf(await client.request(messageOf('getStatement'), days, context('ivy', after)));
    expect(statement).toMatchObject({
      opening: { available: 0, reserved: 0 },
      closing: { available: 85, reserved: 0 },
      truncated: false,
      lines: [
        { operation_type: 'gift', change: 100, available_after: 100 },
        { operation_type: 'backtest', change: -40, reserved_change: 40, available_after: 60 },
        { operation_type: 'backtest', change: 25, reserved_change: -40, available_after: 85 },
      ],
    });
  });

  test('is exported with all that is kept of it', async () => {
    await grant('joe', 100);
    outputOf(await reserve('joe', 40, 'run-1'));
    const after = writtenBy(await capture('joe', fromVut(15), 'run-1'));
    const exported = outputOf(await client.request(exportOf('credits-ledger'), {}, context('joe', after)));
    expect(exported).toMatchObject({
      account: { opened_at: expect.any(String), closed: false },
      balance: { vut_remaining: 85 },
      transactions: [{ operation_type: 'backtest' }, { operation_type: 'gift' }],
      purchases: [],
    });
  });

  test('is closed when its user deletes the account; what is under way is still settled', async () => {
    await grant('kim', 100);
    outputOf(await reserve('kim', 40, 'run-1'));
    const deletedAt = new Date().toISOString();
    await users.execute('kim', { commandId: 'delete-kim' }, () => [
      { type: 'UserDeleted', data: { userId: 'kim', deletedAt } },
    ]);
    await vi.waitFor(
      async () => expect(await reserve('kim', 1, randomUUID())).toEqual({ refused: 'ACCOUNT_CLOSED' }),
      { timeout: 60_000, interval: 20 },
    );
    expect(isRefusal(await capture('kim', fromVut(40), 'run-1'))).toBe(false);
  });

  test('that was closed before the welcome credits came gets none, and nothing stays pending', async () => {
    const { getStatus } = operationsOf('credits-ledger');
    const deletedAt = new Date().toISOString();
    await users.execute('lou', { commandId: 'delete-lou' }, () => [
      { type: 'UserDeleted', data: { userId: 'lou', deletedAt } },
    ]);
    await vi.waitFor(
      async () => expect(await reserve('lou', 0, randomUUID())).toEqual({ refused: 'ACCOUNT_CLOSED' }),
      {
        timeout: 60_000,
        interval: 20,
      },
    );
    await claimMailbox('lou');
    await vi.waitFor(
      async () => {
        const { reactions } = outputOf(await client.request(getStatus, {}, context('lou')));
        const welcoming = reactions.find(({ name }) => name === 'grant-welcome-credits');
        expect(welcoming).toMatchObject({ behind: 0, parked: 0 });
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(await history('lou')).toEqual([]);
  });
});

test('a balance needs a session', async () => {
  const anonymous = { commandId: 'anonymous', correlationId: 'anonymous' };
  const days = { from: '2026-01-01', to: '2026-01-01' };
  for (const [message, input] of [
    [messageOf('getBalance'), {}],
    [messageOf('getCreditHistory'), {}],
    [messageOf('getStatement'), days],
    [exportOf('credits-ledger'), {}],
  ] as const)
    expect(await client.request(message as never, input, anonymous)).toEqual({ refused: 'UNAUTHORIZED' });
});

test('after all this an audit finds nothing wrong', async () => {
  const { checks } = await verifyLedger({ nc, client, now: () => new Date() });
  expect(checks.flatMap(({ problems }) => problems)).toEqual([]);
});
