// Expenses in several processes at once, and of replies whose process was gone before it counted them.
import { isRefusal, microVutOf } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { type EventServer, silentLog, startEventServer } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE_REPLY } from '../../fixtures/example-reply.ts';
import type { Stores } from '../aggregates.ts';
import { NO_USAGE } from '../domain/pricing.ts';
import { spendingAggregate, spentOnDay } from '../domain/spending.ts';
import { countReplyCost } from '../reactions/count-reply-cost.ts';

const now = () => new Date('2026-03-01T12:00:00.000Z');
const EXPIRES_AT = '2026-03-01T13:00:00.000Z';
const LIMIT = microVutOf(10);

let events: EventServer;
let processes: readonly Stores['spendings'][];
beforeAll(async () => {
  events = await startEventServer();
  const connections = await Promise.all([events.connect(), events.connect()]);
  processes = connections.map((nc) => openAggregates({ nc, log: silentLog, now }, spendingAggregate));
});
afterAll(() => events?.stop());

const spendingsOf = (place: number): Stores['spendings'] => {
  const spendings = processes[place % processes.length];
  if (!spendings) throw new Error('there is no such process');
  return spendings;
};
const begin = (place: number, userId: string, spendingId: string, cost: number) =>
  spendingsOf(place).change(
    userId,
    {
      type: 'BeginSpending',
      ...{ userId, spendingId, expiresAt: EXPIRES_AT },
      ...{ atMost: microVutOf(cost), needed: microVutOf(cost) },
    },
    { commandId: `begin:${spendingId}` },
  );
const spent = async (userId: string) =>
  spentOnDay((await spendingsOf(0).load(userId)).state, now().toISOString());

test('a limit of the day holds for two processes that begin at the same time', async () => {
  const limits = { type: 'ChangeLimits', userId: 'bob', perReply: null, perDay: LIMIT } as const;
  await spendingsOf(0).change('bob', limits, { commandId: 'limits' });
  const begun = await Promise.all(Array.from({ length: 8 }, (_, at) => begin(at, 'bob', `call-${at}`, 4)));
  expect(begun.filter((answer) => !isRefusal(answer)).length).toBeLessThanOrEqual(2);
  expect(await spent('bob')).toBeLessThanOrEqual(LIMIT);
  expect(await spent('bob')).toBeGreaterThan(0);
});

test('the end of a reply counts what it has cost, once, and only where it has begun', async () => {
  const { replyId, userId } = EXAMPLE_REPLY;
  await begin(0, userId, replyId, 9);
  expect(await spent(userId)).toBe(9);
  const words = { text: '', steps: [], results: [], notices: [], usage: NO_USAGE, isOutputFree: false };
  const ended = (id: string, cost: number) =>
    countReplyCost({ spendings: spendingsOf(1) })({
      event: {
        type: 'ReplyInterrupted',
        data: { ...EXAMPLE_REPLY, replyId: id, ...words, cost: microVutOf(cost) },
      },
      ...{ sequence: 1, index: 0, context: 'agent', aggregate: 'conversation', id: 'c' },
      meta: { commandId: `end:${id}`, at: now().toISOString() },
    });
  for (const [id, cost] of [
    [replyId, 3],
    [replyId, 3],
    ['of-long-ago', 5],
  ] as const) {
    expect(isRefusal(await ended(id, cost))).toBe(false);
    expect(await spent(userId)).toBe(3);
  }
});
