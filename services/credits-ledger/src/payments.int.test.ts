// Buying credits over real servers: from the order to the credits, once, whatever notices arrive.
import { createHmac } from 'node:crypto';
import {
  fromVut,
  isRefusal,
  MESSAGES,
  messageOf,
  OPEN_PAYMENTS_MAX,
  type Purchase,
  VUT_PER_USD,
} from '@tradeium/contracts';
import { openCreditHolds } from '@tradeium/credit-hold';
import { openAggregates } from '@tradeium/event-store';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests, silentLog, startServiceProcess } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { openLedgerTemporal } from '../fixtures/ledger-temporal.ts';
import { NOTICE_SECRET, type Notice, startLedgerWithPayments } from '../fixtures/ledger-with-payments.ts';
import { creditPurchase } from './commands/credit-purchase.ts';
import { accountAggregate, decideAccount } from './domain/account.ts';
import { paymentAggregate } from './domain/payment.ts';
import { grantOfPurchase, refundOfPurchase } from './domain/purchase-operations.ts';

const ledger = sharedByTests(async () => startLedgerWithPayments(await openLedgerTemporal()));

const USD = 25;
let buyers = 0;
/** A user who has ordered credits for this many dollars. */
const buyer = async (usd = USD) => {
  buyers += 1;
  const userId = `buyer-${buyers}`;
  const answer = await ledger.order(userId, usd);
  const { payment_url: url, payment_id: id } = outputOf(answer);
  const after =
    isRefusal(answer) || !answer.written ? {} : { [answer.written.stream]: answer.written.sequence };
  const purchase = async (): Promise<Purchase | undefined> =>
    (await ledger.purchases(userId, after)).find((one) => one.id === id);
  const status = async () => (await purchase())?.status;
  return { userId, url, id, purchase, status, balance: () => ledger.balance(userId) };
};
type Buyer = Awaited<ReturnType<typeof buyer>>;

const noticesOf = ({ id }: Buyer): Notice[] =>
  ledger.door.notices.filter(({ body }) => body.includes(`"${id}"`));
const sign = (body: string, secret = NOTICE_SECRET): Notice => {
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : value;
  const signed = JSON.stringify(sorted(JSON.parse(body)));
  return { body, signature: createHmac('sha512', secret).update(signed).digest('hex') };
};
/** The first notice of an order, changed and re-signed: only the provider could send it. */
const signedAs = async (one: Buyer, changed: object): Promise<Notice> => {
  await ledger.act(one.url, 'refund');
  await expect.poll(() => noticesOf(one).length).toBeGreaterThan(0);
  const [first] = noticesOf(one) as [Notice];
  return sign(JSON.stringify({ ...(JSON.parse(first.body) as object), ...changed }));
};

