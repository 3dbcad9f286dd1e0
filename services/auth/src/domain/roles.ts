// Decides which role a user has: the one that was granted, or admin for the proven owners of addresses that the operator listed.
import type { OperatorRole } from '@tradeium/contracts';
import { canonicalEmail } from './login-name.ts';
import type { User } from './user-state.ts';

/** Reasons for being an admin. */
export type AdminSource = 'role' | 'ADMIN_EMAILS';

/** Addresses from a comma-separated list, in the form in which they are the same. */
export const readAdminEmails = (list: string): ReadonlySet<string> =>
  new Set(
    list
      .split(',')
      .map(canonicalEmail)
      .filter((email) => email !== ''),
  );

/**
 * Why a user is an admin; empty for other users, and for locked accounts. A listed address counts only once a mailed token has verified
 * it: without verification anybody could register one. It is compared as it is kept, which is clean.
 */
export const adminSources = (
  user: User,
  email: string,
  adminEmails: ReadonlySet<string>,
): readonly AdminSource[] => {
  if (user.status !== 'registered' || !user.emailVerified || user.isLocked) return [];
  const isListed = user.ownsAddress && adminEmails.has(email.toLowerCase());
  return [
    ...(user.roles.includes('admin') ? (['role'] as const) : []),
    ...(isListed ? (['ADMIN_EMAILS'] as const) : []),
  ];
};

/** The role that counts now; null for users, and for locked and deleted accounts. */
export const roleOf = (user: User, email: string, adminEmails: ReadonlySet<string>): OperatorRole | null => {
  if (adminSources(user, email, adminEmails).length > 0) return 'admin';
  const isSupport =
    user.status === 'registered' && user.emailVerified && !user.isLocked && user.roles.includes('support');
  return isSupport ? 'support' : null;
};
