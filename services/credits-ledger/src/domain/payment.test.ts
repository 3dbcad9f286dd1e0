// The life of a purchase: notices, the provider's answers in any order, and when credits are due.
import {
  fromVut,
  type MicroVut,
  mayBecome,
  mostTelling,
  PAYMENT_STATUSES,
  type PaymentEvent,
  type PaymentStatus,
} from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { decidePayment, type PaymentCommand, type ProviderAnswer, paymentAggregate } from './payment.ts';
import { isOpen, needsReview, statusOf } from './payment-state.ts';

const NOW = '2026-01-10T00:00:00.000Z';
const paymentId = 'order-1';
const order = { paymentId, accountId: 'ada', amountUsdCents: 2_500, credits: fromVut(25_000) };
const { given } = specify(paymentAggregate, NOW);

const requested = (requestedAt = NOW): PaymentEvent => ({
  type: 'InvoiceRequested',
  data: { ...order, requestedAt },
});
const noticed = (status: PaymentStatus, providerPaymentId = '1'): PaymentEvent => ({
  type: 'PaymentNoticed',
  data: { paymentId, providerPaymentId, status },
});
const coin = { payCurrency: 'btc', payAmount: '0.0005', actuallyPaid: '0' };
const became = (from: PaymentStatus, to: PaymentStatus, providerPaymentId = '1'): PaymentEvent => ({
  type: 'PaymentStatusChanged',
  data: { paymentId, providerPaymentId, from, to, ...coin },
});
const settled = (providerPaymentId = '1'): PaymentEvent => ({
  type: 'PaymentSettled',
  data: { ...order, providerPaymentId },
});
type HeldReason = Extract<PaymentEvent, { type: 'PaymentHeld' }>['data']['reason'];
const held = (reason: HeldReason, providerPaymentId = '1'): PaymentEvent => ({
  type: 'PaymentHeld',
  data: { paymentId, providerPaymentId, reason },
});
const refunded = (): PaymentEvent => ({
  type: 'PaymentRefunded',
  data: { paymentId, accountId: 'ada', providerPaymentId: '1', credits: order.credits },
});

const decide = (command: PaymentCommand) => (state: typeof paymentAggregate.initial, now: string) =>
  decidePayment(command, state, now);
const answered = (status: PaymentStatus, changes: Partial<ProviderAnswer> = {}) =>
  decide({
    type: 'ApplyProviderAnswer',
    paymentId,
    answer: {
      providerPaymentId: '1',
      status,
      orderId: paymentId,
      priceCurrency: 'usd',
      priceCents: 2_500,
      ...coin,
      ...changes,
    },
  });
const notice = (status: PaymentStatus, providerPaymentId = '1') =>
  decide({ type: 'NoticePayment', paymentId, providerPaymentId, status });

describe('the statuses', () => {
  const after: Record<PaymentStatus, PaymentStatus[]> = {
    pending: PAYMENT_STATUSES.filter((status) => status !== 'pending'),
    waiting: PAYMENT_STATUSES.filter((status) => status !== 'pending' && status !== 'waiting'),
    confirming: ['confirmed', 'sending', 'partially_paid', 'finished', 'failed', 'expired', 'refunded'],
    confirmed: ['sending', 'partially_paid', 'finished', 'failed', 'expired', 'refunded'],
    sending: ['partially_paid', 'finished', 'failed', 'expired', 'refunded'],
    failed: ['partially_paid', 'finished', 'refunded'],
    expired: ['partially_paid', 'finished', 'refunded'],
    partially_paid: ['finished', 'refunded'],
    finished: ['refunded'],
    refunded: [],
  };
  test.each(PAYMENT_STATUSES)('after %s', (from) => {
    expect(PAYMENT_STATUSES.filter((to) => mayBecome(from, to))).toEqual(after[from]);
  });

  test.each<[PaymentStatus, PaymentStatus[]]>([
    ['pending', []],
    ['waiting', ['expired', 'waiting']],
    ['confirming', ['waiting', 'confirming', 'failed']],
    ['partially_paid', ['partially_paid', 'waiting']],
    ['finished', ['finished', 'refunded', 'confirming']],
    ['failed', ['expired', 'failed']],
  ])('%s is what several transfers together are', (status, statuses) => {
    expect(mostTelling(statuses)).toBe(status);
  });
});

