// Which event changes which topic, and that updates of a purchase go to its buyer.
import type { AccountEvent, PaymentEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { touchedBy, updatesOf } from './account-updates.ts';

type Event = AccountEvent | PaymentEvent;

/** Nothing else in an event counts. */
const event = (type: Event['type'], data: object = { accountId: 'ann', paymentId: 'p1' }) =>
  ({ type, data }) as Event;

const CASES: { readonly [Type in Event['type']]: 'balance' | 'purchases' | undefined } = {
  AccountOpened: 'balance',
  CreditsGranted: 'balance',
  CreditsReserved: 'balance',
  CreditsCaptured: 'balance',
  CreditsReleased: 'balance',
  CreditsRefunded: 'balance',
  GrantReversed: 'balance',
  PeriodRenewed: 'balance',
  CommandRefused: undefined,
  AccountClosed: undefined,
  InvoiceRequested: 'purchases',
  InvoiceCreated: 'purchases',
  InvoiceFailed: undefined,
  InvoiceRetried: undefined,
  InvoiceExpired: 'purchases',
  PaymentNoticed: 'purchases',
  PaymentStatusChanged: 'purchases',
  PaymentSettled: 'purchases',
  PaymentHeld: 'purchases',
  PaymentRefunded: 'purchases',
};

// spec: live.15
test.each(Object.entries(CASES))('%s changes %s', (type, topic) => {
  expect(touchedBy(event(type as Event['type'])).map((each) => each.topic)).toEqual(topic ? [topic] : []);
});

test.each<[Event['type'], object]>([
  ['CreditsGranted', { repaid: 1 }],
  ['CreditsCaptured', { repaid: 1 }],
  ['CreditsReleased', { repaid: 1 }],
  ['CreditsRefunded', { repaid: 1 }],
  ['PeriodRenewed', { repaid: 1 }],
  ['GrantReversed', { debt: 1 }],
])('%s that changes a debt changes the purchases of its user, too', async (type, more) => {
  const updates = await updatesOf(async () => new Map())([
    { event: event(type, { accountId: 'ann', ...more }) },
  ]);
  expect(updates.map(({ userId, topic }) => [userId, topic])).toEqual([
    ['ann', 'balance'],
    ['ann', 'purchases'],
  ]);
});

test('a purchase updates its buyer, looked up once for all events; an unknown purchase updates no user', async () => {
  const asked: (readonly string[])[] = [];
  const buyersOf = async (ids: readonly string[]) => {
    asked.push(ids);
    return new Map([['p1', 'bob']]);
  };
  const events = [
    event('PaymentStatusChanged', { paymentId: 'p1' }),
    event('CreditsGranted', { accountId: 'ann' }),
    event('PaymentNoticed', { paymentId: 'nobodys' }),
  ];
  expect(await updatesOf(buyersOf)(events.map((each) => ({ event: each })))).toEqual([
    { userId: 'bob', topic: 'purchases', backtest_id: null },
    { userId: 'ann', topic: 'balance', backtest_id: null },
  ]);
  expect(asked).toEqual([['p1', 'nobodys']]);
  expect(await updatesOf(buyersOf)([{ event: event('CommandRefused') }])).toEqual([]);
  expect(asked).toHaveLength(1);
});
