// Attempts that must not add credits on the running product: forged, altered, truncated or repeated notices, and invalid amounts.
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS, type ErrorCode, VUT_PER_USD, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type ApiAnswer, openClient, type RegisteredUser, registerUser } from '../api-client.ts';
import { type CheckoutAction, checkout } from '../checkout.ts';
import { runningSystem } from '../running-system.ts';

const SETTLED = { timeout: 30_000, interval: 100 };

let buyer: RegisteredUser;
beforeAll(async () => {
  buyer = await registerUser(runningSystem());
});

const secret = (name = 'NOWPAYMENTS_IPN_SECRET'): string =>
  (JSON.parse(readFileSync(join(inject('systemHome'), 'secrets.json'), 'utf8')) as Record<string, string>)[
    name
  ] as string;

/** A second implementation from the provider's documentation: keys sorted at every depth. */
const sign = (notice: unknown, key = secret()): string => {
  const inOrder = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHmac('sha512', key).update(JSON.stringify(notice, inOrder)).digest('hex');
};

const deliver = (body: string, headers: Record<string, string>): Promise<ApiAnswer> =>
  openClient(runningSystem()).send('/api/payments/webhook', { method: 'POST', body, headers });
const deliverSigned = (notice: object, signature = sign(notice)): Promise<ApiAnswer> =>
  deliver(JSON.stringify(notice), { 'x-nowpayments-sig': signature });

const order = async (usd = 10) => {
  const input = { amount_usd: usd, credits_amount: usd * VUT_PER_USD };
  return buyer.get('createInvoice', input);
};
const purchaseOf = async (id: string) =>
  (await buyer.get('getPaymentHistory', {})).find((one) => one.id === id);
const credits = async () => (await buyer.get('getBalance', {})).subscription.vut_remaining;

const noticeOf = (orderId: string, change: object = {}) => ({
  payment_id: 6_000_000_001,
  invoice_id: 5_000_000_001,
  payment_status: 'finished',
  price_amount: 10,
  price_currency: 'usd',
  pay_amount: 0.0002,
  actually_paid: 0.0002,
  pay_currency: 'btc',
  order_id: orderId,
  ...change,
});

/** The provider's data on an order's transfer, which it signs in its notices. */
const transferOf = async (paymentUrl: string): Promise<object | undefined> => {
  const { origin, searchParams } = new URL(paymentUrl);
  const key = secret('NOWPAYMENTS_API_KEY');
  const signal = AbortSignal.timeout(10_000);
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'shop@tradeium.local', password: key });
  const login = await fetch(`${origin}/v1/auth`, { method: 'POST', headers, body, signal });
  const authorization = `Bearer ${((await login.json()) as { token: string }).token}`;
  const url = `${origin}/v1/payment/?invoiceId=${searchParams.get('iid')}`;
  const list = await fetch(url, { headers: { ...headers, authorization }, signal });
  return ((await list.json()) as { data: object[] }).data[0];
};

const expectRefused = (answer: ApiAnswer, code: ErrorCode) =>
  expect({ status: answer.status, code: answer.code }).toEqual({ status: ERRORS[code].status, code });