describe('a purchase', () => {
  test('goes from the order to the credits', async () => {
    const ann = await buyer();
    expect(ann.url).toContain(ledger.payments.url);
    expect(await ann.purchase()).toMatchObject({
      amount_usd: USD,
      credits: USD * VUT_PER_USD,
      status: 'pending',
      pay_currency: null,
      payment_url: ann.url,
    });
    await ledger.act(ann.url, 'pay');
    await expect.poll(ann.balance).toBe(USD * VUT_PER_USD);
    await expect.poll(ann.purchase).toMatchObject({
      status: 'finished',
      pay_currency: 'btc',
      needs_review: false,
      confirmed_at: expect.any(String),
      payment_url: null,
    });
  });

  test('that is partly paid is shown and not credited, until the rest comes', async () => {
    const ben = await buyer();
    await ledger.act(ben.url, 'pay-partly');
    await expect.poll(ben.purchase).toMatchObject({
      status: 'partially_paid',
      actually_paid: expect.stringMatching(/^0\.0/),
      payment_url: ben.url,
    });
    expect(await ben.balance()).toBe(0);
    await ledger.act(ben.url, 'pay');
    await expect.poll(ben.balance).toBe(USD * VUT_PER_USD);
  });

  test.each(['expire', 'fail'])('by "%s" brings nothing, and may still be paid late', async (action) => {
    const cleo = await buyer();
    await ledger.act(cleo.url, action);
    await expect.poll(cleo.status).toBe(action === 'expire' ? 'expired' : 'failed');
    expect(await cleo.balance()).toBe(0);
    await ledger.act(cleo.url, 'pay');
    await expect.poll(cleo.balance).toBe(USD * VUT_PER_USD);
  });

  test('whose money went back is taken back', async () => {
    const dan = await buyer();
    await ledger.act(dan.url, 'pay');
    await expect.poll(dan.balance).toBe(USD * VUT_PER_USD);
    await ledger.act(dan.url, 'refund');
    await expect.poll(dan.status).toBe('refunded');
    await expect.poll(dan.balance).toBe(0);
  });

  // spec: accounts.25
  test('whose credits were held when its money went back is under review until they are paid back', async () => {
    const kit = await buyer();
    await ledger.act(kit.url, 'pay');
    await expect.poll(kit.balance).toBe(USD * VUT_PER_USD);
    const holds = openCreditHolds(ledger.client);
    const replies = Array.from({ length: 44 }, (_, reply) =>
      holds.hold({ holdId: `reply:${kit.id}.${reply}`, userId: kit.userId, correlationId: 'replies' }),
    );
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const details = { amount: fromVut(568), purpose: 'chat', expiresAt };
    for (const reply of replies) expect(isRefusal(await reply.reserve(details))).toBe(false);
    await ledger.act(kit.url, 'refund');
    const owed = 44 * 568;
    await expect.poll(kit.purchase).toMatchObject({ needs_review: true, credits_owed: owed });
    const another = { holdId: `reply:${kit.id}`, userId: kit.userId, correlationId: 'replies' };
    expect(await holds.hold(another).reserve({ ...details, amount: fromVut(1) })).toEqual({
      refused: 'CREDITS_OWED',
      data: { owed, required: 1, available: 0 },
    });
    await Promise.all(replies.map((reply) => reply.release('cancelled')));
    expect(await kit.balance()).toBe(0);
    await expect.poll(kit.purchase).toMatchObject({ status: 'refunded', needs_review: false });
  });

  test('that was found wrong late is taken back by an operator, and not again when its money goes back', async () => {
    const lee = await buyer();
    await ledger.act(lee.url, 'pay');
    await expect.poll(lee.balance).toBe(USD * VUT_PER_USD);
    const grant = grantOfPurchase(lee.id);
    const reversal = { accountId: lee.userId, operationId: `wrong:${lee.id}`, grant, reason: 'found wrong' };
    const answer = await ledger.client.request(MESSAGES.reverseGrant, reversal, ledger.context());
    expect(outputOf(answer)).toEqual({ available: 0, reserved: 0 });
    await ledger.act(lee.url, 'refund');
    await expect.poll(lee.purchase).toMatchObject({ status: 'refunded', needs_review: false });
    const parts = { nc: ledger.nc, log: silentLog, now: () => new Date() };
    const stores = {
      accounts: openAggregates(parts, accountAggregate),
      payments: openAggregates(parts, paymentAggregate),
    };
    const operationId = refundOfPurchase(lee.id);
    const refund = {
      type: 'ReverseGrant',
      accountId: lee.userId,
      operationId,
      grant,
      reason: 'refund',
    } as const;
    expect(await creditPurchase(stores, lee.id, refund, { correlationId: 'again' })).toBeUndefined();
    expect(await lee.balance()).toBe(0);
  });

  test('of a user who deletes the account is held when its money arrives, and no more orders are accepted', async () => {
    const dora = await buyer();
    const parts = { nc: ledger.nc, log: silentLog, now: () => new Date() };
    const close = { type: 'CloseAccount', accountId: dora.userId } as const;
    await openAggregates(parts, accountAggregate).execute(dora.userId, { commandId: 'close' }, (state, now) =>
      decideAccount(close, state, now),
    );
    expect(await ledger.order(dora.userId, 10)).toEqual({ refused: 'ACCOUNT_CLOSED' });
    await ledger.act(dora.url, 'pay');
    await expect.poll(dora.purchase).toMatchObject({ status: 'finished', needs_review: true });
    expect(await dora.balance()).toBe(0);
  });

  test('that is paid twice is credited once and marked for review', async () => {
    const eve = await buyer();
    await ledger.act(eve.url, 'pay', 'btc');
    await ledger.act(eve.url, 'pay', 'eth');
    await expect.poll(eve.purchase).toMatchObject({ status: 'finished', needs_review: true });
    await expect.poll(eve.balance).toBe(USD * VUT_PER_USD);
  });
});

