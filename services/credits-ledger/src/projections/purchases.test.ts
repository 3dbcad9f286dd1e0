// Each event of a payment changes the purchase that its buyer reads.
import { fromVut, type PaymentEvent, type PaymentStatus } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import type { Debt } from '../domain/account-debts.ts';
import { type PurchaseDocument, purchaseOutput, purchasesProjection } from './purchases.ts';

const START = '2026-01-01T00:00:00.000Z';
const paymentId = 'order';
const url = 'https://pay.example/i1';

const requested: PaymentEvent = {
  type: 'InvoiceRequested',
  data: {
    paymentId,
    accountId: 'ada',
    amountUsdCents: 1_050,
    credits: fromVut(10_500),
    requestedAt: START,
  },
};
const created: PaymentEvent = {
  type: 'InvoiceCreated',
  data: { paymentId, providerInvoiceId: 'i1', paymentUrl: url },
};
const noticed = (status: PaymentStatus): PaymentEvent => ({
  type: 'PaymentNoticed',
  data: { paymentId, providerPaymentId: '1', status },
});
const became = (from: PaymentStatus, to: PaymentStatus, coin = 'btc', id = '1'): PaymentEvent => ({
  type: 'PaymentStatusChanged',
  data: {
    paymentId,
    providerPaymentId: id,
    from,
    to,
    payCurrency: coin,
    payAmount: '0.5',
    actuallyPaid: '0.1',
  },
});
const settled: PaymentEvent = {
  type: 'PaymentSettled',
  data: {
    paymentId,
    accountId: 'ada',
    providerPaymentId: '1',
    amountUsdCents: 1_050,
    credits: fromVut(10_500),
  },
};

const documentAfter = (...events: PaymentEvent[]): PurchaseDocument => {
  const document = projected(purchasesProjection, events)[paymentId];
  if (!document) throw new Error('there is no purchase');
  return document;
};
const outputAfter = (events: PaymentEvent[], now = '2026-01-02T00:00:00.000Z', debts: readonly Debt[] = []) =>
  purchaseOutput({ ...documentAfter(...events), _id: paymentId, seq: {} }, now, debts);

describe('a purchase', () => {
  test('that was just ordered is pending, and has no page to pay on yet', () => {
    expect(outputAfter([requested])).toEqual({
      id: paymentId,
      amount_usd: 10.5,
      credits: 10_500,
      status: 'pending',
      pay_currency: null,
      pay_amount: null,
      actually_paid: null,
      needs_review: false,
      created_at: START,
      confirmed_at: null,
      payment_url: null,
    });
  });

  test('can be paid until its invoice expires', () => {
    expect(outputAfter([requested, created])?.payment_url).toBe(url);
    expect(outputAfter([requested, created], '2026-01-08T00:00:00.000Z')?.payment_url).toBeNull();
    const expired: PaymentEvent = { type: 'InvoiceExpired', data: { paymentId } };
    expect(outputAfter([requested, created, expired])).toMatchObject({
      status: 'expired',
      payment_url: null,
    });
  });

  test('is what the provider says, not what a notice says', () => {
    expect(outputAfter([requested, created, noticed('finished')])?.status).toBe('pending');
    expect(outputAfter([requested, created, noticed('waiting'), became('pending', 'waiting')])).toMatchObject(
      {
        status: 'waiting',
        pay_currency: 'btc',
        pay_amount: '0.5',
        actually_paid: '0.1',
        payment_url: url,
      },
    );
  });

  test('that is under way cannot be paid again; one that is partly paid can', () => {
    expect(outputAfter([requested, created, became('pending', 'confirming')])?.payment_url).toBeNull();
    expect(outputAfter([requested, created, became('pending', 'partially_paid')])?.payment_url).toBe(url);
  });

  test('names the coin of the decisive transfer', () => {
    const other = [became('pending', 'expired', 'eth', '2'), became('pending', 'waiting', 'btc', '1')];
    expect(outputAfter([requested, ...other])).toMatchObject({ status: 'waiting', pay_currency: 'btc' });
  });

  test('is confirmed when the credits are due, and stays so', () => {
    const paid = [requested, created, became('pending', 'finished'), settled];
    expect(outputAfter(paid)).toMatchObject({
      status: 'finished',
      confirmed_at: '2026-01-01T00:00:03.000Z',
      needs_review: false,
    });
    const refunded: PaymentEvent = {
      type: 'PaymentRefunded',
      data: { paymentId, accountId: 'ada', providerPaymentId: '1', credits: fromVut(10_500) },
    };
    expect(outputAfter([...paid, became('finished', 'refunded'), refunded])).toMatchObject({
      status: 'refunded',
      confirmed_at: '2026-01-01T00:00:03.000Z',
    });
  });

  test('that does not match is marked for review', () => {
    const held: PaymentEvent = {
      type: 'PaymentHeld',
      data: { paymentId, providerPaymentId: '1', reason: 'amount' },
    };
    expect(outputAfter([requested, created, became('pending', 'finished'), held])).toMatchObject({
      status: 'finished',
      needs_review: true,
      confirmed_at: null,
    });
  });

  test('of which credits are owed is under review until they are paid back', () => {
    const paid = [requested, created, became('pending', 'finished'), settled];
    const debts = [
      { grant: 'payment:another', owed: fromVut(1) },
      { grant: `payment:${paymentId}`, owed: fromVut(2.5) },
    ];
    expect(outputAfter(paid, undefined, debts)).toMatchObject({ needs_review: true, credits_owed: 2.5 });
    const others = outputAfter(paid, undefined, debts.slice(0, 1));
    expect(others).toMatchObject({ needs_review: false });
    expect(others).not.toHaveProperty('credits_owed');
  });

  test('is queried as long as more is to come', () => {
    expect(documentAfter(requested).isOpen).toBe(true);
    expect(documentAfter(requested, became('pending', 'failed')).isOpen).toBe(false);
    expect(documentAfter(requested, became('pending', 'failed'), noticed('finished')).isOpen).toBe(true);
    expect(documentAfter(requested, became('pending', 'finished'), settled).isOpen).toBe(false);
  });
});
