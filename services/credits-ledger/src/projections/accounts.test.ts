// How each event changes a stored balance.
import { type AccountEvent, fromVut } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import {
  accountId,
  captured,
  closed,
  granted,
  opened,
  PERIOD,
  refunded,
  refused,
  released,
  renewed,
  repaying,
  reserved,
  reversed,
} from '../../fixtures/account-story.ts';
import { type AccountDocument, accountsProjection } from './accounts.ts';

const accountAfter = (...events: AccountEvent[]): AccountDocument => {
  const account = projected(accountsProjection, [...opened, ...events])[accountId];
  if (!account) throw new Error('there is no account');
  return account;
};
const held = (available: number, reservedVut: number, used: number) => ({
  balances: { available: fromVut(available), reserved: fromVut(reservedVut) },
  usedThisPeriod: fromVut(used),
});
const bought = granted(10, 'p1', { reason: 'purchase', source: 'payments' });

test('AccountOpened begins with nothing', () =>
  expect(accountAfter()).toEqual({
    openedAt: PERIOD.periodStart,
    periodEnd: PERIOD.periodEnd,
    isClosed: false,
    balances: { available: 0, reserved: 0, spent: 0, promotion: 0, payments: 0, debt: 0 },
    usedThisPeriod: 0,
  }));
test('CreditsGranted adds', () => expect(accountAfter(granted(10))).toMatchObject(held(10, 0, 0)));
test('CreditsReserved holds', () =>
  expect(accountAfter(granted(10), reserved(4))).toMatchObject(held(6, 4, 0)));
test('CreditsCaptured uses some and gives the rest back', () =>
  expect(accountAfter(granted(10), reserved(4), captured(3, 1))).toMatchObject(held(7, 0, 3)));
test('CreditsReleased returns everything', () =>
  expect(accountAfter(granted(10), reserved(4), released(4))).toMatchObject(held(10, 0, 0)));
test('CreditsRefunded returns used credits, of this period or an earlier one', () => {
  const used = [granted(10), reserved(4), captured(3, 1)];
  expect(accountAfter(...used, refunded(2))).toMatchObject(held(9, 0, 1));
  expect(accountAfter(...used, renewed(993), refunded(2))).toMatchObject(held(1_002, 0, 0));
});
test('GrantReversed takes back', () =>
  expect(accountAfter(bought, reserved(4), captured(3, 1), reversed(7, 3))).toMatchObject({
    balances: { available: 0, reserved: 0, spent: fromVut(3), payments: 0, debt: fromVut(-3) },
    usedThisPeriod: fromVut(3),
  }));
test('what comes in pays what is owed', () => {
  const owing = [bought, reserved(4), reversed(6, 4)];
  const released4 = repaying(4, released(4));
  expect(accountAfter(...owing, released4)).toMatchObject({ balances: { available: 0, debt: 0 } });
  expect(accountAfter(...owing, repaying(4, granted(5, 'g2')))).toMatchObject({
    balances: { available: fromVut(1), reserved: fromVut(4), debt: 0 },
  });
});
test('PeriodRenewed tops up and counts use from zero', () =>
  expect(accountAfter(granted(10), reserved(4), captured(3, 1), renewed(993))).toMatchObject({
    periodEnd: '2026-05-01T00:00:00.000Z',
    ...held(1_000, 0, 0),
  }));
test('CommandRefused changes nothing', () => {
  const refusal = refused('ReserveCredits', 'r1', 'INSUFFICIENT_CREDITS');
  expect(accountAfter(granted(10), refusal)).toEqual(accountAfter(granted(10)));
  expect(projected(accountsProjection, [refusal])).toEqual({});
});
test('AccountClosed shows', () => {
  expect(accountAfter(granted(10), closed)).toMatchObject({ isClosed: true, ...held(10, 0, 0) });
  expect(projected(accountsProjection, [closed])).toEqual({});
});
