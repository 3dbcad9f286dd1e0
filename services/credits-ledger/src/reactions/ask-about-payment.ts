// Checks a transfer that a notice named with the payment provider, whose answer alone counts.
import type { Client } from '@temporalio/client';
import { isRefusal, type PaymentEvent, type Refusal } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { idsCausedBy } from '@tradeium/event-store';
import { isOutage } from '@tradeium/service-kit';
import type { Payments } from '../commands/change-payment.ts';
import { confirmTransfer } from '../commands/confirm-transfer.ts';
import { type TransferReference, transferOf } from '../domain/payment-state.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import { CONFIRM_TRANSFER, CREDITS_TASK_QUEUE } from '../workflows/credits-contract.ts';

type Dependencies = {
  readonly payments: Payments;
  readonly provider: Pick<PaymentProvider, 'transfer'>;
  readonly temporal: () => Promise<Client>;
  readonly taskQueue?: string;
};

/** How long a notice waits for Temporal; its client would try for 20 s. */
const START_TIMEOUT_MS = 1_000;

const startConfirming = async (
  { temporal, taskQueue = CREDITS_TASK_QUEUE }: Dependencies,
  transfer: TransferReference,
): Promise<void> => {
  const { connection, workflow } = await temporal();
  await connection.withDeadline(Date.now() + START_TIMEOUT_MS, () =>
    workflow.signalWithStart(CONFIRM_TRANSFER.workflowType, {
      workflowId: CONFIRM_TRANSFER.workflowIdOf(transfer),
      taskQueue,
      args: [transfer],
      signal: CONFIRM_TRANSFER.signal,
    }),
  );
};

/**
 * Starts the workflow that asks until the notice is confirmed. While Temporal is away, asks the provider once, right
 * here, so that paid purchases still settle; reconciliation does the rest.
 */
export const askAboutPayment =
  (dependencies: Dependencies) =>
  async ({ event, meta }: StoredEvent<PaymentEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'PaymentNoticed') return;
    const { paymentId, providerPaymentId, status } = event.data;
    const { payments, provider } = dependencies;
    const { state } = await payments.load(paymentId);
    if (!transferOf(state, providerPaymentId)?.noticed.includes(status)) return;
    const transfer: TransferReference = { paymentId, providerPaymentId };
    try {
      await startConfirming(dependencies, transfer);
    } catch (cause) {
      if (!isOutage(cause)) throw cause;
      const confirmed = await confirmTransfer({ payments, provider }, transfer, idsCausedBy(meta));
      return isRefusal(confirmed) ? confirmed : undefined;
    }
  };
