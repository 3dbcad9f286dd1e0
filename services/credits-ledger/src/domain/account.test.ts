// Given what has happened to an account, when a command comes, then these events or this refusal follow.
import { type AccountEvent, fromVut, microVutOf, type Refusal } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { type Account, type AccountCommand, accountAggregate, decideAccount } from './account.ts';

const accountId = 'user-1';
const NOW = '2026-03-15T12:00:00.000Z';
const EXPIRY = '2026-03-15T13:00:00.000Z';
const PERIOD = { periodStart: '2026-03-01T00:00:00.000Z', periodEnd: '2026-04-01T00:00:00.000Z' };

const opened: AccountEvent = { type: 'AccountOpened', data: { accountId, ...PERIOD } };
const granted = (vut: number, operationId = 'g1', reason = 'welcome bonus'): AccountEvent => ({
  type: 'CreditsGranted',
  data: { accountId, operationId, amount: fromVut(vut), reason },
});
const reserved = (vut: number, operationId = 'r1'): AccountEvent => ({
  type: 'CreditsReserved',
  data: { accountId, operationId, amount: fromVut(vut), purpose: 'backtest', expiresAt: EXPIRY },
});
const captured = (vut: number, returnedVut: number, operationId = 'r1'): AccountEvent => ({
  type: 'CreditsCaptured',
  data: {
    accountId,
    operationId,
    amount: fromVut(vut),
    returned: fromVut(returnedVut),
    purpose: 'backtest',
  },
});
const released = (vut: number, operationId = 'r1'): AccountEvent => ({
  type: 'CreditsReleased',
  data: { accountId, operationId, amount: fromVut(vut), reason: 'failed' },
});

type Decide = (account: Account, now: string) => AccountEvent[] | Refusal;

const deciding =
  (command: AccountCommand): Decide =>
  (account, now) =>
    decideAccount(command, account, now);

const grant = (vut: number, operationId = 'g1', reason = 'welcome bonus') =>
  deciding({ type: 'GrantCredits', accountId, operationId, amount: fromVut(vut), reason });
const reserve = (vut: number, operationId = 'r1', purpose = 'backtest') =>
  deciding({
    type: 'ReserveCredits',
    accountId,
    operationId,
    amount: fromVut(vut),
    purpose,
    expiresAt: EXPIRY,
  });
const capture = (vut: number, operationId = 'r1') =>
  deciding({ type: 'CaptureCredits', accountId, operationId, amount: fromVut(vut) });
const release = (operationId = 'r1', reason: 'cancelled' | 'failed' | 'expired' = 'failed') =>
  deciding({ type: 'ReleaseCredits', accountId, operationId, reason });

const { given } = specify(accountAggregate, NOW);

describe('granting', () => {
  test('the first grant opens the account and its first period', () =>
    given()
      .when(grant(10_000))
      .emits(
        {
          type: 'AccountOpened',
          data: { accountId, periodStart: NOW, periodEnd: '2026-04-15T12:00:00.000Z' },
        },
        granted(10_000),
      ));
  test('a later grant only adds', () =>
    given(opened, granted(10)).when(grant(5, 'g2')).emits(granted(5, 'g2')));
  test('the same grant again changes nothing', () =>
    given(opened, granted(10)).when(grant(10)).emitsNothing());
  test('the same operation with another amount or reason is refused', () => {
    given(opened, granted(10)).when(grant(11)).refuses('COMMAND_ID_REUSED');
    given(opened, granted(10))
      .when(grant(10, 'g1', 'gift'))
      .refuses('COMMAND_ID_REUSED');
  });
  test('the operation of a reservation is refused, under way or settled', () => {
    given(opened, granted(10), reserved(1)).when(grant(1, 'r1')).refuses('COMMAND_ID_REUSED');
    given(opened, granted(10), reserved(1), released(1)).when(grant(1, 'r1')).refuses('COMMAND_ID_REUSED');
  });
  test('an amount beyond what can be counted exactly is refused', () =>
    given(opened, granted(10))
      .when(
        deciding({
          type: 'GrantCredits',
          accountId,
          operationId: 'g2',
          amount: microVutOf(Number.MAX_SAFE_INTEGER),
          reason: '',
        }),
      )
      .refuses('INVALID_REQUEST', { problem: 'amount: more than an account can hold' }));
});

describe('reserving', () => {
  test('holds what is available', () => given(opened, granted(10)).when(reserve(10)).emits(reserved(10)));
  test('an unknown account has nothing', () =>
    given().when(reserve(0)).refuses('INSUFFICIENT_CREDITS', { required: 0, available: 0 }));
  test('more than is available is refused with both amounts in VUT', () =>
    given(opened, granted(10), reserved(4))
      .when(reserve(6.5, 'r2'))
      .refuses('INSUFFICIENT_CREDITS', { required: 6.5, available: 6 }));
  test('the same reservation again changes nothing, even when it is captured by now', () => {
    given(opened, granted(10), reserved(4)).when(reserve(4)).emitsNothing();
    given(opened, granted(10), reserved(4), captured(3, 1)).when(reserve(4)).emitsNothing();
  });
  test('the same operation with another amount or purpose, or of a grant, is refused', () => {
    given(opened, granted(10), reserved(4)).when(reserve(5)).refuses('COMMAND_ID_REUSED');
    given(opened, granted(10), reserved(4))
      .when(reserve(4, 'r1', 'chat'))
      .refuses('COMMAND_ID_REUSED');
    given(opened, granted(10)).when(reserve(4, 'g1')).refuses('COMMAND_ID_REUSED');
  });
  test('a released reservation is not taken up again', () =>
    given(opened, granted(10), reserved(4), released(4)).when(reserve(4)).refuses('RESERVATION_SETTLED'));
  test('reservations under way are bounded', () => {
    const many = Array.from({ length: 500 }, (_, index) => reserved(0, `r-${index}`));
    given(opened, granted(10), ...many)
      .when(reserve(1, 'one-more'))
      .refuses('TOO_MANY_REQUESTS');
  });
});

