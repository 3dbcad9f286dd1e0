// Claims the mailbox of a verified address; the claim outlives the account.
import type { Refusal } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import { decideMailboxClaim } from '../domain/mailbox.ts';
import type { CommandDependencies } from './dependencies.ts';

/** For the first of all users with an address of the mailbox; for others it changes nothing. */
export const claimMailbox = async (
  { mailboxClaims, claimIds }: Pick<CommandDependencies, 'mailboxClaims' | 'claimIds'>,
  { email, userId }: Readonly<{ email: string; userId: string }>,
  causedBy: Omit<CommandIds, 'commandId'>,
): Promise<Refusal | undefined> => {
  const ids = { commandId: `claim-mailbox:${userId}`, userId, ...causedBy };
  const outcome = await mailboxClaims.execute(claimIds.ofMailbox(email), ids, (claim) =>
    decideMailboxClaim(userId, claim),
  );
  return outcome.ok ? undefined : outcome.refusal;
};