describe('an order', () => {
  test('is made once, and the same again is the same', () => {
    given()
      .when(decide({ type: 'RequestInvoice', ...order }))
      .emits(requested());
    given(requested())
      .when(decide({ type: 'RequestInvoice', ...order }))
      .emitsNothing();
  });

  test.each([{ accountId: 'eve' }, { amountUsdCents: 2_501 }, { credits: fromVut(1) as MicroVut }])(
    'is not another one: %j',
    (other) => {
      given(requested())
        .when(decide({ type: 'RequestInvoice', ...order, ...other }))
        .refuses('COMMAND_ID_REUSED');
    },
  );

  test('has the invoice that came first', () => {
    const invoice = { paymentId, providerInvoiceId: 'i1', paymentUrl: 'https://pay.example/i1' };
    const created: PaymentEvent = { type: 'InvoiceCreated', data: invoice };
    given(requested())
      .when(decide({ type: 'RecordInvoice', ...invoice }))
      .emits(created);
    const other = { ...invoice, providerInvoiceId: 'i2', paymentUrl: 'https://pay.example/i2' };
    given(requested(), created)
      .when(decide({ type: 'RecordInvoice', ...other }))
      .emitsNothing();
  });

  test('without an invoice is requested again once the provider made none, not while it is being asked', () => {
    const fail = decide({ type: 'FailInvoice', paymentId });
    const retry = decide({ type: 'RetryInvoice', paymentId });
    const failed: PaymentEvent = { type: 'InvoiceFailed', data: { paymentId } };
    const retried: PaymentEvent = { type: 'InvoiceRetried', data: { paymentId, requestedAt: NOW } };
    given(requested()).when(retry).emitsNothing();
    given(requested()).when(fail).emits(failed);
    given(requested(), failed).when(fail).emitsNothing();
    given(requested(), failed).when(retry).emits(retried);
    given(requested(), failed, retried).when(retry).emitsNothing();
    given(requested(), failed, retried).when(fail).emits(failed);
  });

  test('whose request for an invoice was lost is requested again after a minute', () => {
    const retry = decide({ type: 'RetryInvoice', paymentId });
    given(requested('2026-01-09T23:59:00.001Z')).when(retry).emitsNothing();
    given(requested('2026-01-09T23:59:00.000Z'))
      .when(retry)
      .emits({ type: 'InvoiceRetried', data: { paymentId, requestedAt: NOW } });
  });

  test('with an invoice neither reports a failure nor requests another', () => {
    const invoice = { paymentId, providerInvoiceId: 'i1', paymentUrl: 'https://pay.example/i1' };
    const created: PaymentEvent = { type: 'InvoiceCreated', data: invoice };
    for (const type of ['FailInvoice', 'RetryInvoice'] as const)
      given(requested('2026-01-01T00:00:00.000Z'), created).when(decide({ type, paymentId })).emitsNothing();
  });

  test.each<PaymentCommand>([
    { type: 'RetryInvoice', paymentId },
    { type: 'FailInvoice', paymentId },
    { type: 'RecordInvoice', paymentId, providerInvoiceId: 'i1', paymentUrl: 'https://pay.example/i1' },
    { type: 'NoticePayment', paymentId, providerPaymentId: '1', status: 'finished' },
    { type: 'ExpireInvoice', paymentId },
  ])('that does not exist is not found by $type', (command) => {
    given().when(decide(command)).refuses('PAYMENT_NOT_FOUND');
  });

  test('without a payment expires after seven days, not before', () => {
    const expire = decide({ type: 'ExpireInvoice', paymentId });
    given(requested('2026-01-03T00:00:00.001Z')).when(expire).emitsNothing();
    const expired: PaymentEvent = { type: 'InvoiceExpired', data: { paymentId } };
    given(requested('2026-01-03T00:00:00.000Z')).when(expire).emits(expired);
    given(requested('2026-01-01T00:00:00.000Z'), became('pending', 'waiting')).when(expire).emits(expired);
    given(requested('2026-01-01T00:00:00.000Z'), expired).when(expire).emitsNothing();
    given(requested('2026-01-01T00:00:00.000Z'), became('pending', 'confirming')).when(expire).emitsNothing();
  });

  test('that has expired may still be paid', () => {
    const expired: PaymentEvent = { type: 'InvoiceExpired', data: { paymentId } };
    given(requested(), expired).when(answered('finished')).emits(became('pending', 'finished'), settled());
    expect(statusOf(given(requested(), expired, became('pending', 'waiting')).state())).toBe('expired');
    expect(statusOf(given(requested(), expired, became('pending', 'sending')).state())).toBe('sending');
  });
});

