// Statements from a real database: openings and closings are right for any span and limit.
import {
  type AccountEvent,
  fromVut,
  type LedgerBalance,
  microVutOf,
  type Statement,
  subjectOf,
  toVut,
} from '@tradeium/contracts';
import { openAggregates, type Projections, runProjections } from '@tradeium/event-store';
import {
  type EventServer,
  openTestDatabase,
  silentLog,
  startEventServer,
  type TestDatabase,
} from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountAggregate, decideAccount } from '../domain/account.ts';
import type { AccountCommand } from '../domain/account-commands.ts';
import { expiredReservations, reservationsProjection } from './reservations.ts';
import { statementLinesProjection, statementOf } from './statement-lines.ts';

let server: EventServer;
let nc: NatsConnection;
let database: TestDatabase;
let projections: Projections;

beforeAll(async () => {
  [server, database] = await Promise.all([startEventServer(), openTestDatabase()]);
  nc = await server.connect();
  projections = await runProjections({
    nc,
    mongo: database.connection,
    log: silentLog,
    now: () => new Date(),
    projections: [statementLinesProjection, reservationsProjection],
  });
});
afterAll(async () => {
  await projections.stop();
  await server.stop();
  await database.close();
});

/** Executes commands of one account, each at its time; returns the balance after the last one. */
const execute = async (accountId: string, steps: [time: string, command: Record<string, unknown>][]) => {
  let clock = '';
  const accounts = openAggregates({ nc, log: silentLog, now: () => new Date(clock) }, accountAggregate);
  let commands = 0;
  for (const [time, content] of steps) {
    clock = time;
    commands += 1;
    const command = { accountId, ...content } as AccountCommand;
    const outcome = await accounts.execute(accountId, { commandId: `${commands}-${time}` }, (account, now) =>
      decideAccount(command, account, now),
    );
    expect(outcome.ok).toBe(true);
  }
  await projections.caughtUp(10_000);
  return (await accounts.load(accountId)).state.balances;
};

const grant = (operationId: string, vut: number) => ({
  type: 'GrantCredits',
  operationId,
  amount: fromVut(vut),
  reason: 'gift',
});
const reserve = (operationId: string, vut: number) => ({
  type: 'ReserveCredits',
  operationId,
  amount: fromVut(vut),
  purpose: 'backtest',
  expiresAt: '2026-03-03T00:00:00.000Z',
});
const capture = (operationId: string, vut: number) => ({
  type: 'CaptureCredits',
  operationId,
  amount: fromVut(vut),
});

const statement = (accountId: string, from: string, to: string): Promise<Statement> =>
  statementOf(() => projections.documents(statementLinesProjection), accountId, { from, to });

const held = (available: number, reserved: number) => ({ available, reserved });

test('a span of days opens with what was held before it and closes with what was held after it', async () => {
  await execute('ada', [
    ['2026-03-01T23:59:59.999Z', grant('g1', 100)],
    ['2026-03-02T00:00:00.000Z', reserve('r1', 40)],
    ['2026-03-02T23:59:59.999Z', capture('r1', 15)],
    ['2026-03-03T00:00:00.000Z', grant('g2', 1)],
  ]);
  expect(await statement('ada', '2026-03-02', '2026-03-02')).toMatchObject({
    opening: held(100, 0),
    closing: held(85, 0),
    truncated: false,
    lines: [
      { operation_id: 'r1', change: -40, reserved_change: 40, available_after: 60, reserved_after: 40 },
      { operation_id: 'r1', change: 25, reserved_change: -40, available_after: 85, reserved_after: 0 },
    ],
  });
  expect(await statement('ada', '2026-02-01', '2026-03-31')).toMatchObject({
    opening: held(0, 0),
    closing: held(86, 0),
  });
  expect((await statement('ada', '2026-03-03', '9999-12-31')).lines).toMatchObject([{ operation_id: 'g2' }]);
  expect(await statement('ada', '2026-03-10', '2026-03-11')).toMatchObject({
    opening: held(86, 0),
    closing: held(86, 0),
    lines: [],
  });
  expect(await statement('nobody', '2026-03-01', '2026-03-02')).toMatchObject({ closing: held(0, 0) });
});

test('of many lines the newest are listed, and their balances are right', async () => {
  const accountId = 'eve';
  const grants = Array.from({ length: 1_003 }, (_, n) => n);
  let balance: LedgerBalance = { available: microVutOf(0), reserved: microVutOf(0) };
  const events = grants.map((n): AccountEvent => {
    balance = { ...balance, available: microVutOf(balance.available + fromVut(1)) };
    return {
      type: 'CreditsGranted',
      data: {
        accountId,
        operationId: `g-${n}`,
        amount: fromVut(1),
        reason: 'gift',
        source: 'promotion',
        entries: [
          ['promotion', fromVut(-1)],
          ['available', fromVut(1)],
        ],
        balance,
      },
    };
  });
  const subject = subjectOf('credits', 'account', accountId);
  for (let first = 0; first < events.length; first += 100) {
    const meta = { commandId: `c-${first}`, at: '2026-03-01T12:00:00.000Z' };
    await nc.jetstream().publish(subject, JSON.stringify({ events: events.slice(first, first + 100), meta }));
  }
  await projections.caughtUp(10_000);
  const answer = await statement(accountId, '2026-03-01', '2026-03-01');
  expect(answer).toMatchObject({ truncated: true, opening: held(0, 0), closing: held(1_003, 0) });
  expect(answer.lines).toHaveLength(1_000);
  expect(answer.lines[0]).toMatchObject({ operation_id: 'g-3', available_after: 4 });
  expect(answer.lines.at(-1)).toMatchObject({ operation_id: 'g-1002', available_after: 1_003 });
});

test('reservations that have expired are found, account by account and page by page', async () => {
  await execute('fay', [
    ['2026-03-01T00:00:00.000Z', grant('g1', 100)],
    ['2026-03-01T00:00:00.000Z', { ...reserve('late', 2), expiresAt: '2026-03-02T12:00:00.000Z' }],
    ['2026-03-01T00:00:00.000Z', reserve('later', 3)],
    ['2026-03-01T00:00:00.000Z', reserve('settled', 4)],
    ['2026-03-01T01:00:00.000Z', capture('settled', 4)],
  ]);
  const model = () => projections.documents(reservationsProjection);
  const find = async (before: string, limit: number, afterId = '') =>
    (await expiredReservations(model, { before, limit, afterId })).map(
      ({ accountId, operationId, amount }) => [accountId, operationId, toVut(amount)],
    );
  expect(await find('2026-03-02T12:00:00.000Z', 10)).toEqual([]);
  expect(await find('2026-03-02T12:00:00.001Z', 10)).toEqual([['fay', 'late', 2]]);
  expect(await find('2026-04-01T00:00:00.000Z', 1)).toEqual([['fay', 'late', 2]]);
  expect(await find('2026-04-01T00:00:00.000Z', 1, 'fay.late')).toEqual([['fay', 'later', 3]]);
  expect(await find('2026-04-01T00:00:00.000Z', 10)).toEqual([
    ['fay', 'late', 2],
    ['fay', 'later', 3],
  ]);
});