describe('an order', () => {
  test('under the same key is the same order, even from many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ledger.order('fay', 10, 'key')));
    const [first, ...others] = answers.map(outputOf);
    for (const other of others) expect(other).toEqual(first);
    expect(outputOf(await ledger.order('fay', 10, 'key'))).toEqual(first);
    await expect.poll(() => ledger.purchases('fay')).toHaveLength(1);
    expect(await ledger.order('fay', 11, 'key')).toEqual({ refused: 'COMMAND_ID_REUSED' });
  });

  test('whose credits do not fit its amount is refused', async () => {
    for (const credits_amount of [10_001, 1_000_000, 0])
      expect(
        await ledger.client.request(
          messageOf('createInvoice'),
          { amount_usd: 10, credits_amount },
          ledger.context('gus'),
        ),
      ).toMatchObject({ refused: 'CREDITS_AMOUNT_MISMATCH' });
    expect(await ledger.purchases('gus')).toEqual([]);
  });

  test(`beyond ${OPEN_PAYMENTS_MAX} that wait is refused, however fast they come`, async () => {
    const answers = await Promise.all(
      Array.from({ length: OPEN_PAYMENTS_MAX + 5 }, () => ledger.order('hal', 5)),
    );
    const refused = answers.filter(isRefusal);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toEqual({ refused: 'TOO_MANY_OPEN_PAYMENTS', data: { limit: OPEN_PAYMENTS_MAX } });
  });

  test('waits for a provider that is down, and is completed under the same key', async () => {
    ledger.provider.mode = 'away';
    expect(await ledger.order('ida', 10, 'key')).toEqual({ refused: 'PAYMENTS_UNAVAILABLE' });
    await expect
      .poll(() => ledger.purchases('ida'))
      .toMatchObject([{ status: 'pending', payment_url: null }]);
    ledger.provider.mode = 'there';
    const { payment_id } = outputOf(await ledger.order('ida', 10, 'key'));
    await expect
      .poll(() => ledger.purchases('ida'))
      .toMatchObject([{ id: payment_id, payment_url: expect.any(String) }]);
  });

  test('is visible to its buyer only, with a session', async () => {
    const jan = await buyer();
    expect(await ledger.purchases('kim')).toEqual([]);
    await expect.poll(jan.purchase).toMatchObject({ id: jan.id });
    const input = { amount_usd: 5, credits_amount: 5_000 };
    for (const answer of [
      ledger.client.request(messageOf('createInvoice'), input, ledger.context()),
      ledger.client.request(messageOf('getPaymentHistory'), {}, ledger.context()),
    ])
      expect(await answer).toEqual({ refused: 'UNAUTHORIZED' });
  });
});

