// An account adds up, or not: also when an event is missing or was changed.
import {
  type AccountEvent,
  entriesOf,
  fromVut,
  type LedgerBalance,
  type MoneyFact,
} from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { ledgerLinesProjection } from './ledger-lines.ts';
import { addsUp, ledgerSumsProjection, NO_LEDGER } from './ledger-sums.ts';

const accountId = 'ada';

const event = (fact: MoneyFact, available: number, reserved: number): AccountEvent =>
  ({
    ...fact,
    data: {
      ...fact.data,
      entries: entriesOf(fact),
      balance: { available: fromVut(available), reserved: fromVut(reserved) } satisfies LedgerBalance,
    },
  }) as AccountEvent;

const granted = event(
  {
    type: 'CreditsGranted',
    data: { accountId, operationId: 'g', amount: fromVut(10), source: 'promotion', reason: 'welcome bonus' },
  },
  10,
  0,
);
const reserved = event(
  {
    type: 'CreditsReserved',
    data: {
      ...{ accountId, operationId: 'r', amount: fromVut(4), purpose: 'strategy_agent' },
      expiresAt: '2026-01-02T00:00:00.000Z',
    },
  },
  6,
  4,
);
const captured = event(
  {
    type: 'CreditsCaptured',
    data: {
      accountId,
      operationId: 'r',
      amount: fromVut(3),
      returned: fromVut(1),
      purpose: 'strategy_agent',
    },
  },
  7,
  0,
);
const story = [granted, reserved, captured];

const sumsOf = (events: readonly AccountEvent[]) =>
  projected(ledgerSumsProjection, events)[accountId] ?? NO_LEDGER;

test('an account adds up after every event', () => {
  expect(addsUp(NO_LEDGER)).toBe(true);
  for (const count of [1, 2, 3]) expect(addsUp(sumsOf(story.slice(0, count)))).toBe(true);
  expect(sumsOf(story)).toMatchObject({
    available: 7e6,
    reserved: 0,
    spent: 3e6,
    promotion: -10e6,
    lines: 3,
  });
});

test.each([
  ['missing', [granted, captured]],
  ['doubled', [granted, reserved, reserved, captured]],
  [
    'changed',
    [
      granted,
      {
        ...reserved,
        data: {
          ...reserved.data,
          entries: [
            ['available', -5e6],
            ['reserved', 5e6],
          ],
        },
      },
      captured,
    ],
  ],
  [
    'unbalanced',
    [
      ...story,
      {
        ...granted,
        data: {
          ...granted.data,
          ...{ entries: [['available', 1]], balance: { available: fromVut(7) + 1, reserved: 0 } },
        },
      },
    ],
  ],
])('an account with an event that is %s does not', (_, events) =>
  expect(addsUp(sumsOf(events as AccountEvent[]))).toBe(false),
);

test('each event that moves something is a line', () => {
  const lines = Object.values(
    projected(ledgerLinesProjection, [...story, { type: 'AccountClosed', data: { accountId } }]),
  );
  expect(lines).toMatchObject([
    {
      operationType: 'grant',
      operationId: 'g',
      description: 'welcome bonus',
      available: 10e6,
      promotion: -10e6,
    },
    { operationType: 'reserve', description: 'strategy agent', available: -4e6, reserved: 4e6 },
    { operationType: 'capture', available: 1e6, reserved: -4e6, spent: 3e6 },
  ]);
});

test('a line has no word of an operator', () => {
  const words = { ...granted, data: { ...granted.data, reason: 'For Ada, who called' } } as AccountEvent;
  expect(JSON.stringify(projected(ledgerLinesProjection, [words]))).not.toContain('Ada');
});
