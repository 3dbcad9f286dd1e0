// Reserving, settling and refunding credits, and the effects of time: given, when, then.
import { type AccountEvent, fromVut } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import {
  capture,
  captured,
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
  reserve,
  reserved,
} from '../../fixtures/account-story.ts';
import { accountAggregate } from './account.ts';
import { sumOf } from './account-balances.ts';

const { given } = specify(accountAggregate, NOW);
const later = specify(accountAggregate, EXPIRY);
const NEXT_DAY = '2026-03-16T12:00:00.000Z';

describe('reserving', () => {
  test('holds what is available', () =>
    given(...opened, granted(10))
      .when(reserve(10))
      .emits(reserved(10, 'r1', { balance: [0, 10] })));
  test('an unknown account has nothing', () =>
    given()
      .when(reserve(0))
      .emits(refused('ReserveCredits', 'r1', 'INSUFFICIENT_CREDITS', { required: 0, available: 0 }, 0)));
  test('more than is available is refused with both amounts in VUT', () =>
    given(...opened, granted(10), reserved(4))
      .when(reserve(6.5, 'r2'))
      .emits(refused('ReserveCredits', 'r2', 'INSUFFICIENT_CREDITS', { required: 6.5, available: 6 }, 6.5)));
  test('a refused reservation stays refused, however many credits there are now', () => {
    const poor = refused('ReserveCredits', 'r1', 'INSUFFICIENT_CREDITS', { required: 20, available: 10 }, 20);
    const rich = given(...opened, granted(10), poor, granted(90, 'g2'));
    rich.when(reserve(20)).refuses('INSUFFICIENT_CREDITS', { required: 20, available: 10 });
    rich.when(reserve(19)).refuses('COMMAND_ID_REUSED');
    rich.when(grant(20, 'r1')).refuses('COMMAND_ID_REUSED');
    rich.when(reserve(20, 'r2')).emits(reserved(20, 'r2', { balance: [80, 20] }));
  });
  test('the same reservation again changes nothing, even when it is settled by now', () => {
    given(...opened, granted(10), reserved(4))
      .when(reserve(4))
      .emitsNothing();
    given(...opened, granted(10), reserved(4), captured(3, 1))
      .when(reserve(4))
      .emitsNothing();
    given(...opened, granted(10), reserved(4), released(4))
      .when(reserve(4))
      .emitsNothing();
  });
  test('the same operation with another content, or of a grant, is refused', () => {
    const held = given(...opened, granted(10), reserved(4));
    held.when(reserve(5)).refuses('COMMAND_ID_REUSED');
    held.when(reserve(4, 'r1', { purpose: 'chat' })).refuses('COMMAND_ID_REUSED');
    held.when(reserve(4, 'r1', { expiresAt: '2026-03-15T14:00:00.000Z' })).refuses('COMMAND_ID_REUSED');
    given(...opened, granted(10))
      .when(reserve(4, 'g1'))
      .refuses('COMMAND_ID_REUSED');
  });
  test('a reservation that has expired already is refused', () =>
    given(...opened, granted(10))
      .when(reserve(4, 'r1', { expiresAt: NOW }))
      .emits(refused('ReserveCredits', 'r1', 'RESERVATION_EXPIRED', undefined, 4, NOW)));
  test('a reservation for more than a week is refused, and the refusal is not stored', () => {
    const account = given(...opened, granted(10));
    const week = '2026-03-22T12:00:00.000Z';
    account
      .when(reserve(4, 'r1', { expiresAt: week }))
      .emits(reserved(4, 'r1', { expiresAt: week, balance: [6, 4] }));
    const problem = 'expiresAt: more than 7 days ahead';
    for (const before of [[], [closed], [released(0)]])
      given(...opened, granted(10), ...before)
        .when(reserve(4, 'r1', { expiresAt: '2026-03-22T12:00:00.001Z' }))
        .refuses('INVALID_REQUEST', { problem });
  });
  test('a closed account holds nothing more', () =>
    given(...opened, granted(10), closed)
      .when(reserve(4))
      .emits(refused('ReserveCredits', 'r1', 'ACCOUNT_CLOSED', undefined, 4)));
  test('reservations under way are bounded', () => {
    const many = Array.from({ length: 500 }, (_, index) => reserved(0, `r-${index}`));
    given(...opened, granted(10), ...many)
      .when(reserve(1, 'one-more'))
      .refuses('TOO_MANY_REQUESTS');
  });
});

