// The contract between the code check's workflow and the strategy runner: references only, because code is private.
import type { WorkflowContract } from '@tradeium/service-kit/workflow-contract';

/** The strategy runner's queue for `checkStrategy`: apart from runs, which would delay it for minutes. */
export const CHECK_TASK_QUEUE = 'strategy-checks';

/** Digest of a message file (see the service kit) with `{ check, code }`; `check` is unique to this check. */
export type CheckJob = { readonly source: string };
/** Digest of a message file with `{ check, problems, parameters }`, in the words of the contract. */
export type CheckAnswer = { readonly reading: string };

/** Checks of one user that may be under way at once. */
export const CHECKS_AT_ONCE_MAX = 2;

/** Each of a user's slots has an id, which one workflow at a time can have; that counts the slots. Saved code is read without one. */
export const CHECK_STRATEGY: WorkflowContract<[job: CheckJob], [userId: string, slot: string]> = {
  service: 'backtest',
  workflowType: 'checkStrategy',
  workflowIdOf: (userId, slot) => `check-strategy-${userId}-${slot}`,
};
