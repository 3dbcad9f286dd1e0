// Why a deployment was stopped or has ended, in the words of its status and its activity.

export const STOP_REASONS = {
  'by-user': 'Stopped by you',
  'by-operator': 'Stopped by an operator',
  'account-locked': 'The account was locked',
  drawdown: 'Its drawdown stop was reached',
  replaced: 'A newer deployment has taken its place',
  'account-deleted': 'The account was deleted',
  'chat-deleted': 'Its chat was deleted',
  refused: 'It could not be started',
} as const;