describe('a notice', () => {
  test('that is unsigned, or signed with another key, is refused and adds nothing', async () => {
    const { payment_id } = await order();
    const notice = noticeOf(payment_id);
    const right = sign(notice);
    const flipped = (right.startsWith('0') ? '1' : '0') + right.slice(1);
    expectRefused(await deliver(JSON.stringify(notice), {}), 'PAYMENT_SIGNATURE_INVALID');
    for (const signature of [
      '',
      '0',
      sign(notice, 'another secret'),
      flipped,
      right.slice(0, -2),
      `${right}00`,
    ])
      expectRefused(await deliverSigned(notice, signature), 'PAYMENT_SIGNATURE_INVALID');
    expect(await purchaseOf(payment_id)).toMatchObject({ confirmed_at: null });
    expect(await credits()).toBe(WELCOME_CREDITS_VUT);
  });

  test('whose content was changed after signing is refused', async () => {
    const { payment_id } = await order();
    const signature = sign(noticeOf(payment_id, { payment_status: 'waiting' }));
    expectRefused(await deliverSigned(noticeOf(payment_id), signature), 'PAYMENT_SIGNATURE_INVALID');
  });

  test('that was cut on its way is refused', async () => {
    const { payment_id } = await order();
    const notice = noticeOf(payment_id);
    const half = JSON.stringify(notice).slice(0, 100);
    const answer = await deliver(half, { 'x-nowpayments-sig': sign(notice) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await credits()).toBe(WELCOME_CREDITS_VUT);
  });

  const noNotices: [string, string][] = [
    ['a list', '[]'],
    ['a word', '"finished"'],
    ['null', 'null'],
    ['nothing', ''],
    ['an order that is a query', JSON.stringify(noticeOf('x', { order_id: { $gt: '' } }))],
    ['a payment that is a path', JSON.stringify(noticeOf('x', { payment_id: '../../v1/auth' }))],
  ];
  test.for(noNotices)('that is %s is refused', async ([, body]) => {
    const signature = createHmac('sha512', secret()).update(body).digest('hex');
    const { status } = await deliver(body, { 'x-nowpayments-sig': signature });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test('that reports a payment that never happened as “finished” adds nothing, however well it is signed', async () => {
    const { payment_id } = await order();
    await deliverSigned(noticeOf(payment_id));
    await deliverSigned(noticeOf('no-such-order'));
    // A real purchase afterwards shows that the earlier notices were processed.
    await pay('pay', 'finished');
    expect(await purchaseOf(payment_id)).toMatchObject({ confirmed_at: null });
  });
});

/** Orders, takes an action on the checkout page, and waits for the outcome. */
const pay = async (action: CheckoutAction, status: string) => {
  const before = await credits();
  const { payment_id, payment_url } = await order();
  await checkout(payment_url, action);
  await expect.poll(async () => (await purchaseOf(payment_id))?.status, SETTLED).toBe(status);
  if (status === 'finished') await expect.poll(credits, SETTLED).toBe(before + 10 * VUT_PER_USD);
  else expect(await credits()).toBe(before);
  return { payment_id, payment_url, before };
};

describe('a purchase', () => {
  test('that is paid is credited once, though its notice comes again and again', async () => {
    const { payment_id, payment_url, before } = await pay('pay', 'finished');
    const purchase = await purchaseOf(payment_id);
    expect(purchase).toMatchObject({ credits: 10 * VUT_PER_USD, needs_review: false, payment_url: null });
    const paid = (await transferOf(payment_url)) ?? {};
    expect(paid).toMatchObject({ order_id: payment_id, payment_status: 'finished' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliverSigned(paid)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await pay('expire', 'expired');
    expect(await credits()).toBe(before + 10 * VUT_PER_USD);
  });

  test('that is paid in part is shown as such and not credited', async () => {
    await pay('pay-partly', 'partially_paid');
  });

  test.for([
    ['expire', 'expired'],
    ['fail', 'failed'],
  ] as const)('that the buyer lets %s is not credited', async ([action, status]) => {
    await pay(action, status);
  });

  test('that is refunded loses its credits again', async () => {
    const { payment_id, payment_url, before } = await pay('pay', 'finished');
    await checkout(payment_url, 'refund');
    await expect.poll(async () => (await purchaseOf(payment_id))?.status, SETTLED).toBe('refunded');
    await expect.poll(credits, SETTLED).toBe(before);
  });

  test('under the same Idempotency-Key is the same order; with another amount it is refused', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const input = { amount_usd: 10, credits_amount: 10_000 };
    const [first, again] = [
      await buyer.call('createInvoice', input, { headers }),
      await buyer.call('createInvoice', input, { headers }),
    ];
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const other = await buyer.call('createInvoice', { amount_usd: 20, credits_amount: 20_000 }, { headers });
    expectRefused(other, 'COMMAND_ID_REUSED');
  });

  test('belongs to one user, and so does its key', async () => {
    const other = await registerUser(runningSystem());
    const headers = { 'idempotency-key': randomUUID() };
    const input = { amount_usd: 10, credits_amount: 10_000 };
    const mine = (await buyer.call('createInvoice', input, { headers })).body as { payment_id: string };
    const theirs = (await other.call('createInvoice', input, { headers })).body as { payment_id: string };
    expect(theirs.payment_id).not.toBe(mine.payment_id);
    expect((await other.get('getPaymentHistory', {})).map(({ id }) => id)).toEqual([theirs.payment_id]);
  });
});

describe('an amount that', () => {
  const amounts: [string, string, ErrorCode][] = [
    ['is negative', '{"amount_usd": -10, "credits_amount": -10000}', 'PAYMENT_AMOUNT_INVALID'],
    ['is zero', '{"amount_usd": 0, "credits_amount": 0}', 'PAYMENT_AMOUNT_INVALID'],
    ['is below a dollar', '{"amount_usd": 0.99, "credits_amount": 990}', 'PAYMENT_AMOUNT_INVALID'],
    ['has three decimals', '{"amount_usd": 10.001, "credits_amount": 10001}', 'PAYMENT_AMOUNT_INVALID'],
    [
      'is finer than credits are',
      '{"amount_usd": 10, "credits_amount": 10000.0000001}',
      'CREDITS_AMOUNT_MISMATCH',
    ],
    [
      'is more than can be bought',
      '{"amount_usd": 10000.01, "credits_amount": 10000010}',
      'PAYMENT_AMOUNT_INVALID',
    ],
    ['is astronomical', '{"amount_usd": 1e308, "credits_amount": 1e308}', 'PAYMENT_AMOUNT_INVALID'],
    ['is beyond all numbers', '{"amount_usd": 1e999, "credits_amount": 1e999}', 'PAYMENT_AMOUNT_INVALID'],
    ['is no number in JSON', '{"amount_usd": NaN, "credits_amount": NaN}', 'MALFORMED_JSON'],
    ['is null', '{"amount_usd": null, "credits_amount": 10000}', 'PAYMENT_AMOUNT_INVALID'],
    ['is a text', '{"amount_usd": "10", "credits_amount": "10000"}', 'PAYMENT_AMOUNT_INVALID'],
    ['is a query', '{"amount_usd": {"$gt": 0}, "credits_amount": 10000}', 'PAYMENT_AMOUNT_INVALID'],
    ['buys more than it pays', '{"amount_usd": 10, "credits_amount": 1000000}', 'CREDITS_AMOUNT_MISMATCH'],
    [
      'names a price of its own',
      '{"amount_usd": 10, "credits_amount": 10000, "price": 1}',
      'INVALID_REQUEST',
    ],
  ];
  test.for(amounts)('%s is refused', async ([, body, code]) => {
    const answer = await buyer.send('/api/payments/create-invoice', { method: 'POST', body });
    expectRefused(answer, code);
  });
});
