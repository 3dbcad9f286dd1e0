// Granting and reversing credits, and closing an account: given, when, then.
import { fromVut, microVutOf } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import {
  accountId,
  captured,
  close,
  closed,
  grant,
  granted,
  NOW,
  opened,
  PERIOD,
  refused,
  release,
  released,
  reserved,
  reverse,
  reversed,
} from '../../fixtures/account-story.ts';
import { accountAggregate } from './account.ts';

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
    given(...opened, granted(10))
      .when(grant(5, 'g2'))
      .emits(granted(5, 'g2', { balance: [15, 0] })));
  test('paid credits come from payments, all others from promotion', () => {
    given(...opened)
      .when(grant(5, 'p1', 'purchase', 'payments'))
      .emits(granted(5, 'p1', { reason: 'purchase', source: 'payments' }));
    expect(given(...opened, granted(5, 'p1', { source: 'payments' })).state().balances).toMatchObject({
      available: fromVut(5),
      payments: fromVut(-5),
      promotion: 0,
    });
  });
  test('the same grant again changes nothing', () =>
    given(...opened, granted(10))
      .when(grant(10))
      .emitsNothing());
  test('the same operation with another amount, reason or source is refused', () => {
    const given10 = given(...opened, granted(10));
    given10.when(grant(11)).refuses('COMMAND_ID_REUSED');
    given10.when(grant(10, 'g1', 'gift')).refuses('COMMAND_ID_REUSED');
    given10.when(grant(10, 'g1', 'welcome bonus', 'payments')).refuses('COMMAND_ID_REUSED');
  });
  test('the operation of a reservation is refused, under way or settled', () => {
    given(...opened, granted(10), reserved(1))
      .when(grant(1, 'r1'))
      .refuses('COMMAND_ID_REUSED');
    given(...opened, granted(10), reserved(1), released(1))
      .when(grant(1, 'r1'))
      .refuses('COMMAND_ID_REUSED');
  });
  test('a closed account takes no more', () =>
    given(...opened, closed)
      .when(grant(5))
      .emits(refused('GrantCredits', 'g1', 'ACCOUNT_CLOSED')));
  test('an amount beyond what can be counted exactly is refused', () =>
    given(...opened, granted(10))
      .when(grant(microVutOf(Number.MAX_SAFE_INTEGER) / 1_000_000 - 1, 'g2'))
      .refuses('INVALID_REQUEST', { problem: 'amount: more than an account can hold' }));
});

describe('reversing a grant', () => {
  const bought = granted(10, 'p1', { reason: 'purchase', source: 'payments' });

  test('takes it back to where it came from', () =>
    given(...opened, bought)
      .when(reverse())
      .emits(reversed(10, 0, [0, 0])));
  test('takes what is still available; what is used or held by then is owed', () =>
    given(...opened, bought, reserved(4), captured(3, 1), reserved(2, 'r2'))
      .when(reverse())
      .emits(reversed(5, 5, [0, 2, 5])));
  test('the same reversal again changes nothing, a second one is refused', () => {
    given(...opened, bought, reversed(10, 0))
      .when(reverse())
      .emitsNothing();
    given(...opened, bought, reversed(10, 0))
      .when(reverse('v1', 'p1', 'other'))
      .refuses('COMMAND_ID_REUSED');
    given(...opened, bought, reversed(10, 0))
      .when(reverse('v2'))
      .emits(refused('ReverseGrant', 'v2', 'REFUND_EXCEEDS_CHARGE'));
  });
  test('of a grant that has not come is refused for now', () =>
    given(...opened)
      .when(reverse())
      .refuses('OPERATION_UNKNOWN'));
  test('of a refused grant is accepted and changes nothing', () =>
    given(...opened, closed, refused('GrantCredits', 'p1', 'ACCOUNT_CLOSED'))
      .when(reverse())
      .emitsNothing());
  test('a closed account can be reversed too', () =>
    given(...opened, bought, closed)
      .when(reverse())
      .emits(reversed(10, 0, [0, 0])));
});

describe('closing', () => {
  test('happens once', () => {
    given(...opened)
      .when(close)
      .emits(closed);
    given(...opened, closed)
      .when(close)
      .emitsNothing();
    given().when(close).emits(closed);
  });
  test('ends the monthly top-ups', () =>
    specify(accountAggregate, PERIOD.periodEnd)
      .given(...opened, granted(10), reserved(4), closed)
      .when(release())
      .emits(released(4, 'r1', { balance: [10, 0] })));
});
