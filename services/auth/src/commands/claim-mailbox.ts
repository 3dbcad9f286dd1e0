// Claims the mailbox of a verified address; the claim outlives the account.
import { isRefusal, type Refusal } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import type { CommandDependencies } from './dependencies.ts';
import { loadPerson, type PersonStores } from './load-person.ts';

type Claims = Pick<CommandDependencies, 'mailboxClaims' | 'claimIds'>;

/** For the first of all users with an address of the mailbox; for others it changes nothing. */
export const claimMailbox = async (
  { mailboxClaims, claimIds }: Claims,
  { email, userId }: Readonly<{ email: string; userId: string }>,
  causedBy: Omit<CommandIds, 'commandId'>,
): Promise<Refusal | undefined> => {
  const ids = { commandId: `claim-mailbox:${userId}`, userId, ...causedBy };
  const outcome = await mailboxClaims.change(claimIds.ofMailbox(email), userId, ids);
  return isRefusal(outcome) ? outcome : undefined;
};

/** The same for a user. Without a key the account is deleted, and its mailbox was claimed before the key was destroyed. */
export const claimMailboxOf = async (
  parts: Claims & PersonStores,
  userId: string,
  causedBy: Omit<CommandIds, 'commandId'>,
): Promise<Refusal | undefined> => {
  const { user, key } = await loadPerson(parts, userId);
  if (user.status === 'unknown' || !key) return undefined;
  return claimMailbox(parts, { email: user.email, userId }, causedBy);
};
