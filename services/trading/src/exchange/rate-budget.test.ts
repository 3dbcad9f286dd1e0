// The budget of requests: never more than the exchange allows, in turns by account.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetExhausted, openRateBudget } from './rate-budget.ts';

const READ = { account: 'ann', isOrder: false } as const;

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
        await budget.take(cost, READ);
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
    await budget.take(18, { account: `account-${account}`, isOrder: false });
    order.push(account);
  };
  await Promise.all(Array.from({ length: 200 }, (_, account) => ask(account)));
  expect(order).toEqual(Array.from({ length: 200 }, (_, account) => account));
  expect(now() - startMs).toBeGreaterThan(3 * 60_000 - 60_000);
  expect(now() - startMs).toBeLessThan(4 * 60_000);
});

test('an account that asks for a lot waits for itself, and keeps no other waiting', async () => {
  const { budget } = budgetOf(100);
  const served: string[] = [];
  const ask = (account: string) =>
    budget.take(20, { account, isOrder: false }).then(() => served.push(account));
  const flood = Array.from({ length: 50 }, () => ask('mallory'));
  await Promise.all([ask('ann'), ask('bob')]);
  expect(served.filter((one) => one === 'mallory').length).toBeLessThanOrEqual(2);
  await Promise.all(flood);
});

test('more requests of an account than may wait are refused', async () => {
  const { budget } = budgetOf(10_000);
  const asked = await Promise.allSettled(Array.from({ length: 600 }, () => budget.take(1, READ)));
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: expect.any(BudgetExhausted) });
});

test('an order does not wait for the reads of others, and all together stay below the limit', async () => {
  let nowMs = 0;
  const sleepers: { untilMs: number; wake: () => void }[] = [];
  const delay = (ms: number) => new Promise<void>((wake) => sleepers.push({ untilMs: nowMs + ms, wake }));
  const budget = openRateBudget({ name: 'exchange', perMinute: 1_000, share: 1, now: () => nowMs, delay });
  const sent: { atMs: number; cost: number }[] = [];
  const take = async (cost: number, isOrder: boolean) => {
    await budget.take(cost, { account: 'ann', isOrder });
    sent.push({ atMs: nowMs, cost });
  };
  const reads = Array.from({ length: 200 }, () => take(20, false));
  // In the first minute, when the reads have used all that is theirs.
  await Promise.all(Array.from({ length: 100 }, () => take(1, true)));
  expect(nowMs).toBe(0);
  let isOver = false;
  const all = Promise.all(reads).then(() => {
    isOver = true;
  });
  while (!isOver) {
    const [next] = sleepers.splice(0, 1);
    nowMs = Math.max(nowMs, next?.untilMs ?? 0);
    next?.wake();
    await new Promise(setImmediate);
  }
  await all;
  for (const { atMs } of sent) {
    const minute = sent.filter((one) => one.atMs <= atMs && one.atMs > atMs - 60_000);
    expect(minute.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(1_000);
  }
});

// spec: trading.52
test('processes that share an address divide the limit, and one alone has all of it again', async () => {
  let processes = 2;
  let nowMs = 0;
  const delay = async (ms: number) => {
    nowMs += ms;
  };
  const options = { name: 'exchange', perMinute: 100, share: 1, now: () => nowMs, delay };
  const budget = openRateBudget({ ...options, processes: () => processes });
  await budget.take(45, READ);
  expect(nowMs).toBe(0);
  processes = 1;
  await budget.take(45, READ);
  expect(nowMs).toBe(0);
  processes = 2;
  await budget.take(1, READ);
  expect(nowMs).toBeGreaterThan(59_000);
});

test('what others use counts, and a pause that the exchange asks for is kept', async () => {
  const { budget, now } = budgetOf(100, 0.8);
  budget.observe(0.65);
  const startMs = now();
  await budget.take(5, READ);
  expect(now()).toBe(startMs);
  await budget.take(5, READ);
  expect(now() - startMs).toBeGreaterThan(59_000);
  budget.pause(30_000);
  const pausedMs = now();
  await budget.take(1, READ);
  expect(now() - pausedMs).toBe(30_000);
});

test('a ban of an hour is reported at once', async () => {
  const { budget } = budgetOf(100);
  budget.pause(3_600_000);
  await expect(budget.take(1, READ)).rejects.toThrow(BudgetExhausted);
});
