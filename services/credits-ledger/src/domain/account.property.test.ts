// Whatever comes in whatever order, however often: no account goes below zero, no credit is lost, nothing counts twice.
import { isRefusal, microVutOf } from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Account,
  type AccountCommand,
  decideAccount,
  evolveAccount,
  unopenedAccount,
} from './account.ts';

const accountId = 'user-1';
const START_MS = Date.parse('2026-01-31T12:00:00.000Z');
const DAY_MS = 86_400_000;

const operationId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const amount = fc.integer({ min: 1, max: 900_000_000 }).map(microVutOf);

const command: fc.Arbitrary<AccountCommand> = fc.oneof(
  fc.record({
    type: fc.constant('GrantCredits' as const),
    accountId: fc.constant(accountId),
    operationId,
    amount,
    reason: fc.constantFrom('gift', 'payment'),
  }),
  fc.record({
    type: fc.constant('ReserveCredits' as const),
    accountId: fc.constant(accountId),
    operationId,
    amount,
    purpose: fc.constantFrom('backtest', 'chat'),
    expiresAt: fc.constant(new Date(START_MS).toISOString()),
  }),
  fc.record({
    type: fc.constant('CaptureCredits' as const),
    accountId: fc.constant(accountId),
    operationId,
    amount,
  }),
  fc.record({
    type: fc.constant('ReleaseCredits' as const),
    accountId: fc.constant(accountId),
    operationId,
    reason: fc.constantFrom('cancelled' as const, 'failed' as const, 'expired' as const),
  }),
);

/** Days go by between commands, so that periods end; each command comes once or several times. */
const step = fc.record({
  command,
  daysLater: fc.integer({ min: 0, max: 20 }),
  times: fc.integer({ min: 1, max: 3 }),
});

const execute = (account: Account, wanted: AccountCommand, now: string): Account => {
  const decision = decideAccount(wanted, account, now);
  return isRefusal(decision) ? account : decision.reduce(evolveAccount, account);
};

const expectSound = (account: Account) => {
  const { available, reserved, spent, granted, grants, reservations } = account;
  expect(Math.min(available, reserved, spent)).toBeGreaterThanOrEqual(0);
  expect(available + reserved + spent).toBe(granted);
  expect(reservations.reduce((sum, held) => sum + held.amount, 0)).toBe(reserved);
  expect(new Set(grants.map((grant) => grant.operationId)).size).toBe(grants.length);
};

test('thousands of interleavings keep every account sound, and a repeated command changes nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      let account = unopenedAccount;
      let nowMs = START_MS;
      for (const { command: wanted, daysLater, times } of steps) {
        nowMs += daysLater * DAY_MS;
        const now = new Date(nowMs).toISOString();
        const once = execute(account, wanted, now);
        expectSound(once);
        for (let time = 1; time < times; time += 1) expect(execute(once, wanted, now)).toEqual(once);
        account = once;
      }
    }),
    { numRuns: 3_000, seed: 20_260_315 },
  );
});
