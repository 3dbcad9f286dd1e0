// Locking an account and unlocking it, by an operator; and what a locked account can no longer do.
import { type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import { revokeRoles } from './role-decisions.ts';
import { endAll } from './session-decisions.ts';
import type { User } from './user-state.ts';

export type LockCommand = { readonly type: 'LockUser' | 'UnlockUser' };

/** The owner's commands in a session or with an access token, which may have ended since it was checked. */
const OF_SIGNED_IN: readonly string[] = [
  'ChangeProfile',
  'EnableSecondFactor',
  'RenewRecoveryCodes',
  'DisableSecondFactor',
  'CreateAccessToken',
  'ConfirmOperator',
  'DeleteUser',
];

/** ACCOUNT_LOCKED for what needs a session. Where one starts, `startSession` refuses: only the right password learns of a lock. */
export const lockRefusal = (command: { readonly type: string }, user: User): Refusal | undefined =>
  user.status === 'registered' && user.isLocked && OF_SIGNED_IN.includes(command.type)
    ? refuse('ACCOUNT_LOCKED')
    : undefined;

/** Decides a command at a time (ISO 8601). A lock takes the role too: unlocking revives nothing that the lock has ended. */
export const decideLock = ({ type }: LockCommand, user: User, now: string): UserEvent[] | Refusal => {
  if (user.status !== 'registered') return refuse('USER_NOT_FOUND');
  const { userId, isLocked } = user;
  if (isLocked === (type === 'LockUser')) return [];
  if (type === 'UnlockUser') return [{ type: 'UserUnlocked', data: { userId, unlockedAt: now } }];
  const locked: UserEvent = { type: 'UserLocked', data: { userId, lockedAt: now } };
  return [...endAll(user, 'locked'), ...revokeRoles(user, now), locked];
};
