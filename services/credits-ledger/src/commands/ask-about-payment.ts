// Starts the workflow that checks a transfer with the payment provider, whose answer alone counts.
import type { Client } from '@temporalio/client';
import { isRefusal, type PaymentStatus, type Refusal } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import { isOutage, startOptions } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { type TransferReference, transferOf } from '../domain/payment-state.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import { CONFIRM_TRANSFER, NOTICED_SIGNAL } from '../workflows/confirm-transfer-contract.ts';
import { confirmTransfer } from './confirm-transfer.ts';

export type Asking = {
  readonly payments: Stores['payments'];
  readonly provider: Pick<PaymentProvider, 'transfer'>;
  readonly temporal: () => Promise<Client>;
  readonly taskQueue?: string;
};

/** How long a notice waits for Temporal; its client would try for 20 s. */
const START_TIMEOUT_MS = 1_000;

const startConfirming = async (
  { temporal, taskQueue }: Asking,
  transfer: TransferReference,
): Promise<void> => {
  const { connection, workflow } = await temporal();
  const workflowId = CONFIRM_TRANSFER.workflowIdOf(transfer);
  await connection.withDeadline(Date.now() + START_TIMEOUT_MS, () =>
    workflow.signalWithStart(CONFIRM_TRANSFER.workflowType, {
      ...startOptions(CONFIRM_TRANSFER, { workflowId, args: [transfer], ...(taskQueue && { taskQueue }) }),
      signal: NOTICED_SIGNAL,
    }),
  );
};

/**
 * Starts the workflow that asks until the notice is confirmed; one that is confirmed already starts none. While Temporal is
 * away, asks the provider once, right here, so that paid purchases still settle; reconciliation does the rest.
 */
export const askAboutPayment = async (
  asking: Asking,
  transfer: TransferReference,
  status: PaymentStatus,
  causedBy: Omit<CommandIds, 'commandId'>,
): Promise<Refusal | undefined> => {
  const { state } = await asking.payments.load(transfer.paymentId);
  if (!transferOf(state, transfer.providerPaymentId)?.noticed.includes(status)) return undefined;
  try {
    await startConfirming(asking, transfer);
    return undefined;
  } catch (cause) {
    if (!isOutage(cause)) throw cause;
    const confirmed = await confirmTransfer(asking, transfer, causedBy);
    return isRefusal(confirmed) ? confirmed : undefined;
  }
};
