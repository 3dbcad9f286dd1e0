// The contract between the workflow that confirms a transfer, its activity and its callers.
import type { WorkflowContract } from '@tradeium/service-kit/workflow-contract';
import type { TransferReference } from '../domain/payment-state.ts';

/** One workflow for each transfer, however many notices name it. */
export const CONFIRM_TRANSFER: WorkflowContract<
  [transfer: TransferReference],
  [transfer: TransferReference]
> = {
  service: 'credits-ledger',
  workflowType: 'confirmTransfer',
  workflowIdOf: ({ paymentId, providerPaymentId }) => `confirm-transfer-${paymentId}-${providerPaymentId}`,
};
/** The signal that another notice has named the transfer. */
export const NOTICED_SIGNAL = 'noticed';

/** Safe to repeat. */
export type ConfirmActivities = {
  /** Asks about one transfer; resolves to whether all its notices are confirmed. Rejects while the provider is down. */
  confirmTransfer(transfer: TransferReference): Promise<boolean>;
};
