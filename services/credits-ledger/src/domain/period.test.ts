// Months are counted from the account's opening day, whatever their lengths.
import { fromVut } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { periodAt, renewalAt } from './period.ts';

const at = (day: string) => `${day}T12:00:00.000Z`;

describe('periodAt', () => {
  test.each([
    ['the opening itself', at('2026-01-31'), at('2026-01-31'), at('2026-01-31'), at('2026-02-28')],
    ['just before the end', at('2026-01-31'), '2026-02-28T11:59:59.999Z', at('2026-01-31'), at('2026-02-28')],
    ['the end begins the next', at('2026-01-31'), at('2026-02-28'), at('2026-02-28'), at('2026-03-31')],
    ['a short month shifts nothing', at('2026-01-31'), at('2026-03-31'), at('2026-03-31'), at('2026-04-30')],
    ['a leap year', at('2027-12-29'), at('2028-02-29'), at('2028-02-29'), at('2028-03-29')],
    ['years later', at('2020-05-10'), at('2026-05-09'), at('2026-04-10'), at('2026-05-10')],
    ['a clock that runs behind', at('2026-01-31'), at('2026-01-30'), at('2026-01-31'), at('2026-02-28')],
  ])('%s', (_, openedAt, now, periodStart, periodEnd) =>
    expect(periodAt(openedAt, now)).toEqual({ periodStart, periodEnd }),
  );
});

describe('renewalAt', () => {
  const account = { openedAt: at('2026-01-10'), periodEnd: at('2026-02-10') };

  test('nothing while the period lasts', () =>
    expect(
      renewalAt({ ...account, available: fromVut(0), reserved: fromVut(0) }, '2026-02-10T11:59:59.999Z'),
    ).toBeNull());
  test('several missed ends are one renewal, into the current period', () =>
    expect(renewalAt({ ...account, available: fromVut(1), reserved: fromVut(2) }, at('2026-07-01'))).toEqual({
      periodStart: at('2026-06-10'),
      periodEnd: at('2026-07-10'),
      toppedUp: fromVut(997),
    }));
  test('an account with 1,000 VUT or more gets none', () =>
    expect(
      renewalAt({ ...account, available: fromVut(1_000), reserved: fromVut(0) }, at('2026-02-10')),
    ).toMatchObject({ toppedUp: 0 }));
});
