// Debts after reversals: what comes in pays them first, oldest first, and nothing is held meanwhile. Given, when, then.
import { type AccountEvent, fromVut } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import {
  accountId,
  capture,
  captured,
  close,
  closed,
  EXPIRY,
  expire,
  grant,
  granted,
  NOW,
  opened,
  PERIOD,
  refund,
  refunded,
  refused,
  release,
  released,
  renewed,
  repaying,
  reserve,
  reserved,
  reverse,
  reversed,
} from '../../fixtures/account-story.ts';
import { accountAggregate, decideAccount } from './account.ts';
import { sumOf } from './account-balances.ts';
import type { AccountCommand } from './account-commands.ts';
import { answerOf } from './account-operations.ts';
import { evolveAccount, unopenedAccount } from './account-state.ts';

const { given } = specify(accountAggregate, NOW);
const later = specify(accountAggregate, EXPIRY);
const NEXT_DAY = '2026-03-16T12:00:00.000Z';

const bought = (vut: number, operationId = 'p1') =>
  granted(vut, operationId, { reason: 'purchase', source: 'payments' });
/** 10 VUT were bought, all of them are held, and the money went back. */
const owing10 = [...opened, bought(10), reserved(10), reversed(0, 10)];
const debtsOf = (...events: AccountEvent[]) => given(...events).state().debts;

describe('a user who owes', () => {
  test('has nothing available, and the source has everything back', () => {
    const { balances, debts } = given(...owing10).state();
    expect(debts).toEqual([{ grant: 'p1', owed: fromVut(10) }]);
    expect(balances).toEqual({
      ...{ available: 0, reserved: fromVut(10), spent: 0, promotion: 0 },
      ...{ payments: 0, debt: fromVut(-10) },
    });
    expect(sumOf(balances)).toBe(0);
  });
  test.each([0, 1])('holds no credits, not even %d, and reads why and how much', (vut) =>
    given(...owing10)
      .when(reserve(vut, 'r2'))
      .emits(refused('ReserveCredits', 'r2', 'CREDITS_OWED', { owed: 10, required: vut, available: 0 }, vut)),
  );
  test('is answered as before about what was held before', () =>
    given(...owing10)
      .when(reserve(10))
      .emitsNothing());
  test('is still charged for work under way, and the rest pays the debt', () => {
    given(...owing10)
      .when(capture(3))
      .emits(repaying(7, captured(3, 7), [0, 0, 3]));
    given(...owing10)
      .when(capture(10))
      .emits(captured(10, 0, 'r1', [0, 0, 10]));
  });
  test('pays with all that comes back or in', () => {
    given(...owing10)
      .when(release())
      .emits(repaying(10, released(10), [0, 0]));
    given(...owing10)
      .when(grant(4, 'g2'))
      .emits(repaying(4, granted(4, 'g2'), [0, 10, 6]));
    given(...owing10)
      .when(grant(25, 'p2', 'purchase', 'payments'))
      .emits(repaying(10, bought(25, 'p2'), [15, 10]));
    given(...opened, bought(10), reserved(10), captured(10, 0), reversed(0, 10))
      .when(refund(4))
      .emits(repaying(4, refunded(4), [0, 0, 6]));
  });
  test('pays with what expires, and may hold credits again once all is paid', () => {
    later
      .given(...owing10)
      .when(expire)
      .emits(repaying(10, released(10, 'r1', { reason: 'expired' }), [0, 0]));
    later
      .given(...opened, granted(5), bought(10), reserved(15), reversed(0, 10))
      .when(reserve(5, 'r2', { expiresAt: NEXT_DAY }))
      .emits(
        repaying(10, released(15, 'r1', { reason: 'expired' }), [5, 0]),
        reserved(5, 'r2', { expiresAt: NEXT_DAY, balance: [0, 5] }),
      );
  });
  test('is topped up at the end of a period as anyone, and pays with it', () => {
    const { given: atEnd } = specify(accountAggregate, PERIOD.periodEnd);
    const muchLater = { expiresAt: '2026-04-02T00:00:00.000Z' };
    const used = [...opened, bought(1_600), reserved(1_600), captured(1_600, 0), reversed(0, 1_600)];
    atEnd(...used)
      .when(reserve(1, 'r2', muchLater))
      .emits(
        repaying(1_000, renewed(1_000), [0, 0, 600]),
        refused(
          ...(['ReserveCredits', 'r2', 'CREDITS_OWED', { owed: 600, required: 1, available: 0 }] as const),
          ...([1, muchLater.expiresAt] as const),
        ),
      );
    atEnd(...opened, bought(400), reserved(400), captured(400, 0), reversed(0, 400))
      .when(reserve(600, 'r2', muchLater))
      .emits(
        repaying(400, renewed(1_000), [600, 0]),
        reserved(600, 'r2', { ...muchLater, balance: [0, 600] }),
      );
  });
  test('may delete the account: what is under way still pays, and nothing more comes in', () => {
    given(...owing10)
      .when(close)
      .emits(closed);
    given(...owing10, closed)
      .when(release())
      .emits(repaying(10, released(10), [0, 0]));
    given(...owing10, closed)
      .when(grant(5, 'g2'))
      .emits(refused('GrantCredits', 'g2', 'ACCOUNT_CLOSED'));
  });
  test('is refused only for now while more has expired than a commit takes', () => {
    const many = Array.from({ length: 95 }, (_, index) => reserved(1, `r-${index}`));
    later
      .given(...opened, bought(95), ...many, reversed(0, 95))
      .when(reserve(1, 'new', { expiresAt: NEXT_DAY }))
      .refuses('CREDITS_OWED', { owed: 5, required: 1, available: 0 });
  });
});

