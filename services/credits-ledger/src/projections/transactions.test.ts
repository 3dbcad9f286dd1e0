// Which events show in the credit history, in statements and among the reservations under way, and how.
import { type AccountEvent, fromVut } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import {
  accountId,
  captured,
  closed,
  EXPIRY,
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
import { reservationsProjection } from './reservations.ts';
import { statementLinesProjection } from './statement-lines.ts';
import { type TransactionDocument, transactionOutput, transactionsProjection } from './transactions.ts';

const at = '2026-03-15T12:00:00.000Z';
const refusal = refused('ReserveCredits', 'r1', 'INSUFFICIENT_CREDITS');

describe('a transaction', () => {
  const history = (event: AccountEvent) => projected(transactionsProjection, [{ event, meta: { at } }]);

  test('of CreditsGranted shows its reason, as credits added', () =>
    expect(history(granted(10))).toEqual({
      'user-1.g1': {
        accountId,
        operationType: 'welcome bonus',
        createdAt: at,
        cost: fromVut(-10),
        sequence: 1,
        index: 0,
      },
    }));
  test('of a grant by an operator has its description', () => {
    const [made] = Object.values(history(granted(10, 'operator:a1', { reason: 'For the failed run' })));
    expect(made).toMatchObject({ operationType: 'grant', description: 'For the failed run' });
    expect(
      transactionOutput({ _id: 'user-1.operator:a1', seq: {}, ...(made as TransactionDocument) }),
    ).toMatchObject({
      operation_type: 'grant',
      description: 'For the failed run',
    });
  });
  test('of a reversal says what is owed from then on, also when nothing was there to take', () => {
    expect(history(reversed(7, 3))).toMatchObject({ 'user-1.v1': { cost: fromVut(7), owed: fromVut(3) } });
    expect(history(reversed(0, 10))).toMatchObject({ 'user-1.v1': { cost: 0, owed: fromVut(10) } });
  });
  test('that pays towards a debt stands after the one that brought the credits', () => {
    const debtPayment = { operationType: 'paid towards debt', cost: fromVut(4), index: 1 };
    expect(history(repaying(4, granted(10)))).toMatchObject({
      'user-1.g1': { operationType: 'welcome bonus', cost: fromVut(-10), index: 0 },
      'user-1.debt:g1': debtPayment,
    });
    expect(history(repaying(4, captured(3, 5)))).toMatchObject({
      'user-1.r1': { operationType: 'backtest', cost: fromVut(3), index: 0 },
      'user-1.debt:r1': debtPayment,
    });
    expect(history(repaying(4, released(6)))).toEqual({
      'user-1.debt:r1': { accountId, createdAt: at, sequence: 1, ...debtPayment },
    });
  });
  test.each<[string, AccountEvent, string, string, number]>([
    ['CreditsCaptured shows its purpose', captured(3, 1), 'r1', 'backtest', 3],
    ['CreditsRefunded shows as added', refunded(2), 'f1', 'refund', -2],
    ['GrantReversed shows as taken', reversed(7, 3), 'v1', 'purchase refunded', 7],
    ['PeriodRenewed shows what it added', renewed(990), `period:${PERIOD.periodEnd}`, 'monthly top-up', -990],
  ])('of %s', (_, event, operationId, operationType, cost) =>
    expect(history(event)).toMatchObject({
      [`user-1.${operationId}`]: { operationType, cost: fromVut(cost) },
    }),
  );
  test.each([...opened, reserved(4), released(4), renewed(0), refusal, closed])(
    'is not made of $type that moved no credits in or out',
    (event) => expect(history(event)).toEqual({}),
  );
  test('reads in VUT', () =>
    expect(
      transactionOutput({
        _id: 'user-1.o1',
        seq: {},
        accountId,
        operationType: 'backtest',
        createdAt: at,
        cost: fromVut(0.000_123),
        owed: fromVut(2),
        sequence: 1,
        index: 0,
      }),
    ).toEqual({
      id: 'user-1.o1',
      operation_type: 'backtest',
      created_at: at,
      vut_cost: 0.000_123,
      vut_owed: 2,
      run_id: null,
      rebalance_id: null,
    }));
  test.each([
    ['backtest:run-7', { run_id: 'run-7', rebalance_id: null }],
    ['rebalance:r-7', { run_id: null, rebalance_id: 'r-7' }],
  ])('names what %s paid for', (operation, paidFor) =>
    expect(
      transactionOutput({
        _id: `user-1.${operation}`,
        seq: {},
        accountId,
        operationType: 'operation',
        createdAt: at,
        cost: fromVut(1),
        sequence: 1,
        index: 0,
      }),
    ).toMatchObject(paidFor),
  );
});

describe('a line of a statement', () => {
  const lines = (...events: AccountEvent[]) => Object.values(projected(statementLinesProjection, events));

  test.each<[string, AccountEvent, string, number, number]>([
    ['CreditsGranted', granted(10), 'welcome bonus', 10, 0],
    ['a grant by an operator', granted(10, 'operator:a1', { reason: 'For the run' }), 'grant', 10, 0],
    ['CreditsReserved', reserved(4), 'backtest', -4, 4],
    ['CreditsCaptured', captured(3, 1), 'backtest', 1, -4],
    ['CreditsReleased', released(4), 'released', 4, -4],
    ['an expiry', released(4, 'r1', { reason: 'expired' }), 'expired', 4, -4],
    ['CreditsRefunded', refunded(2), 'refund', 2, 0],
    ['GrantReversed', reversed(7, 3), 'purchase refunded', -7, 0],
    ['PeriodRenewed', renewed(990), 'monthly top-up', 990, 0],
  ])('says what %s changes', (_, event, operationType, change, reservedChange) =>
    expect(lines(event)).toMatchObject([
      { operationType, change: fromVut(change), reservedChange: fromVut(reservedChange) },
    ]),
  );
  test('has the balance after it', () =>
    expect(lines(reserved(4, 'r1', { balance: [6, 4] }))).toMatchObject([
      { balance: { available: fromVut(6), reserved: fromVut(4) } },
    ]));
  test('of a payment towards a debt follows the one that brought the credits', () => {
    const balance = { available: fromVut(0), reserved: fromVut(2), owed: fromVut(3) };
    expect(lines(repaying(6, released(6), [0, 2, 3]))).toMatchObject([
      {
        operationType: 'released',
        operationId: 'r1',
        change: fromVut(6),
        reservedChange: fromVut(-6),
        balance: { available: fromVut(6), reserved: fromVut(2), owed: fromVut(9) },
        index: 0,
      },
      {
        operationType: 'paid towards debt',
        operationId: 'r1',
        change: fromVut(-6),
        reservedChange: 0,
        balance,
        index: 1,
      },
    ]);
  });
  test('of a reversal is there although nothing was available', () =>
    expect(lines(reversed(0, 10, [0, 4, 10]))).toMatchObject([
      { operationType: 'purchase refunded', change: 0, balance: { owed: fromVut(10) } },
    ]));
  test('leaves out what changes nothing', () =>
    expect(lines(...opened, released(0), renewed(0), refusal, closed)).toEqual([]));
});

describe('a reservation under way', () => {
  const underWay = (...events: AccountEvent[]) => projected(reservationsProjection, events);

  test('is there from CreditsReserved', () =>
    expect(underWay(...opened, granted(10), reserved(4))).toEqual({
      'user-1.r1': {
        accountId,
        operationId: 'r1',
        amount: fromVut(4),
        purpose: 'backtest',
        expiresAt: EXPIRY,
      },
    }));
  test('until CreditsCaptured or CreditsReleased', () => {
    expect(underWay(reserved(4), captured(3, 1), refunded(1))).toEqual({});
    expect(underWay(reserved(4), released(4))).toEqual({});
    expect(underWay(released(0))).toEqual({});
  });
});
