// What each event does to a balance, and how a balance reads before and after its period ends.
import { type AccountEvent, fromVut } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { type AccountDocument, accountsProjection, subscriptionAt } from './accounts.ts';

const accountId = 'user-1';
const PERIOD = { periodStart: '2026-03-01T00:00:00.000Z', periodEnd: '2026-04-01T00:00:00.000Z' };
const operation = { accountId, operationId: 'o1' };

const opened: AccountEvent = { type: 'AccountOpened', data: { accountId, ...PERIOD } };
const granted: AccountEvent = {
  type: 'CreditsGranted',
  data: { ...operation, amount: fromVut(10), reason: 'gift' },
};
const reserved: AccountEvent = {
  type: 'CreditsReserved',
  data: { ...operation, amount: fromVut(4), purpose: 'backtest', expiresAt: PERIOD.periodEnd },
};
const captured: AccountEvent = {
  type: 'CreditsCaptured',
  data: { ...operation, amount: fromVut(3), returned: fromVut(1), purpose: 'backtest' },
};
const released: AccountEvent = {
  type: 'CreditsReleased',
  data: { ...operation, amount: fromVut(4), reason: 'failed' },
};
const renewed: AccountEvent = {
  type: 'PeriodRenewed',
  data: {
    accountId,
    periodStart: PERIOD.periodEnd,
    periodEnd: '2026-05-01T00:00:00.000Z',
    toppedUp: fromVut(993),
  },
};

const accountAfter = (...events: AccountEvent[]): AccountDocument => {
  const account = projected(accountsProjection, events)[accountId];
  if (!account) throw new Error('there is no account');
  return account;
};
const vut = (available: number, reservedVut: number, used: number) => ({
  available: fromVut(available),
  reserved: fromVut(reservedVut),
  usedThisPeriod: fromVut(used),
});

test('AccountOpened begins with nothing', () =>
  expect(accountAfter(opened)).toEqual({
    openedAt: PERIOD.periodStart,
    periodEnd: PERIOD.periodEnd,
    ...vut(0, 0, 0),
  }));
test('CreditsGranted adds', () => expect(accountAfter(opened, granted)).toMatchObject(vut(10, 0, 0)));
test('CreditsReserved holds', () =>
  expect(accountAfter(opened, granted, reserved)).toMatchObject(vut(6, 4, 0)));
test('CreditsCaptured uses some and gives the rest back', () =>
  expect(accountAfter(opened, granted, reserved, captured)).toMatchObject(vut(7, 0, 3)));
test('CreditsReleased gives all back', () =>
  expect(accountAfter(opened, granted, reserved, released)).toMatchObject(vut(10, 0, 0)));
test('PeriodRenewed tops up and counts use from zero', () =>
  expect(accountAfter(opened, granted, reserved, captured, renewed)).toEqual({
    openedAt: PERIOD.periodStart,
    periodEnd: '2026-05-01T00:00:00.000Z',
    ...vut(1_000, 0, 0),
  }));

test('a balance reads in VUT', () =>
  expect(
    subscriptionAt(accountAfter(opened, granted, reserved, captured), '2026-03-20T00:00:00.000Z'),
  ).toEqual({
    tier: 'free',
    vut_remaining: 7,
    vut_used_this_period: 3,
    monthly_limit: 1_000,
    period_end: PERIOD.periodEnd,
  }));
test('once its period has ended it reads as the next command will find it', () =>
  expect(
    subscriptionAt(accountAfter(opened, granted, reserved, captured), '2026-06-20T00:00:00.000Z'),
  ).toMatchObject({
    vut_remaining: 1_000,
    vut_used_this_period: 0,
    period_end: '2026-07-01T00:00:00.000Z',
  }));
test('who was never granted anything has nothing', () =>
  expect(subscriptionAt(null, PERIOD.periodStart)).toEqual({
    tier: 'free',
    vut_remaining: 0,
    vut_used_this_period: 0,
    monthly_limit: 1_000,
    period_end: PERIOD.periodEnd,
  }));
