// The role that an operator gives to a user, one in place of any other, and takes away.
import { type OperatorRole, type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import type { RegisteredUser, User } from './user-state.ts';

export type RoleCommand = {
  readonly type: 'ChangeRole';
  /** Null takes every role. */
  readonly role: OperatorRole | null;
  /** The operator knows whose account it is, though no mail has proven it. */
  readonly evenUnproven: boolean;
};

/** Gives an admin the role that they have once more, for the staff to follow. */
export type RenewCommand = { readonly type: 'RenewAdmin' };

/** Decides at a time (ISO 8601). Nothing for who is no admin by role any more. */
export const decideRenewal = (user: User, now: string): UserEvent[] => {
  if (user.status !== 'registered' || user.isLocked || !user.roles.includes('admin')) return [];
  return [{ type: 'RoleGranted', data: { userId: user.userId, role: 'admin', grantedAt: now } }];
};

/** Takes roles of a user at a time (ISO 8601): all except one that stays, if any. */
export const revokeRoles = (
  { userId, roles }: RegisteredUser,
  now: string,
  staying: OperatorRole | null = null,
): UserEvent[] =>
  roles
    .filter((role) => role !== staying)
    .map((role): UserEvent => ({ type: 'RoleRevoked', data: { userId, role, revokedAt: now } }));

/**
 * Decides a command at a time (ISO 8601). The operator names an address and means its owner. So the address has to be
 * verified, and by a mail: without one, a stranger may have registered it.
 */
export const decideRoles = (
  { role, evenUnproven }: RoleCommand,
  user: User,
  now: string,
): UserEvent[] | Refusal => {
  if (user.status !== 'registered') return refuse('USER_NOT_FOUND');
  const { userId, roles } = user;
  if (role !== null) {
    if (user.isLocked) return refuse('ACCOUNT_LOCKED');
    if (!user.emailVerified) return refuse('EMAIL_NOT_VERIFIED');
    if (!user.ownsAddress && !evenUnproven) return refuse('ADDRESS_NOT_PROVEN');
  }
  const revoked = revokeRoles(user, now, role);
  if (role === null || roles.includes(role)) return revoked;
  return [...revoked, { type: 'RoleGranted', data: { userId, role, grantedAt: now } }];
};
