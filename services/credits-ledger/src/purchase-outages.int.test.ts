// Purchases while servers are away that they can do without.
import { VUT_PER_USD } from '@tradeium/contracts';
import { outputOf } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noTemporal } from '../fixtures/ledger-temporal.ts';
import { type LedgerWithPayments, startLedgerWithPayments } from '../fixtures/ledger-with-payments.ts';

let ledger: LedgerWithPayments;
beforeAll(async () => {
  ledger = await startLedgerWithPayments(noTemporal);
});
afterAll(() => ledger?.stop());

test('without Temporal credits are ordered, paid and added', async () => {
  const { payment_url } = outputOf(await ledger.order('ann', 25));
  await ledger.act(payment_url, 'pay');
  await expect.poll(() => ledger.balance('ann')).toBe(25 * VUT_PER_USD);
});

test('without Temporal a provider that is away for a moment is asked again', async () => {
  const { payment_url } = outputOf(await ledger.order('ben', 25));
  ledger.provider.mode = 'away';
  const { asked } = ledger.provider;
  await ledger.act(payment_url, 'pay');
  await expect.poll(() => ledger.provider.asked).toBeGreaterThan(asked);
  ledger.provider.mode = 'there';
  await expect.poll(() => ledger.balance('ben'), { timeout: 30_000 }).toBe(25 * VUT_PER_USD);
});
