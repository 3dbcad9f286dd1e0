// Asks the payment provider about one transfer until all its notices are confirmed.
import {
  ActivityFailure,
  condition,
  defineSignal,
  isCancellation,
  log,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { TransferReference } from '../domain/payment-state.ts';
import { type ConfirmActivities, NOTICED_SIGNAL } from './confirm-transfer-contract.ts';

/** While the provider is down, retries for about six minutes. */
const { confirmTransfer: confirm } = proxyActivities<ConfirmActivities>({
  startToCloseTimeout: '30 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min', maximumAttempts: 11 },
});

/** The pause between questions while the provider has not confirmed a notice. */
const PAUSES_MS = [1_000, 5_000, 20_000, 60_000];

/** Reconciliation checks what this leaves unconfirmed. */
export const confirmTransfer = async (transfer: TransferReference): Promise<void> => {
  let isNoticed = true;
  setHandler(defineSignal(NOTICED_SIGNAL), () => {
    isNoticed = true;
  });
  for (let question = 0; ; question += 1) {
    if (isNoticed) question = 0;
    isNoticed = false;
    const pauseMs = (await isConfirmed(transfer)) ? undefined : PAUSES_MS[question];
    if (isNoticed) continue;
    if (pauseMs === undefined) return;
    await condition(() => isNoticed, pauseMs);
  }
};

const isConfirmed = async (transfer: TransferReference): Promise<boolean> => {
  try {
    return await confirm(transfer);
  } catch (cause) {
    if (isCancellation(cause) || !(cause instanceof ActivityFailure)) throw cause;
    log.warn('the payment provider could not be asked', { ...transfer, cause: String(cause.cause) });
    return true;
  }
};
