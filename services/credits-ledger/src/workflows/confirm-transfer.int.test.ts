// Transfers that notices named, on a real Temporal server: checked until the provider confirms them.

import type { PaymentStatus } from '@tradeium/contracts';
import { sharedByTests } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { openCreditWorkflows } from '../../fixtures/credit-workflows.ts';
import type { ProviderAnswer } from '../domain/payment.ts';
import { type TransferReference, transferOf } from '../domain/payment-state.ts';
import { askAboutNotice } from '../reactions/ask-about-payment.ts';
import { CONFIRM_TRANSFER } from './confirm-transfer-contract.ts';

const work = sharedByTests(openCreditWorkflows);

const stateOf = async ({ paymentId }: TransferReference) => (await work.payments.load(paymentId)).state;

/** An order with a transfer that a notice calls finished. */
const noticed = async (paymentId: string): Promise<TransferReference> => {
  const transfer = { paymentId, providerPaymentId: `${paymentId}-transfer` };
  await work.order(paymentId);
  await notice(transfer, 'finished');
  return transfer;
};
const notice = (transfer: TransferReference, status: PaymentStatus) =>
  work.payments.change(
    transfer.paymentId,
    { type: 'NoticePayment', ...transfer, status },
    { commandId: `notice:${status}` },
  );

/** Makes the provider give these answers, one per question, then always the last one. */
const answers = (...given: (PaymentStatus | Error)[]): { asked(): number } => {
  let asked = 0;
  const transfer = async (providerPaymentId: string): Promise<ProviderAnswer> => {
    const status = given[Math.min(asked, given.length - 1)] as PaymentStatus | Error;
    asked += 1;
    if (status instanceof Error) throw status;
    const orderId = providerPaymentId.replace('-transfer', '');
    const coin = { payCurrency: 'btc', payAmount: '1', actuallyPaid: '1' };
    return { providerPaymentId, status, orderId, priceCurrency: 'usd', priceCents: 1_000, ...coin };
  };
  work.ask({ ...work.providers.listing, transfer });
  return { asked: () => asked };
};
const confirm = (transfer: TransferReference) => work.run(CONFIRM_TRANSFER.workflowType, [transfer]);

describe('a transfer that a notice named', () => {
  test('is settled when the provider confirms it', async () => {
    const transfer = await noticed('at-once');
    const provider = answers('finished');
    const { workflowId } = await confirm(transfer);
    expect((await stateOf(transfer)).settledBy).toBe(transfer.providerPaymentId);
    expect(provider.asked()).toBe(1);
    await work.workflows.record('confirm-transfer', workflowId);
  });

  test('is asked about again while the provider does not say so yet', async () => {
    const transfer = await noticed('later');
    const provider = answers('waiting', 'finished');
    await confirm(transfer);
    expect((await stateOf(transfer)).settledBy).toBe(transfer.providerPaymentId);
    expect(provider.asked()).toBe(2);
  });

  test('is asked about again after the provider was down', async () => {
    const transfer = await noticed('away');
    const provider = answers(new Error('away'), 'finished');
    await confirm(transfer);
    expect((await stateOf(transfer)).settledBy).toBe(transfer.providerPaymentId);
    expect(provider.asked()).toBe(2);
  });

  test('has one workflow, which hears of each further notice', async () => {
    const transfer = await noticed('twice');
    answers('waiting');
    const reaction = askAboutNotice({
      payments: work.payments,
      provider: work.providers.away,
      temporal: async () => work.workflows.client,
      taskQueue: work.taskQueue,
    });
    const react = (status: PaymentStatus) =>
      reaction({
        event: { type: 'PaymentNoticed', data: { ...transfer, status } },
        meta: { commandId: 'notice', at: work.clock.now().toISOString() },
        sequence: 1,
        index: 0,
        context: 'credits',
        aggregate: 'payment',
        id: transfer.paymentId,
      });
    const workflow = work.workflows.client.workflow.getHandle(CONFIRM_TRANSFER.workflowIdOf(transfer));
    await react('finished');
    const { runId } = await workflow.describe();
    await expect
      .poll(async () => transferOf(await stateOf(transfer), transfer.providerPaymentId)?.status)
      .toBe('waiting');
    await notice(transfer, 'confirming');
    answers('finished');
    await react('confirming');
    expect((await workflow.describe()).runId).toBe(runId);
    await workflow.result();
    expect((await stateOf(transfer)).settledBy).toBe(transfer.providerPaymentId);
  });
});

test('its history replays', async () => {
  await work.workflows.replay('confirm-transfer');
});
