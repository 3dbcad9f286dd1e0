// Purchases that lost all their notices, on a real Temporal server and the provider's stand-in.

import type { PaymentStatus } from '@tradeium/contracts';
import { putSchedule } from '@tradeium/service-kit';
import { sharedByTests } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { openCreditWorkflows, pay } from '../../fixtures/credit-workflows.ts';
import { reconcilePayment } from '../commands/confirm-transfer.ts';
import { decidePayment, type ProviderAnswer } from '../domain/payment.ts';
import { INVOICE_DAYS, statusOf } from '../domain/payment-state.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import { RECONCILE_PAYMENTS, type Reconciled } from './reconcile-payments-contract.ts';

const DAY_MS = 86_400_000;

const work = sharedByTests(openCreditWorkflows);

let orders = 0;
const order = (name?: string) => {
  orders += 1;
  return work.order(name ?? `order-${orders}`);
};

/** `before` is the previous run's result, which the schedule passes on. */
const reconcile = async (asked = work.providers.listing, before?: Reconciled) => {
  work.ask(asked);
  const now = work.clock.now().toISOString();
  const ran = await work.run(RECONCILE_PAYMENTS.workflowType, before ? [now, before] : [now]);
  return { ...ran, result: ran.result as Reconciled };
};
const stateOf = async (paymentId: string) => (await work.payments.load(paymentId)).state;