describe('a notice', () => {
  const forgeries: [string, (notice: Notice, other: Buyer) => Notice][] = [
    ['made up', ({ body }) => ({ body, signature: 'f'.repeat(128) })],
    ['without a signature', ({ body }) => ({ body, signature: '' })],
    ['signed with another secret', ({ body }) => sign(body, 'another secret of somebody')],
    ['signed in capitals', ({ body, signature }) => ({ body, signature: signature.toUpperCase() })],
    ['signed in half', ({ body, signature }) => ({ body, signature: signature.slice(0, 64) })],
    ['broken off', ({ body, signature }) => ({ body: body.slice(0, -2), signature })],
    [
      'with one bit flipped',
      ({ body, signature }) => ({ body: body.replace('"waiting"', '"waitinf"'), signature }),
    ],
    [
      'said to be finished',
      ({ body, signature }) => ({ body: body.replace('waiting', 'finished'), signature }),
    ],
    [
      'of ten times the amount',
      ({ body, signature }) => ({ body: body.replace(':25,', ':250,'), signature }),
    ],
    [
      "of another user's order",
      ({ body, signature }, { id }) => ({
        body: body.replace(/"order_id":"[^"]+"/, `"order_id":"${id}"`),
        signature,
      }),
    ],
    [
      'changed in a nested object',
      ({ body, signature }) => ({
        body: body.replace('"serviceFee":0', '"serviceFee":1'),
        signature,
      }),
    ],
    ['with a field added', ({ body, signature }) => ({ body: body.replace('{', '{"a":1,'), signature })],
    ['nested without end', ({ signature }) => ({ body: '['.repeat(30_000), signature })],
  ];

  test('that is forged is refused and changes nothing', async () => {
    const [leo, mia] = [await buyer(), await buyer()];
    const genuine = await signedAs(leo, {});
    for (const [name, forge] of forgeries) {
      const forged = forge(genuine, mia);
      expect(forged, name).not.toEqual(genuine);
      expect(await ledger.notify(forged), name).toEqual({ refused: 'PAYMENT_SIGNATURE_INVALID' });
    }
    expect(await ledger.notify(genuine)).toMatchObject({ output: { received: true } });
    await expect.poll(leo.status).toBe('waiting');
    expect([await mia.status(), await leo.balance(), await mia.balance()]).toEqual(['pending', 0, 0]);
  });

  test('counts for nothing unless the provider confirms it', async () => {
    const nia = await buyer();
    const early = await signedAs(nia, { payment_status: 'finished' });
    expect(isRefusal(await ledger.notify(early))).toBe(false);
    await expect.poll(nia.status).toBe('waiting');
    await ledger.act(nia.url, 'pay');
    await expect.poll(nia.balance).toBe(USD * VUT_PER_USD);
  });

  test('that names the transfer of another order credits no account', async () => {
    const [ola, pia] = [await buyer(), await buyer()];
    await ledger.act(ola.url, 'pay');
    await expect.poll(ola.balance).toBe(USD * VUT_PER_USD);
    const stolen = await signedAs(ola, { order_id: pia.id, payment_status: 'finished' });
    expect(isRefusal(await ledger.notify(stolen))).toBe(false);
    await expect.poll(pia.purchase).toMatchObject({ status: 'pending', needs_review: true });
    expect(await pia.balance()).toBe(0);
  });

  test('that comes a hundred times at once, and in any order, credits once', async () => {
    const quin = await buyer();
    ledger.door.isLosing = true;
    await ledger.act(quin.url, 'pay');
    await expect.poll(() => noticesOf(quin).length).toBe(5);
    ledger.door.isLosing = false;
    const shuffled = Array.from({ length: 20 }, () => noticesOf(quin).toReversed()).flat();
    const answers = await Promise.all(shuffled.map((notice) => ledger.notify(notice)));
    for (const answer of answers) expect(outputOf(answer)).toEqual({ received: true });
    await expect.poll(quin.balance).toBe(USD * VUT_PER_USD);
    for (const notice of shuffled) await ledger.notify(notice);
    expect(await quin.balance()).toBe(USD * VUT_PER_USD);
    await expect.poll(quin.purchase).toMatchObject({ status: 'finished', needs_review: false });
  });

  test('of an unknown order, or without one, is refused', async () => {
    const rob = await buyer();
    for (const order_id of ['x'.repeat(22), 'constructor', '../../etc', 'credits.*', ''])
      expect(await ledger.notify(await signedAs(rob, { order_id })), order_id).toEqual({
        refused: 'PAYMENT_NOT_FOUND',
      });
    for (const changed of [{ order_id: null }, { payment_id: { $gt: '' } }, { payment_status: null }])
      expect(await ledger.notify(await signedAs(rob, changed))).toEqual({
        refused: 'PAYMENT_NOTICE_INVALID',
      });
    expect(await ledger.notify(sign('"finished"'))).toEqual({ refused: 'PAYMENT_NOTICE_INVALID' });
    const unheard = await signedAs(rob, { payment_status: 'wrong_asset' });
    expect(outputOf(await ledger.notify(unheard))).toEqual({ received: true });
  });

  test('of 70 KB is refused unread', async () => {
    const notice = { body: 'x'.repeat(70_000), signature: '' };
    expect(
      await ledger.client.request(MESSAGES.receivePaymentNotice, notice, ledger.context()),
    ).toMatchObject({ refused: 'INVALID_REQUEST' });
  });

  test('is answered at once while the provider is silent, and counts once it answers', async () => {
    const [sam, tom] = [await buyer(), await buyer()];
    ledger.provider.mode = 'silent';
    for (const one of [sam, tom]) {
      await ledger.act(one.url, 'pay');
      await expect.poll(() => noticesOf(one).length).toBe(5);
    }
    for (const notice of [...noticesOf(sam), ...noticesOf(tom)]) outputOf(await ledger.notify(notice));
    ledger.provider.mode = 'there';
    // The hanging request is retried automatically, then those that waited behind it.
    for (const one of [sam, tom]) await expect.poll(one.balance).toBe(USD * VUT_PER_USD);
  });
});

test('a ledger that is killed in the middle credits once', async () => {
  const uma = await buyer();
  ledger.door.isLosing = true;
  await ledger.act(uma.url, 'pay');
  await expect.poll(() => noticesOf(uma).length).toBe(5);
  ledger.door.isLosing = false;
  const last = noticesOf(uma).at(-1) as Notice;
  outputOf(await ledger.notify(last));
  await ledger.service.restart();
  outputOf(await ledger.notify(last));
  await expect.poll(uma.balance).toBe(USD * VUT_PER_USD);
  await ledger.service.restart();
  expect(await uma.balance()).toBe(USD * VUT_PER_USD);
});

test.each(['', 'too short'])('the ledger does not start with the secret "%s"', async (secret) => {
  const main = new URL('main.ts', import.meta.url);
  const environment = { ...ledger.environment, NOWPAYMENTS_IPN_SECRET: secret };
  await expect(startServiceProcess(main, environment)).rejects.toThrow(
    'NOWPAYMENTS_IPN_SECRET is wrong: at least 16 characters',
  );
});