describe('several debts', () => {
  const two = [
    ...opened,
    bought(10),
    bought(20, 'p2'),
    reserved(30),
    reversed(0, 20, undefined, ['v2', 'p2']),
    reversed(0, 10),
  ];
  test('add up', () =>
    expect(debtsOf(...two)).toEqual([
      { grant: 'p2', owed: fromVut(20) },
      { grant: 'p1', owed: fromVut(10) },
    ]));
  test('are paid oldest first, in parts', () => {
    expect(debtsOf(...two, repaying(15, granted(15)))).toEqual([
      { grant: 'p2', owed: fromVut(5) },
      { grant: 'p1', owed: fromVut(10) },
    ]);
    expect(debtsOf(...two, repaying(15, granted(15)), repaying(9, granted(9, 'g2')))).toEqual([
      { grant: 'p1', owed: fromVut(6) },
    ]);
    expect(debtsOf(...two, repaying(30, released(30)))).toEqual([]);
  });
  test('include the purchase whose credits have paid another', () => {
    given(...owing10, repaying(10, bought(10, 'p2')))
      .when(reverse('v2', 'p2'))
      .emits(reversed(0, 10, [0, 10, 10], ['v2', 'p2']));
  });
});

describe('a reversal', () => {
  test('takes what has expired before anything becomes a debt', () =>
    later
      .given(...opened, bought(10), reserved(10))
      .when(reverse())
      .emits(released(10, 'r1', { reason: 'expired', balance: [10, 0] }), reversed(10, 0, [0, 0])));
  test('makes a debt once', () => {
    given(...owing10)
      .when(reverse())
      .emitsNothing();
    given(...owing10)
      .when(reverse('v2'))
      .emits(refused('ReverseGrant', 'v2', 'REFUND_EXCEEDS_CHARGE'));
  });
});

test('the answer says what is owed, and a repeat says the same', () => {
  const reversing: AccountCommand = {
    type: 'ReverseGrant',
    ...{ accountId, operationId: 'v1', grant: 'p1', reason: 'refund' },
  };
  const before = [...opened, bought(10), reserved(4)].reduce(evolveAccount, unopenedAccount);
  const events = decideAccount(reversing, before, NOW) as AccountEvent[];
  const after = events.reduce(evolveAccount, before);
  const answer = { available: 0, reserved: fromVut(4), owed: fromVut(4) };
  expect(answerOf(reversing, events, after)).toEqual(answer);
  const paid = evolveAccount(after, repaying(4, released(4)));
  expect(answerOf(reversing, [], paid)).toEqual(answer);
});
