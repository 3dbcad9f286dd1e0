// The budget of what a user may add to the streams in a day: by events and by bytes, on all gateways, until midnight.
import { ENDS } from '@tradeium/contracts';
import type { Request, Response } from 'express';
import { expect, test, vi } from 'vitest';
import { type Counts, openCounts } from './counts.ts';
import { openGrowthBudget } from './growth-budget.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const HOURS_12 = 12 * 3_600;

const budgetOf = (counts: Pick<Counts, 'hit' | 'total'>, events: number, bytes: number) =>
  openGrowthBudget(
    { counts, config: { GROWTH_EVENTS_PER_DAY: events, GROWTH_BYTES_PER_DAY: bytes } },
    () => NOON,
  );

/** Lets a user's command through, or says after how many seconds the next one is. */
const asked = (budget: ReturnType<typeof budgetOf>, userId: string, budgets = 1): true | number => {
  const sent: { retryAfter?: number } = {};
  const response = {
    locals: { session: { user: { id: userId } } },
    setHeader: (_: string, value: string) => {
      sent.retryAfter = Number(value);
    },
    hasHeader: () => true,
    status: () => ({ json: () => undefined }),
  } as unknown as Response;
  const next = vi.fn();
  budget.guard(budgets)({} as Request, response, next);
  return next.mock.calls.length > 0 ? true : (sent.retryAfter ?? Number.NaN);
};

test.each([
  ['events', { events: 1, bytes: 0 }],
  ['bytes', { events: 0, bytes: 10 }],
])('a user who has added too many %s may change nothing until midnight, others may', (_, growth) => {
  const budget = budgetOf(
    openCounts('one', () => undefined),
    3,
    30,
  );
  for (let command = 0; command < 3; command += 1) {
    expect(asked(budget, 'ann')).toBe(true);
    budget.spend('ann', growth);
  }
  expect(asked(budget, 'ann')).toBe(HOURS_12);
  expect(asked(budget, 'bob')).toBe(true);
});

test('a sell is let through up to two budgets, and what ends something always', () => {
  const budget = budgetOf(
    openCounts('one', () => undefined),
    3,
    1_000,
  );
  budget.spend('ann', { events: 3, bytes: 1 });
  expect([asked(budget, 'ann'), asked(budget, 'ann', 2)]).toEqual([HOURS_12, true]);
  budget.spend('ann', { events: 3, bytes: 1 });
  expect([asked(budget, 'ann', 2), asked(budget, 'ann', ENDS)]).toEqual([HOURS_12, true]);
});

test('what a user adds through one gateway counts on all', async () => {
  const gateways: Counts[] = [];
  const publish = (message: Parameters<Counts['receive']>[0]) => {
    for (const gateway of gateways) gateway.receive(message);
  };
  gateways.push(openCounts('one', publish), openCounts('other', publish));
  const [one, other] = gateways.map((counts) => budgetOf(counts, 100, 1_000)) as [
    ReturnType<typeof budgetOf>,
    ReturnType<typeof budgetOf>,
  ];
  one.spend('ann', { events: 100, bytes: 1 });
  await expect.poll(() => asked(other, 'ann')).toBe(HOURS_12);
});
