// Erases the rest of a deleted user: claimed names, origins of logins, then the key to everything else.

import type { Refusal } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import type { LoginAttempts } from '../attempts/login-attempts.ts';
import { claimMailbox } from './claim-mailbox.ts';
import { releaseEmail, releaseUsername } from './claim-names.ts';
import type { CommandDependencies } from './dependencies.ts';
import { loadPerson } from './load-person.ts';

type Parts = Pick<
  CommandDependencies,
  'users' | 'emailClaims' | 'usernameClaims' | 'mailboxClaims' | 'claimIds' | 'userKeys'
> & {
  readonly loginAttempts: Pick<LoginAttempts, 'forgetAddresses'>;
};

/**
 * Safe to repeat. The mailbox is claimed first, as the reaction that does so may still have to. The key goes last: without it
 * the names to free are unknown.
 */
export const eraseUser = async (
  parts: Parts,
  userId: string,
  ids: CommandIds,
): Promise<Refusal | undefined> => {
  const { users, userKeys, loginAttempts } = parts;
  const { user, key } = await loadPerson({ users, userKeys }, userId);
  if (key && user.status === 'deleted') {
    const { email, username } = user;
    const { commandId: _, ...causedBy } = ids;
    const refusal =
      (await claimMailbox(parts, { email, userId }, causedBy)) ??
      (await releaseEmail(parts, { email, userId }, ids)) ??
      (await releaseUsername(parts, { username, userId }, ids));
    if (refusal) return refusal;
  }
  await loginAttempts.forgetAddresses(userId);
  await userKeys.destroy(userId);
  return undefined;
};
