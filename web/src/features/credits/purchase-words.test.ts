// Every state of a purchase has its text, its colour and advice for the buyer.
import { PAYMENT_STATUSES, type Purchase } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { failureOf, networkFailure } from '../../lib/failure.ts';
import {
  invoiceProblem,
  isWorthRetrying,
  missingAmount,
  payLabel,
  purchaseBadge,
  purchaseText,
} from './purchase-words.ts';

const purchase: Purchase = {
  id: 'p1',
  amount_usd: 10,
  credits: 10_000,
  status: 'waiting',
  pay_currency: 'btc',
  pay_amount: '0.0002',
  actually_paid: null,
  needs_review: false,
  created_at: '2026-11-21T10:00:00.000Z',
  confirmed_at: null,
  payment_url: 'https://pay.example/p1',
};

describe('badges', () => {
  // spec: accounts.13
  test('all statuses have different labels', () => {
    const labels = PAYMENT_STATUSES.map((status) => purchaseBadge({ ...purchase, status }).label);
    expect(new Set(labels).size).toBe(PAYMENT_STATUSES.length);
  });

  test('paid is green, failed is red, and what needs attention is amber', () => {
    expect(purchaseBadge({ ...purchase, status: 'finished' }).color).toBe('green');
    expect(purchaseBadge({ ...purchase, status: 'failed' }).color).toBe('red');
    expect(purchaseBadge({ ...purchase, status: 'partially_paid' }).color).toBe('yellow');
    expect(purchaseBadge({ ...purchase, status: 'finished', needs_review: true })).toEqual({
      label: 'Being checked',
      color: 'yellow',
    });
  });
});

describe('what is missing', () => {
  test.each([
    ['0.0002', '0.00015', '0.00005'],
    ['10', '2.5', '7.5'],
    ['1.000000000000000001', '1', '0.000000000000000001'],
    ['100', '1', '99'],
    ['1.5', '0.5', '1'],
    ['1', '1.0', null],
    ['1', '2', null],
    [null, '1', null],
    ['1', null, null],
    ['1e-7', '0', null],
    ['-1', '0', null],
  ])('of %s after %s is %s', (asked, paid, missing) => {
    expect(missingAmount(asked, paid)).toBe(missing);
  });
});

describe('what is said', () => {
  // spec: accounts.26
  test('partly paid: how much came, how much is missing, what to do', () => {
    const partly: Purchase = { ...purchase, status: 'partially_paid', actually_paid: '0.00015' };
    expect(purchaseText(partly)).toBe(
      '0.00015 of 0.0002 BTC has arrived, 0.00005 BTC is missing. Pay the rest, or write to support: an incomplete payment is not credited automatically.',
    );
    expect(purchaseText({ ...partly, payment_url: null, pay_amount: null })).toBe(
      'Less than the full amount has arrived. Write to support: an incomplete payment is not credited automatically.',
    );
  });

  test('one that is held back says so, whatever its status', () => {
    expect(purchaseText({ ...purchase, status: 'finished', needs_review: true })).toMatch(/does not match/);
  });
  test('to be paid back: how much is owed, and that it is under review until then', () => {
    const owed: Purchase = { ...purchase, status: 'refunded', needs_review: true, credits_owed: 9_917.25 };
    expect(purchaseBadge(owed)).toEqual({ label: 'To be paid back', color: 'yellow' });
    expect(purchaseText(owed)).toMatch(
      /9,917\.25 VUT are still to be paid back; until then it is under review/,
    );
  });

  test('paid and credited needs no words', () => {
    const paid: Purchase = { ...purchase, status: 'finished' };
    expect(purchaseText(paid)).toBe('Paid. Your credits are being added.');
    expect(purchaseText({ ...paid, confirmed_at: '2026-11-21T10:05:00.000Z' })).toBeNull();
  });
});

test('only what can be paid leads to the payment page', () => {
  const labels = Object.fromEntries(
    PAYMENT_STATUSES.map((status) => [status, payLabel({ ...purchase, status })]).filter(
      ([, label]) => label,
    ),
  );
  expect(labels).toEqual({ pending: 'Pay', waiting: 'Pay', partially_paid: 'Pay the rest' });
  expect(payLabel({ ...purchase, payment_url: null })).toBeNull();
});

test.each([
  [
    failureOf(400, { detail: 'The credits do not match' }),
    'Error creating payment: The credits do not match',
    false,
  ],
  [failureOf(502, null), 'Error creating payment: Unknown error', true],
  [networkFailure('Failed to fetch'), 'Error creating payment. Please try again.', true],
])('an order that failed with %o says so', (failure, text, canRetry) => {
  expect([invoiceProblem(failure), isWorthRetrying(failure)]).toEqual([text, canRetry]);
});