describe('capturing', () => {
  test('takes what was used and gives the rest back', () => {
    given(opened, granted(10), reserved(4)).when(capture(3)).emits(captured(3, 1));
    const account = given(opened, granted(10), reserved(4), captured(3, 1)).state();
    expect(account).toMatchObject({ available: fromVut(7), reserved: 0, spent: fromVut(3) });
  });
  test('nothing used gives all back', () =>
    given(opened, granted(10), reserved(4)).when(capture(0)).emits(captured(0, 4)));
  test('an unknown reservation is refused', () =>
    given(opened, granted(10)).when(capture(1)).refuses('RESERVATION_UNKNOWN'));
  test('more than was reserved is refused', () =>
    given(opened, granted(10), reserved(4)).when(capture(4.000001)).refuses('CAPTURE_EXCEEDS_RESERVATION'));
  test('the same capture again changes nothing, another outcome is refused', () => {
    given(opened, granted(10), reserved(4), captured(3, 1)).when(capture(3)).emitsNothing();
    given(opened, granted(10), reserved(4), captured(3, 1)).when(capture(2)).refuses('RESERVATION_SETTLED');
    given(opened, granted(10), reserved(4), released(4)).when(capture(3)).refuses('RESERVATION_SETTLED');
  });
});

describe('releasing', () => {
  test('gives all back', () => {
    given(opened, granted(10), reserved(4)).when(release()).emits(released(4));
    const account = given(opened, granted(10), reserved(4), released(4)).state();
    expect(account).toMatchObject({ available: fromVut(10), reserved: 0, spent: 0 });
  });
  test('the same release again changes nothing, a captured one is refused', () => {
    given(opened, granted(10), reserved(4), released(4)).when(release('r1', 'cancelled')).emitsNothing();
    given(opened, granted(10), reserved(4), captured(4, 0)).when(release()).refuses('RESERVATION_SETTLED');
  });
  test('one that has not arrived yet is refused when it comes after its release', () => {
    given(opened, granted(10)).when(release()).emits(released(0));
    given(opened, granted(10), released(0)).when(reserve(4)).refuses('RESERVATION_SETTLED');
  });
  test('what is no reservation is refused', () => {
    given().when(release()).refuses('RESERVATION_UNKNOWN');
    given(opened, granted(10)).when(release('g1')).refuses('RESERVATION_UNKNOWN');
  });
  test('as expired only once it has expired', () => {
    given(opened, granted(10), reserved(4))
      .when(release('r1', 'expired'))
      .refuses('INVALID_REQUEST', { problem: 'reason: the reservation has not expired yet' });
    const atExpiry = specify(accountAggregate, EXPIRY);
    atExpiry
      .given(opened, granted(10), reserved(4))
      .when(release('r1', 'expired'))
      .emits({
        type: 'CreditsReleased',
        data: { accountId, operationId: 'r1', amount: fromVut(4), reason: 'expired' },
      });
  });
});

describe('the end of a period', () => {
  const nextPeriod = { periodStart: '2026-04-01T00:00:00.000Z', periodEnd: '2026-05-01T00:00:00.000Z' };
  const { given } = specify(accountAggregate, PERIOD.periodEnd);
  const renewed = (toppedUpVut: number): AccountEvent => ({
    type: 'PeriodRenewed',
    data: { accountId, ...nextPeriod, toppedUp: fromVut(toppedUpVut) },
  });

  test('is met by the next change: less than 1,000 VUT are topped up first', () =>
    given(opened, granted(10)).when(reserve(600)).emits(renewed(990), reserved(600)));
  test('credits that are held count as credits', () =>
    given(opened, granted(1_500), reserved(800)).when(capture(800)).emits(renewed(0), captured(800, 0)));
  test('brings nothing to repeats and refusals', () => {
    given(opened, granted(10)).when(grant(10)).emitsNothing();
    given(opened, granted(10))
      .when(reserve(1_001))
      .refuses('INSUFFICIENT_CREDITS', { required: 1_001, available: 1_000 });
  });
  test('a renewed period counts what was topped up as granted', () => {
    const account = given(opened, granted(10), renewed(990)).state();
    expect(account).toMatchObject({
      available: fromVut(1_000),
      granted: fromVut(1_000),
      periodEnd: nextPeriod.periodEnd,
    });
  });
});

test('settled reservations are remembered up to a bound, the newest ones', () => {
  const settled = Array.from({ length: 501 }, (_, index) => [
    reserved(1, `r-${index}`),
    captured(1, 0, `r-${index}`),
  ]);
  const account = given(opened, granted(1_000), ...settled.flat());
  expect(account.state().settlements).toHaveLength(500);
  account.when(capture(1, 'r-500')).emitsNothing();
  account.when(capture(1, 'r-0')).refuses('RESERVATION_UNKNOWN');
});
