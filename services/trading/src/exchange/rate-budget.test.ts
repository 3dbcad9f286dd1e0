// The budget of requests: never more than the exchange allows, in the order of asking.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetExhausted, openRateBudget } from './rate-budget.ts';

/** A budget whose time passes only while it waits. */
const budgetOf = (perMinute: number, share = 1) => {
  let nowMs = 1_000_000;
  const budget = openRateBudget({
    name: 'exchange',
    perMinute,
    share,
    now: () => nowMs,
    delay: async (ms) => {
      nowMs += ms;
    },
  });
  return {
    budget,
    now: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
};

test('no sixty seconds hold more than the limit, whatever is asked', async () => {
  const costs = fc.array(
    fc.record({ cost: fc.integer({ min: 1, max: 30 }), pause: fc.integer({ min: 0, max: 9_000 }) }),
    {
      minLength: 1,
      maxLength: 120,
    },
  );
  await fc.assert(
    fc.asyncProperty(costs, async (asked) => {
      const { budget, now, pass } = budgetOf(100);
      const sent: { atMs: number; cost: number }[] = [];
      for (const { cost, pause } of asked) {
        pass(pause);
        await budget.take(cost);
        sent.push({ atMs: now(), cost });
        const inMinute = sent.filter(({ atMs }) => atMs > now() - 60_000);
        expect(inMinute.reduce((sum, one) => sum + one.cost, 0)).toBeLessThanOrEqual(100);
      }
    }),
    { numRuns: 50 },
  );
});

test('two hundred accounts at once are served in their order, two minutes for what two minutes allow', async () => {
  const { budget, now } = budgetOf(1_200);
  const startMs = now();
  const order: number[] = [];
  const ask = async (account: number) => {
    await budget.take(18);
    order.push(account);
  };
  await Promise.all(Array.from({ length: 200 }, (_, account) => ask(account)));
  expect(order).toEqual(Array.from({ length: 200 }, (_, account) => account));
  expect(now() - startMs).toBeGreaterThan(3 * 60_000 - 60_000);
  expect(now() - startMs).toBeLessThan(4 * 60_000);
});

test('what others use counts, and a pause that the exchange asks for is kept', async () => {
  const { budget, now } = budgetOf(100, 0.8);
  budget.observe(0.75);
  const startMs = now();
  await budget.take(5);
  expect(now()).toBe(startMs);
  await budget.take(5);
  expect(now() - startMs).toBeGreaterThan(59_000);
  budget.pause(30_000);
  const pausedMs = now();
  await budget.take(1);
  expect(now() - pausedMs).toBe(30_000);
});

test('a ban of an hour is told at once', async () => {
  const { budget } = budgetOf(100);
  budget.pause(3_600_000);
  await expect(budget.take(1)).rejects.toThrow(BudgetExhausted);
});
