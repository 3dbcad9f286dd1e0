// What the workflow that checks code and the strategy runner hand to one another: references, as code is the user's.

/** Where the strategy runner polls for `checkStrategy`: apart from runs, which would keep it waiting for minutes. */
export const CHECK_TASK_QUEUE = 'strategy-checks';

/** Digest of a message file (see the service kit) with `{ check, code }`; `check` is of this check alone. */
export type CheckJob = { readonly source: string };
/** Digest of a message file with `{ check, problems }`, in the words of the contract. */
export type CheckAnswer = { readonly problems: string };

/** Checks of one user that may be under way at once. */
export const CHECKS_AT_ONCE_MAX = 2;

/** Each of a user's places has an id of its own, which one workflow at a time can have: so the places are counted. */
export const checkWorkflowIdOf = (userId: string, place: number): string =>
  `check-strategy-${userId}-${place}`;
