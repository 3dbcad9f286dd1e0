// Roles that an operator gives to users and takes away.
import { type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import type { Role } from './roles.ts';
import type { User } from './user-state.ts';

export type RoleCommand =
  | {
      readonly type: 'GrantRole';
      readonly role: Role;
      /** The operator knows whose account it is, though no mail has proven it. */
      readonly evenUnproven: boolean;
    }
  | { readonly type: 'RevokeRole'; readonly role: Role };

/**
 * Decides a command at a time (ISO 8601). The operator names an address and means its owner. So the address has to be
 * verified, and by a mail: without one, a stranger may have registered it.
 */
export const decideRoles = (command: RoleCommand, user: User, now: string): UserEvent[] | Refusal => {
  if (user.status !== 'registered') return refuse('NOT_FOUND');
  const { userId, roles } = user;
  const { role } = command;
  if (command.type === 'RevokeRole')
    return roles.includes(role) ? [{ type: 'RoleRevoked', data: { userId, role, revokedAt: now } }] : [];
  if (!user.emailVerified) return refuse('EMAIL_NOT_VERIFIED');
  if (!user.ownsAddress && !command.evenUnproven) return refuse('ADDRESS_NOT_PROVEN');
  return roles.includes(role) ? [] : [{ type: 'RoleGranted', data: { userId, role, grantedAt: now } }];
};
