// A user's limits count what is under way: nothing that begins at once gets past them.
import { isRefusal, microVutOf, type SpendingEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { decideSpending, type SpendingCommand, spendingAggregate, spentOnDay } from './spending.ts';

const vut = (amount: number) => microVutOf(amount * 1_000_000);
const NOON = '2026-03-01T12:00:00.000Z';
const LATER = '2026-03-01T13:00:00.000Z';
const EXPIRED = '2026-03-01T13:00:01.000Z';
const NEXT_DAY = '2026-03-02T00:00:00.000Z';

const perDay = (limit: number): SpendingCommand => ({
  type: 'ChangeLimits',
  userId: 'ann',
  perReply: null,
  perDay: vut(limit),
});
const begin = (spendingId: string, atMost: number, needed = atMost): SpendingCommand => ({
  type: 'BeginSpending',
  ...{ userId: 'ann', spendingId, atMost: vut(atMost), needed: vut(needed), expiresAt: LATER },
});
const end = (spendingId: string, cost: number): SpendingCommand => ({
  type: 'EndSpending',
  ...{ userId: 'ann', spendingId, cost: vut(cost) },
});
const used = (callId: string, cost: number): SpendingCommand => ({
  type: 'NoteToolUse',
  data: {
    ...{ userId: 'ann', callId, tokenId: 't', tool: 'run_backtest', chatId: null, hasFailed: false },
    ...{ held: vut(5), cost: vut(cost) },
  },
});

/** Executes commands, each at a time, one after another as the event store does. */
const after = (...steps: readonly (readonly [SpendingCommand, string])[]) => {
  let state = spendingAggregate.initial;
  const answers = steps.map(([command, at]) => {
    const decision = decideSpending(command, state, at);
    if (isRefusal(decision)) return decision.refused;
    state = decision.reduce<typeof state>(
      (before, event: SpendingEvent) => spendingAggregate.evolve(before, event),
      state,
    );
    return decision.map(({ type }) => type).join();
  });
  return { answers, spent: (at: string) => spentOnDay(state, at) / 1_000_000 };
};

test('what is under way counts with all that it may cost, so that six at once are no more than one', () => {
  const six = Array.from({ length: 6 }, (_, at) => [begin(`call-${at}`, 4), NOON] as const);
  const { answers, spent } = after([perDay(5), NOON], ...six);
  expect(answers.slice(1)).toEqual([
    'SpendingBegun',
    ...Array.from({ length: 5 }, () => 'DAY_LIMIT_REACHED'),
  ]);
  expect(spent(NOON)).toBe(4);
});

test('one that can do with less gets what is left', () => {
  const { answers, spent } = after([perDay(5), NOON], [begin('a', 4), NOON], [begin('b', 4, 1), NOON]);
  expect(answers).toEqual(['LimitsChanged', 'SpendingBegun', 'SpendingBegun']);
  expect(spent(NOON)).toBe(5);
});

test('an end leaves what was spent, once', () => {
  const { answers, spent } = after([begin('a', 4), NOON], [end('a', 1), NOON], [end('a', 3), NOON]);
  expect(answers).toEqual(['SpendingBegun', 'SpendingEnded', '']);
  expect(spent(NOON)).toBe(1);
});

test('the note of a call is its end', () => {
  expect(after([begin('a', 5), NOON], [used('a', 2), NOON]).spent(NOON)).toBe(2);
  expect(after([used('free', 0), NOON]).spent(NOON)).toBe(0);
});

test('what has lost its process counts until its reservation expires', () => {
  const { spent } = after([begin('lost', 4), NOON]);
  expect([spent(NOON), spent(EXPIRED)]).toEqual([4, 0]);
  expect(after([begin('lost', 4), NOON], [begin('b', 1), EXPIRED]).answers).toEqual([
    'SpendingBegun',
    'SpendingBegun',
  ]);
});

test('a day counts what began on it, also what ends on the next', () => {
  const late = '2026-03-01T23:59:00.000Z';
  const overnight = { ...begin('a', 4), expiresAt: '2026-03-02T01:00:00.000Z' } as SpendingCommand;
  const { answers, spent } = after(
    ...([
      [perDay(5), NOON],
      [overnight, late],
      [begin('b', 5), NEXT_DAY],
      [end('a', 4), NEXT_DAY],
    ] as const),
  );
  expect(answers).toEqual(['LimitsChanged', 'SpendingBegun', 'SpendingBegun', 'SpendingEnded']);
  expect(spent(NEXT_DAY)).toBe(0);
});
