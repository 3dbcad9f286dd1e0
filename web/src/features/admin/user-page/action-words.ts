// The effects of an operator's actions on an account, in the words that are read before one is confirmed.
import type { AdminUserPage } from '@tradeium/contracts';

export type SimpleAction = 'end-sessions' | 'lock' | 'unlock' | 'reset-second-factor' | 'stop-deployments';

type Words = {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly busy: string;
  readonly isDanger?: boolean;
};

/** Actions that take nothing but a reason. */
export const SIMPLE_ACTIONS: Readonly<Record<SimpleAction, Words>> = {
  'end-sessions': {
    title: 'End all sessions?',
    text: 'Every device is logged out, and every access token of an assistant is revoked. The user can sign in again.',
    action: 'End sessions',
    busy: 'Ending...',
    isDanger: true,
  },
  lock: {
    title: 'Lock this account?',
    text: 'Nobody can sign in to it any more. Its sessions end, its access tokens are revoked, and its role as an operator, if any, is taken. Links of mails that verify the address or reset the password stop working, and no new ones are sent. Its deployments stop, live and on paper; no positions are sold. Nothing is deleted.',
    action: 'Lock account',
    busy: 'Locking...',
    isDanger: true,
  },
  unlock: {
    title: 'Unlock this account?',
    text: 'The user can sign in again. What has ended stays ended: sessions, access tokens, links of mails and a role that was given do not come back. The user can resume the deployments.',
    action: 'Unlock account',
    busy: 'Unlocking...',
  },
  'reset-second-factor': {
    title: 'Turn off the second factor?',
    text: 'From then on the password alone is enough to sign in. Make sure first that the account’s owner wants this.',
    action: 'Turn it off',
    busy: 'Turning it off...',
    isDanger: true,
  },
  'stop-deployments': {
    title: 'Stop all deployments?',
    text: 'No more orders go out, on paper or with real money. No positions are sold. The user can resume them and deploy again; to prevent that, lock the account.',
    action: 'Stop deployments',
    busy: 'Stopping...',
    isDanger: true,
  },
};

export type UserAction = SimpleAction | 'grant' | 'verify' | 'resend-mail' | 'change-role';

type Entry = { readonly id: UserAction; readonly name: string; readonly isDanger?: boolean };

/** The actions that are possible on an account as it is now. */
export const actionsFor = ({ user, deployments }: AdminUserPage): readonly Entry[] => {
  const trades = deployments.some(({ status }) => status === 'active' || status === 'paused');
  const entries: (Entry | null)[] = [
    user.email_verified ? null : { id: 'verify', name: 'Verify Email' },
    { id: 'resend-mail', name: 'Resend mail' },
    { id: 'change-role', name: 'Change role' },
    { id: 'end-sessions', name: 'End sessions' },
    user.second_factor ? { id: 'reset-second-factor', name: 'Reset second factor' } : null,
    trades ? { id: 'stop-deployments', name: 'Stop deployments', isDanger: true } : null,
    user.locked
      ? { id: 'unlock', name: 'Unlock account' }
      : { id: 'lock', name: 'Lock account', isDanger: true },
  ];
  return entries.filter((entry) => entry !== null);
};
