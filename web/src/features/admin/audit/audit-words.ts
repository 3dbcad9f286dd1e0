// The audit's names for the kinds and states of actions.
import type { ActionKind, AdminAction } from '@tradeium/contracts';

export const KIND_WORDS: Readonly<Record<ActionKind, string>> = {
  'grant-credits': 'Grant credits',
  'reverse-grant': 'Reverse a grant',
  'verify-email': 'Verify email',
  'end-sessions': 'End sessions',
  'lock-account': 'Lock account',
  'unlock-account': 'Unlock account',
  'resend-mail': 'Resend mail',
  'reset-second-factor': 'Reset second factor',
  'stop-deployments': 'Stop deployments',
  'change-role': 'Change role',
  'rebuild-read-model': 'Rebuild a read model',
  'retry-parked': 'Retry parked events',
  'verify-ledger': 'Verify the ledger',
};

/** An ordered action may not have reached its service. */
export const STATE_LOOKS: Readonly<Record<AdminAction['state'], { color: string; word: string }>> = {
  ordered: { color: 'yellow', word: 'Not finished' },
  completed: { color: 'green', word: 'Done' },
  refused: { color: 'red', word: 'Refused' },
};