describe('reconciliation', () => {
  test('settles payments without a single notice, and leaves unpaid orders open', async () => {
    const [paid, unpaid] = [await order(), await order()];
    await pay(paid.url);
    work.clock.advance(61_000);
    const { result, workflowId } = await reconcile();
    expect(result).toEqual({ asked: 2, failed: 0, startedAt: work.clock.now().toISOString(), rest: null });
    expect((await stateOf(paid.paymentId)).settledBy).not.toBeNull();
    expect(statusOf(await stateOf(unpaid.paymentId))).toBe('pending');
    await work.workflows.record('reconcile-payments', workflowId);
    expect((await reconcile()).result).toMatchObject({ asked: 1, failed: 0 });
  });

  test('goes through all of them, page by page', async () => {
    const many = await Promise.all(Array.from({ length: 60 }, () => order()));
    work.clock.advance(61_000);
    const { result } = await reconcile();
    expect(result).toMatchObject({ failed: 0 });
    expect(result.asked).toBeGreaterThanOrEqual(many.length);
  });

  test('finds the recent ones behind pages of quiet ones, which are asked about once an hour', async () => {
    work.clock.advance(DAY_MS + 1);
    const recent = await order('zuletzt');
    await pay(recent.url);
    work.clock.advance(61_000);
    const startedAt = work.clock.now().toISOString();
    const sameHour = { asked: 0, failed: 0, startedAt, rest: null };
    expect((await reconcile(undefined, sameHour)).result).toMatchObject({ asked: 1, rest: null });
    expect((await stateOf(recent.paymentId)).settledBy).not.toBeNull();
    const hourBefore = { ...sameHour, startedAt: new Date(Date.parse(startedAt) - 3_600_000).toISOString() };
    expect((await reconcile(undefined, hourBefore)).result.asked).toBeGreaterThanOrEqual(60);
  });

  test('leaves the youngest to their notices', async () => {
    const before = (await reconcile()).result;
    await order();
    expect((await reconcile()).result).toEqual(before);
  });

  test('without the account at the provider asks about the transfers named in notices', async () => {
    const [announced, silent] = [await order(), await order()];
    await pay(announced.url);
    await pay(silent.url);
    const listing = work.providers.listing;
    const invoice = (await stateOf(announced.paymentId)).invoice?.providerInvoiceId ?? '';
    const [transfer] = (await listing.transfersOf(invoice)) ?? [];
    const notice = {
      type: 'NoticePayment',
      paymentId: announced.paymentId,
      providerPaymentId: transfer?.providerPaymentId ?? '',
      status: 'finished',
    } as const;
    await work.payments.execute(announced.paymentId, { commandId: 'notice' }, (state, now) =>
      decidePayment(notice, state, now),
    );
    work.clock.advance(61_000);
    await reconcile(work.providers.withoutAccount);
    expect((await stateOf(announced.paymentId)).settledBy).toBe(transfer?.providerPaymentId);
    expect((await stateOf(silent.paymentId)).settledBy).toBeNull();
    await reconcile(listing);
    expect((await stateOf(silent.paymentId)).settledBy).not.toBeNull();
  });

  test('stops while the provider is down, and the next run continues behind those that failed', async () => {
    const late = await order('zuletzt-2');
    await pay(late.url);
    work.clock.advance(61_000);
    const { asked } = (await reconcile()).result;
    const again = await order('zuletzt-3');
    await pay(again.url);
    work.clock.advance(61_000);
    const { result } = await reconcile(work.providers.away);
    expect(result).toMatchObject({
      asked: 3,
      failed: 3,
      rest: { startedAt: work.clock.now().toISOString() },
    });
    const next = await reconcile(undefined, result);
    expect(next.result).toMatchObject({
      asked: asked - 3,
      failed: 0,
      startedAt: result.startedAt,
      rest: null,
    });
    expect((await stateOf(again.paymentId)).settledBy).not.toBeNull();
  });

  test('skips the one that fails', async () => {
    const [broken, whole] = [await order('a-broken'), await order('a-whole')];
    await pay(whole.url);
    work.clock.advance(61_000);
    const listing = work.providers.listing;
    const { invoice } = await stateOf(broken.paymentId);
    const transfersOf = async (id: string) => {
      if (id === invoice?.providerInvoiceId) throw new Error('cannot be read');
      return listing.transfersOf(id);
    };
    expect((await reconcile({ ...listing, transfersOf })).result).toMatchObject({ failed: 1, rest: null });
    expect((await stateOf(whole.paymentId)).settledBy).not.toBeNull();
  });

  test('queries transfer by transfer, active ones first, and finished ones not at all', async () => {
    const { paymentId } = await order();
    const answer = (providerPaymentId: string, status: PaymentStatus): ProviderAnswer => ({
      ...{ providerPaymentId, status, orderId: paymentId, priceCurrency: 'usd', priceCents: 1_000 },
      ...{ payCurrency: 'btc', payAmount: '1', actuallyPaid: '1' },
    });
    const statuses = {
      expired: 'expired',
      refunded: 'refunded',
      half: 'partially_paid',
      begun: 'waiting',
    } as const;
    for (const [id, status] of Object.entries(statuses)) {
      const command = { type: 'ApplyProviderAnswer', paymentId, answer: answer(id, status) } as const;
      await work.payments.execute(paymentId, { commandId: id }, (state, now) =>
        decidePayment(command, state, now),
      );
    }
    const asked: string[] = [];
    const transfer = async (id: string) => {
      asked.push(id);
      return id === 'half' ? answer(id, 'finished') : null;
    };
    const state = await stateOf(paymentId);
    const dependencies = { payments: work.payments, provider: { transfer, transfersOf: async () => null } };
    await reconcilePayment(dependencies, paymentId, state, () => asked.push('beat'));
    expect(asked).toEqual(['beat', 'half', 'beat', 'begun', 'beat', 'expired']);
    expect((await stateOf(paymentId)).settledBy).toBe('half');
    const tooLate = () => {
      if (asked.length >= 7) throw new Error('too late');
    };
    await expect(reconcilePayment(dependencies, paymentId, state, tooLate)).rejects.toThrow('too late');
    expect(asked.slice(6)).toEqual(['half']);
  });

  test('expires orders unpaid for a week, but not those paid at the last moment', async () => {
    const [unpaid, paid] = [await order(), await order()];
    await pay(paid.url);
    work.clock.advance(INVOICE_DAYS * DAY_MS);
    await reconcile();
    expect(statusOf(await stateOf(unpaid.paymentId))).toBe('expired');
    expect((await stateOf(paid.paymentId)).settledBy).not.toBeNull();
    expect((await reconcile()).result).toMatchObject({ asked: 0, failed: 0 });
  });

  test('is handed on from run to run by its schedule', async () => {
    for (const name of ['s-1', 's-2', 's-3', 's-4']) await order(name);
    await work.caughtUp();
    const scheduleId = `handed-on-${process.pid}`;
    const regular = { ...RECONCILE_PAYMENTS, scheduleId, taskQueue: work.taskQueue, everyMinutes: 1_440 };
    await putSchedule(work.workflows.client.schedule, regular);
    const schedule = work.workflows.client.schedule.getHandle(scheduleId);
    const runNow = async (asked: PaymentProvider, runs: number): Promise<Reconciled> => {
      work.ask(asked);
      await schedule.trigger('SKIP');
      const actions = async () => (await schedule.describe()).info.recentActions;
      await expect.poll(async () => (await actions()).length).toBe(runs);
      const { workflow } = (await actions())[runs - 1]?.action ?? {};
      return work.workflows.client.workflow.getHandle(workflow?.workflowId ?? '').result();
    };
    const stopped = await runNow(work.providers.away, 1);
    expect(stopped).toMatchObject({ asked: 3, failed: 3, rest: { after: 's-3' } });
    const { startedAt } = stopped;
    const rest = await runNow(work.providers.listing, 2);
    expect(rest).toEqual({ asked: 1, failed: 0, startedAt, rest: null });
    await putSchedule(work.workflows.client.schedule, { ...regular, everyMinutes: 0 });
  });
});

test('its history replays', async () => {
  await work.workflows.replay('reconcile-payments');
});
