// Which events show in the credit history, and how.
import { type AccountEvent, fromVut } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { transactionOutput, transactionsProjection } from './transactions.ts';

const accountId = 'user-1';
const operation = { accountId, operationId: 'o1' };
const at = '2026-03-15T12:00:00.000Z';

const history = (event: AccountEvent) => projected(transactionsProjection, [{ event, meta: { at } }]);

test('CreditsGranted shows its reason, as credits added', () =>
  expect(
    history({
      type: 'CreditsGranted',
      data: { ...operation, amount: fromVut(10), reason: 'welcome bonus' },
    }),
  ).toEqual({
    'user-1.o1': {
      accountId,
      operationType: 'welcome bonus',
      createdAt: at,
      cost: fromVut(-10),
      sequence: 1,
      index: 0,
    },
  }));
test('CreditsCaptured shows its purpose, as credits used', () =>
  expect(
    history({
      type: 'CreditsCaptured',
      data: { ...operation, amount: fromVut(3), returned: fromVut(1), purpose: 'backtest' },
    }),
  ).toMatchObject({ 'user-1.o1': { operationType: 'backtest', cost: fromVut(3) } }));
test('PeriodRenewed shows what it added', () => {
  const data = { accountId, periodStart: at, periodEnd: '2026-04-15T12:00:00.000Z' };
  expect(history({ type: 'PeriodRenewed', data: { ...data, toppedUp: fromVut(990) } })).toMatchObject({
    [`user-1.period:${at}`]: { operationType: 'monthly top-up', cost: fromVut(-990) },
  });
  expect(history({ type: 'PeriodRenewed', data: { ...data, toppedUp: fromVut(0) } })).toEqual({});
});
test('AccountOpened, CreditsReserved and CreditsReleased do not show', () => {
  const amount = fromVut(4);
  expect(history({ type: 'AccountOpened', data: { accountId, periodStart: at, periodEnd: at } })).toEqual({});
  expect(
    history({
      type: 'CreditsReserved',
      data: { ...operation, amount, purpose: 'backtest', expiresAt: at },
    }),
  ).toEqual({});
  expect(history({ type: 'CreditsReleased', data: { ...operation, amount, reason: 'failed' } })).toEqual({});
});
test('a transaction reads in VUT', () =>
  expect(
    transactionOutput({
      _id: 'user-1.o1',
      seq: 1,
      accountId,
      operationType: 'backtest',
      createdAt: at,
      cost: fromVut(0.000_123),
      sequence: 1,
      index: 0,
    }),
  ).toEqual({ id: 'user-1.o1', operation_type: 'backtest', created_at: at, vut_cost: 0.000_123 }));