describe('capturing', () => {
  test('charges what was used and releases the rest', () => {
    given(...opened, granted(10), reserved(4))
      .when(capture(3))
      .emits(captured(3, 1, 'r1', [7, 0]));
    const { balances } = given(...opened, granted(10), reserved(4), captured(3, 1)).state();
    expect(balances).toMatchObject({ available: fromVut(7), reserved: 0, spent: fromVut(3) });
    expect(sumOf(balances)).toBe(0);
  });
  test('releases everything when nothing was used', () =>
    given(...opened, granted(10), reserved(4))
      .when(capture(0))
      .emits(captured(0, 4, 'r1', [10, 0])));
  test('an unknown reservation is refused', () =>
    given(...opened, granted(10))
      .when(capture(1))
      .emits(refused('CaptureCredits', 'r1', 'RESERVATION_UNKNOWN')));
  test('more than was reserved is refused', () =>
    given(...opened, granted(10), reserved(4))
      .when(capture(4.000001))
      .emits(refused('CaptureCredits', 'r1', 'CAPTURE_EXCEEDS_RESERVATION')));
  test('the same capture again changes nothing, another outcome is refused', () => {
    const settled = given(...opened, granted(10), reserved(4), captured(3, 1));
    settled.when(capture(3)).emitsNothing();
    settled.when(capture(2)).emits(refused('CaptureCredits', 'r1', 'RESERVATION_SETTLED'));
    given(...opened, granted(10), reserved(4), released(4))
      .when(capture(3))
      .emits(refused('CaptureCredits', 'r1', 'RESERVATION_SETTLED'));
  });
  test('a refused capture keeps no id from its reservation', () =>
    given(...opened, granted(10), refused('CaptureCredits', 'r1', 'RESERVATION_UNKNOWN'))
      .when(reserve(4))
      .emits(reserved(4, 'r1', { balance: [6, 4] })));
  test('late, it still captures; once its expiry was written down, it is refused', () => {
    later
      .given(...opened, granted(10), reserved(4))
      .when(capture(3))
      .emits(captured(3, 1, 'r1', [7, 0]));
    later
      .given(...opened, granted(10), reserved(4), released(4, 'r1', { reason: 'expired' }))
      .when(capture(3))
      .emits(refused('CaptureCredits', 'r1', 'RESERVATION_EXPIRED'));
  });
  test('a closed account still settles', () =>
    given(...opened, granted(10), reserved(4), closed)
      .when(capture(4))
      .emits(captured(4, 0, 'r1', [6, 0])));
});

