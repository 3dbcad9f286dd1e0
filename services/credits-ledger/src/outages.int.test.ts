// The ledger without MongoDB and Temporal: commands and the balance work, and the history answers once MongoDB is back.
import { fromVut, isRefusal, MESSAGES, messageOf, OPEN_PAYMENTS_MAX, VUT_PER_USD } from '@tradeium/contracts';
import { type CreditHold, openCreditHolds } from '@tradeium/credit-hold';
import { outputOf } from '@tradeium/service-kit';
import { startMongodb, type TestServer } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noTemporal } from '../fixtures/ledger-temporal.ts';
import { type LedgerWithPayments, startLedgerWithPayments } from '../fixtures/ledger-with-payments.ts';

let mongodb: TestServer;
let ledger: LedgerWithPayments;
beforeAll(async () => {
  mongodb = await startMongodb();
  await mongodb.kill();
  ledger = await startLedgerWithPayments(noTemporal, mongodb);
});
afterAll(async () => {
  await ledger?.stop();
  await mongodb?.stop();
});

const grant = (userId: string) =>
  ledger.client.request(
    MESSAGES.grantCredits,
    { accountId: userId, operationId: 'gift', amount: fromVut(100), reason: 'gift' },
    ledger.context(userId),
  );
const holdOf = (userId: string, name: string): CreditHold =>
  openCreditHolds(ledger.client).hold({ holdId: `test:${name}`, userId, correlationId: 'outage' });
const reserving = {
  amount: fromVut(40),
  purpose: 'test',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};
const readiness = () => ledger.service.readiness();
const history = () => ledger.client.request(messageOf('getCreditHistory'), {}, ledger.context('ada'));
const balance = () => ledger.client.request(messageOf('getBalance'), {}, ledger.context('ada'));

test('without MongoDB credits are granted, reserved, captured and released', async () => {
  expect(isRefusal(await grant('ada'))).toBe(false);
  const [used, unused] = [holdOf('ada', 'used'), holdOf('ada', 'unused')];
  expect(await used.reserve(reserving)).toEqual({ available: fromVut(60), reserved: fromVut(40) });
  expect(await unused.reserve(reserving)).toEqual({ available: fromVut(20), reserved: fromVut(80) });
  expect(await used.capture(fromVut(15))).toEqual({ available: fromVut(45), reserved: fromVut(40) });
  expect(await unused.release('failed')).toEqual({ available: fromVut(85), reserved: 0 });
});

test('without MongoDB credits are sold, and unpaid orders are still limited', async () => {
  const orders = Array.from({ length: OPEN_PAYMENTS_MAX + 1 }, () => ledger.order('bob', 25));
  const answers = await Promise.all(orders);
  expect(answers.filter(isRefusal)).toEqual([
    { refused: 'TOO_MANY_OPEN_PAYMENTS', data: { limit: OPEN_PAYMENTS_MAX } },
  ]);
});

test('without MongoDB the balance is what was decided, and what only read models know is unavailable', async () => {
  expect(outputOf(await balance())).toMatchObject({
    subscription: { vut_remaining: 85, vut_used_this_period: 15 },
  });
  const days = { from: '2026-01-01', to: '2026-01-01' };
  for (const [name, input] of [
    ['getCreditHistory', {}],
    ['getStatement', days],
    ['getPaymentHistory', {}],
  ] as const)
    expect(await ledger.client.request(messageOf(name) as never, input, ledger.context('ada'))).toEqual({
      refused: 'SERVICE_UNAVAILABLE',
    });
});

test('once MongoDB is there, queries show everything that was decided without it', async () => {
  await mongodb.restart();
  await expect.poll(async () => isRefusal(await history())).toBe(false);
  await expect
    .poll(async () => outputOf(await history()).map(({ vut_cost }) => vut_cost))
    .toEqual([15, -100]);
  await expect.poll(() => ledger.purchases('bob')).toHaveLength(OPEN_PAYMENTS_MAX);
});

test('without Temporal credits are ordered, paid and added', async () => {
  const { payment_url } = outputOf(await ledger.order('ann', 25));
  await ledger.act(payment_url, 'pay');
  await expect.poll(() => ledger.balance('ann')).toBe(25 * VUT_PER_USD);
});

test('without Temporal a provider that is down for a moment is asked again', async () => {
  const { payment_url } = outputOf(await ledger.order('ben', 25));
  ledger.provider.mode = 'away';
  const { asked } = ledger.provider;
  await ledger.act(payment_url, 'pay');
  await expect.poll(() => ledger.provider.asked).toBeGreaterThan(asked);
  await expect
    .poll(readiness)
    .toMatchObject({ status: 200, capabilities: { payments: expect.stringMatching(/^fails since/) } });
  ledger.provider.mode = 'there';
  await expect.poll(() => ledger.balance('ben')).toBe(25 * VUT_PER_USD);
  expect((await readiness()).capabilities.payments).toBe('ok');
});
