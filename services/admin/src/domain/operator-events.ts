// The sentences about what operators do: never their reason, which is in the audit.
import type { ActionKind } from '@tradeium/contracts';
import { codeWords, countWords } from './amount-words.ts';
import { bad, plain, type Told, told } from './told.ts';

const KINDS: Readonly<Record<ActionKind, string>> = {
  'grant-credits': 'grant credits',
  'reverse-grant': 'take back a grant',
  'verify-email': 'verify the email address',
  'end-sessions': 'end all sessions',
  'lock-account': 'lock the account',
  'unlock-account': 'unlock the account',
  'resend-mail': 'send a mail again',
  'reset-second-factor': 'turn off the second factor',
  'stop-deployments': 'stop all deployments',
  'change-role': 'change the role',
  'rebuild-read-model': 'rebuild a read model',
  'retry-parked': 'retry parked events',
  'verify-ledger': 'audit the books',
};

/** What was ordered, in the infinitive: it says nothing about whether it was done. */
export const orderWords = (kind: ActionKind, amount: unknown, role: unknown): string => {
  if (kind === 'grant-credits' && typeof amount === 'number')
    return `grant ${countWords(amount, 'VUT', 'VUT')}`;
  if (kind === 'change-role') return typeof role === 'string' ? `give the role ${role}` : 'take the role';
  return KINDS[kind];
};

export const OPERATOR_EVENTS: readonly Told[] = [
  told(
    'ActionOrdered',
    ({ actionId, kind, subjectId, details }) => ({
      actionId,
      kind,
      isOwn: subjectId === null,
      amount: details.amount ?? null,
      role: details.role ?? null,
    }),
    ({ actionId, kind, isOwn, amount, role }) =>
      plain(
        `${isOwn ? 'Ordered' : 'An operator ordered'}: ${orderWords(kind, amount, role)}`,
        'action',
        actionId,
      ),
  ),
  told(
    'ActionRefused',
    ({ actionId, refused, data }) => ({ actionId, refused, data: data ?? {} }),
    ({ actionId, refused, data }) =>
      bad(`An operator's action was refused: ${codeWords(refused, data)}`, 'action', actionId),
  ),
];
