// How a balance reads, before and after its period ends.
import type { AccountEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import {
  captured,
  closed,
  granted,
  opened,
  PERIOD,
  refunded,
  renewed,
  reserved,
  reversed,
} from '../../fixtures/account-story.ts';
import { evolveAccount, unopenedAccount } from './account-state.ts';
import { subscriptionAt } from './subscription.ts';

const accountAfter = (...events: AccountEvent[]) => {
  const account = [...opened, ...events].reduce(evolveAccount, unopenedAccount);
  if (account.openedAt === null) throw new Error('there is no account');
  return { ...account, openedAt: account.openedAt };
};
const usedAfter = (...events: AccountEvent[]): number =>
  subscriptionAt(accountAfter(...events), PERIOD.periodStart).vut_used_this_period;

test('a balance reads in VUT', () =>
  expect(subscriptionAt(accountAfter(granted(10), reserved(4), captured(3, 1)), PERIOD.periodStart)).toEqual({
    tier: 'free',
    vut_remaining: 7,
    vut_used_this_period: 3,
    monthly_limit: 1_000,
    period_end: PERIOD.periodEnd,
    vut_owed: 0,
  }));
test('what is owed reads in VUT, and the top-up of an ended period pays it first', () => {
  const bought = granted(3_000, 'p1', { source: 'payments' });
  const owing = (owed: number, at: string) =>
    subscriptionAt(accountAfter(bought, reserved(owed), reversed(3_000 - owed, owed)), at);
  expect(owing(2_500, PERIOD.periodStart)).toMatchObject({ vut_remaining: 0, vut_owed: 2_500 });
  expect(owing(900, PERIOD.periodEnd)).toMatchObject({ vut_remaining: 0, vut_owed: 800 });
  const used = [bought, reserved(400), captured(400, 0), reversed(2_600, 400)];
  expect(subscriptionAt(accountAfter(...used), PERIOD.periodEnd)).toMatchObject({
    vut_remaining: 600,
    vut_owed: 0,
  });
});
test('a balance whose period has ended reads as the next command will find it', () =>
  expect(
    subscriptionAt(accountAfter(granted(10), reserved(4), captured(3, 1)), PERIOD.periodEnd),
  ).toMatchObject({
    vut_remaining: 1_000,
    vut_used_this_period: 0,
    period_end: '2026-05-01T00:00:00.000Z',
  }));
test('a closed account is not topped up', () =>
  expect(subscriptionAt(accountAfter(granted(10), closed), PERIOD.periodEnd)).toMatchObject({
    vut_remaining: 10,
  }));
test('a user without an account has nothing', () =>
  expect(subscriptionAt(null, '2026-03-15T12:00:00.000Z')).toEqual({
    tier: 'free',
    vut_remaining: 0,
    vut_used_this_period: 0,
    monthly_limit: 1_000,
    period_end: '2026-04-15T12:00:00.000Z',
    vut_owed: 0,
  }));
test('what is used this month is what was captured, less what came back, and begins at 0 with each month', () => {
  const used = [granted(10), reserved(4), captured(3, 1)];
  expect(usedAfter(...used, refunded(2))).toBe(1);
  expect(usedAfter(...used, renewed(993))).toBe(0);
  expect(usedAfter(...used, renewed(993), refunded(2))).toBe(0);
});