describe('releasing', () => {
  test('releases everything', () => {
    given(...opened, granted(10), reserved(4))
      .when(release())
      .emits(released(4, 'r1', { balance: [10, 0] }));
    const { balances } = given(...opened, granted(10), reserved(4), released(4)).state();
    expect(balances).toMatchObject({ available: fromVut(10), reserved: 0, spent: 0 });
  });
  test('the same release again changes nothing, a captured one is refused', () => {
    given(...opened, granted(10), reserved(4), released(4))
      .when(release('r1', 'cancelled'))
      .emitsNothing();
    given(...opened, granted(10), reserved(4), captured(4, 0))
      .when(release())
      .emits(refused('ReleaseCredits', 'r1', 'RESERVATION_SETTLED'));
  });
  test('one that has not arrived yet is refused when it comes after its release, and stays so', () => {
    given(...opened, granted(10))
      .when(release())
      .emits(released(0, 'r1', { balance: [10, 0] }));
    const tooLate = refused('ReserveCredits', 'r1', 'RESERVATION_SETTLED', undefined, 4);
    given(...opened, granted(10), released(0))
      .when(reserve(4))
      .emits(tooLate);
    given(...opened, granted(10), released(0), tooLate)
      .when(reserve(4))
      .refuses('RESERVATION_SETTLED');
    given(...opened, granted(10), released(0), tooLate)
      .when(release())
      .emitsNothing();
  });
  test('of a refused reservation is accepted and changes nothing', () =>
    given(...opened, refused('ReserveCredits', 'r1', 'INSUFFICIENT_CREDITS', undefined, 4))
      .when(release())
      .emitsNothing());
  test('an operation that is not a reservation is refused', () => {
    given()
      .when(release())
      .emits(refused('ReleaseCredits', 'r1', 'RESERVATION_UNKNOWN'));
    given(...opened, granted(10))
      .when(release('g1'))
      .emits(refused('ReleaseCredits', 'g1', 'RESERVATION_UNKNOWN'));
  });
  test('as expired only once it has expired', () => {
    given(...opened, granted(10), reserved(4))
      .when(release('r1', 'expired'))
      .refuses('INVALID_REQUEST', { problem: 'reason: the reservation has not expired yet' });
    later
      .given(...opened, granted(10), reserved(4))
      .when(release('r1', 'expired'))
      .emits(released(4, 'r1', { reason: 'expired', balance: [10, 0] }));
  });
});

describe('expiry', () => {
  const expiredFirst = released(4, 'r1', { reason: 'expired', balance: [10, 0] });

  test('is written down by the command for it, when there is any', () => {
    later
      .given(...opened, granted(10), reserved(4))
      .when(expire)
      .emits(expiredFirst);
    given(...opened, granted(10), reserved(4))
      .when(expire)
      .emitsNothing();
    given().when(expire).emitsNothing();
  });
  test('comes before other decisions, in the same commit', () =>
    later
      .given(...opened, granted(10), reserved(4))
      .when(reserve(10, 'r2', { expiresAt: NEXT_DAY }))
      .emits(expiredFirst, reserved(10, 'r2', { expiresAt: NEXT_DAY, balance: [0, 10] })));
  test('is not written down for a repeat', () =>
    later
      .given(...opened, granted(10), reserved(4))
      .when(grant(10))
      .emitsNothing());
  test('a commit takes a limited number, and the next one the rest', () => {
    const many = Array.from({ length: 100 }, (_, index) => reserved(0, `r-${index}`));
    const decided = accountAggregate.initial;
    const account = [...opened, granted(10), ...many].reduce(accountAggregate.evolve, decided);
    const events = expire(account, EXPIRY) as AccountEvent[];
    expect(events).toHaveLength(90);
    expect(expire(events.reduce(accountAggregate.evolve, account), EXPIRY)).toHaveLength(10);
  });
  test('while more has expired than a commit takes, a lack of credits is not final', () => {
    const many = Array.from({ length: 95 }, (_, index) => reserved(1, `r-${index}`));
    const account = later.given(...opened, granted(95), ...many);
    account.when(reserve(91, 'new', { expiresAt: NEXT_DAY })).refuses('INSUFFICIENT_CREDITS', {
      required: 91,
      available: 90,
    });
    const first = expire(account.state(), EXPIRY) as AccountEvent[];
    const freed = later.given(...opened, granted(95), ...many, ...first).state();
    const last = reserve(91, 'new', { expiresAt: NEXT_DAY })(freed, EXPIRY) as AccountEvent[];
    expect(last.at(-1)?.type).toBe('CreditsReserved');
    const poor = reserve(96, 'new', { expiresAt: NEXT_DAY })(freed, EXPIRY) as AccountEvent[];
    expect(poor.at(-1)?.type).toBe('CommandRefused');
  });
});