describe('a notice', () => {
  test('is recorded when it may be news', () => {
    given(requested()).when(notice('waiting')).emits(noticed('waiting'));
    given(requested(), noticed('waiting')).when(notice('finished')).emits(noticed('finished'));
    given(requested(), noticed('waiting')).when(notice('waiting', '2')).emits(noticed('waiting', '2'));
  });

  test('that comes again, late, or after the provider has said so, changes nothing', () => {
    given(requested(), noticed('waiting')).when(notice('waiting')).emitsNothing();
    given(requested(), became('pending', 'confirmed')).when(notice('confirmed')).emitsNothing();
    given(requested(), became('pending', 'confirmed')).when(notice('waiting')).emitsNothing();
    given(requested(), noticed('finished'), became('pending', 'confirming'))
      .when(notice('finished'))
      .emitsNothing();
  });

  test('keeps the payment open until the provider has said as much', () => {
    const before = [requested(), became('pending', 'finished'), settled()];
    expect(isOpen(given(...before).state())).toBe(false);
    expect(isOpen(given(...before, noticed('refunded')).state())).toBe(true);
    expect(isOpen(given(...before, noticed('refunded'), became('finished', 'refunded')).state())).toBe(false);
  });

  test('of a two hundred and first transfer is refused', () => {
    const many = Array.from({ length: 200 }, (_, index) => noticed('waiting', `t${index}`));
    given(requested(), ...many)
      .when(notice('waiting', 'one more'))
      .refuses('TOO_MANY_REQUESTS');
    given(requested(), ...many)
      .when(notice('finished', 't7'))
      .emits(noticed('finished', 't7'));
  });
});

describe("the provider's answer", () => {
  test('is shown, and partly paid is never settled', () => {
    given(requested()).when(answered('partially_paid')).emits(became('pending', 'partially_paid'));
  });

  test('without news changes nothing', () => {
    given(requested(), became('pending', 'confirmed')).when(answered('confirmed')).emitsNothing();
    given(requested(), became('pending', 'confirmed')).when(answered('waiting')).emitsNothing();
    given(requested(), became('pending', 'refunded')).when(answered('finished')).emitsNothing();
  });

  test('settles when it is finished and all matches, once', () => {
    given(requested()).when(answered('finished')).emits(became('pending', 'finished'), settled());
    given(requested(), became('pending', 'finished'), settled()).when(answered('finished')).emitsNothing();
  });

  test.each<[PaymentStatus]>([['failed'], ['expired'], ['partially_paid']])(
    'settles after %s too',
    (before) => {
      given(requested(), became('pending', before))
        .when(answered('finished'))
        .emits(became(before, 'finished'), settled());
    },
  );

  test.each<[HeldReason, Partial<ProviderAnswer>]>([
    ['currency', { priceCurrency: 'eur' }],
    ['amount', { priceCents: 250 }],
    ['amount', { priceCents: 25_000 }],
    ['amount', { priceCents: null }],
  ])('is held for its %s: %j', (reason, changes) => {
    given(requested()).when(answered('finished', changes)).emits(became('pending', 'finished'), held(reason));
    expect(needsReview(given(requested(), became('pending', 'finished'), held(reason)).state())).toBe(true);
  });

  test('is held when it is of another order, once, and no notice opens it again', () => {
    const other = answered('finished', { orderId: 'order-2' });
    given(requested(), noticed('finished')).when(other).emits(held('order'));
    const before = [requested(), noticed('finished'), held('order')];
    given(...before)
      .when(other)
      .emitsNothing();
    given(...before)
      .when(notice('finished'))
      .emitsNothing();
    expect(statusOf(given(...before).state())).toBe('pending');
  });

  test('that does not name its order neither credits nor holds, and is requested again', () => {
    const before = given(requested(), noticed('finished'));
    before.when(answered('finished', { orderId: null })).emitsNothing();
    expect(isOpen(before.state())).toBe(true);
    before.when(answered('finished')).emits(became('pending', 'finished'), settled());
  });

  test('of a second transfer is held', () => {
    given(requested(), became('pending', 'finished'), settled())
      .when(answered('finished', { providerPaymentId: '2' }))
      .emits(became('pending', 'finished', '2'), held('second-transfer', '2'));
  });

  test('takes the credits back when the settled money went back, and only then', () => {
    const paid = [requested(), became('pending', 'finished'), settled()];
    given(...paid)
      .when(answered('refunded'))
      .emits(became('finished', 'refunded'), refunded());
    given(...paid, became('finished', 'refunded'), refunded())
      .when(answered('refunded'))
      .emitsNothing();
    given(requested()).when(answered('refunded')).emits(became('pending', 'refunded'));
    const twice = [...paid, became('pending', 'finished', '2'), held('second-transfer', '2')];
    given(...twice)
      .when(answered('refunded', { providerPaymentId: '2' }))
      .emits(became('finished', 'refunded', '2'));
    const state = given(...twice, became('finished', 'refunded', '2')).state();
    expect([needsReview(state), statusOf(state)]).toEqual([false, 'finished']);
  });
});

test('settled money of a closed account is held, once', () => {
  const hold = decide({ type: 'HoldSettledPayment', paymentId, reason: 'account-closed' });
  const paid = [requested(), became('pending', 'finished'), settled()];
  given(...paid)
    .when(hold)
    .emits(held('account-closed'));
  given(...paid, held('account-closed'))
    .when(hold)
    .emitsNothing();
  given(requested()).when(hold).emitsNothing();
  given(...paid, held('account-closed'))
    .when(answered('refunded'))
    .emits(became('finished', 'refunded'));
});
