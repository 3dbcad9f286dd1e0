// Asks the payment provider about a transfer that a notice named, and records its answer.
import { isRefusal } from '@tradeium/contracts';
import { confirmTransfer } from '../commands/confirm-transfer.ts';
import type { ConfirmActivities } from '../workflows/confirm-transfer-contract.ts';

export const confirmActivities = (
  dependencies: Parameters<typeof confirmTransfer>[0],
): ConfirmActivities => ({
  confirmTransfer: async (transfer) => {
    const confirmed = await confirmTransfer(dependencies, transfer);
    if (isRefusal(confirmed)) throw new Error(`refused: ${confirmed.refused}`);
    return confirmed;
  },
});