describe('refunding', () => {
  const used = [...opened, granted(10), reserved(4), captured(3, 1)];

  test('returns used credits, in parts up to the captured amount', () => {
    given(...used)
      .when(refund(2))
      .emits(refunded(2, 'f1', [9, 0]));
    given(...used, refunded(2))
      .when(refund(1, 'f2'))
      .emits(refunded(1, 'f2', [10, 0]));
    given(...used, refunded(2))
      .when(refund(1.5, 'f2'))
      .emits(refused('RefundCredits', 'f2', 'REFUND_EXCEEDS_CHARGE'));
    expect(given(...used, refunded(2)).state().balances).toMatchObject({ spent: fromVut(1) });
  });
  test('the same refund again changes nothing, with other content it is refused', () => {
    given(...used, refunded(2))
      .when(refund(2))
      .emitsNothing();
    given(...used, refunded(2))
      .when(refund(1))
      .refuses('COMMAND_ID_REUSED');
    given(...used)
      .when(refund(1, 'r1'))
      .refuses('COMMAND_ID_REUSED');
  });
  test('a refund without a capture is refused', () => {
    given(...used)
      .when(refund(1, 'f1', 'r9'))
      .emits(refused('RefundCredits', 'f1', 'OPERATION_UNKNOWN'));
    given(...opened, granted(10), reserved(4), released(4))
      .when(refund(1))
      .emits(refused('RefundCredits', 'f1', 'REFUND_EXCEEDS_CHARGE'));
    given(...opened, granted(10), reserved(4))
      .when(refund(1))
      .emits(refused('RefundCredits', 'f1', 'REFUND_EXCEEDS_CHARGE'));
  });
  test('what was refused stays refused', () =>
    given(
      ...opened,
      granted(10),
      reserved(4),
      refused('RefundCredits', 'f1', 'REFUND_EXCEEDS_CHARGE'),
      captured(4, 0),
    )
      .when(refund(1))
      .refuses('REFUND_EXCEEDS_CHARGE'));
  test('refunds of one capture are bounded', () => {
    const many = Array.from({ length: 20 }, (_, index) => refunded(0.1, `f-${index}`));
    given(...used, ...many)
      .when(refund(0.1, 'one-more'))
      .refuses('TOO_MANY_REQUESTS');
  });
});

describe('the end of a period', () => {
  const { given } = specify(accountAggregate, PERIOD.periodEnd);
  const muchLater = { expiresAt: '2026-04-02T00:00:00.000Z' };

  test('is met by the next change: less than 1,000 VUT are topped up first', () =>
    given(...opened, granted(10))
      .when(reserve(600, 'r1', muchLater))
      .emits(renewed(990, [1_000, 0]), reserved(600, 'r1', { ...muchLater, balance: [400, 600] })));
  test('credits that are held count as credits', () =>
    given(...opened, granted(1_500), reserved(800))
      .when(capture(800))
      .emits(renewed(0, [700, 800]), captured(800, 0, 'r1', [700, 0])));
  test('comes with a refusal, and not with a repeat', () => {
    given(...opened, granted(10))
      .when(grant(10))
      .emitsNothing();
    given(...opened, granted(10))
      .when(reserve(1_001, 'r1', muchLater))
      .emits(
        renewed(990, [1_000, 0]),
        refused(
          'ReserveCredits',
          'r1',
          'INSUFFICIENT_CREDITS',
          { required: 1_001, available: 1_000 },
          1_001,
          muchLater.expiresAt,
        ),
      );
  });
  test('top-ups come from promotion', () =>
    expect(given(...opened, granted(10), renewed(990)).state()).toMatchObject({
      periodEnd: '2026-05-01T00:00:00.000Z',
      balances: { available: fromVut(1_000), promotion: fromVut(-1_000) },
    }));
});
