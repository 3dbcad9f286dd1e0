// Claims the mailbox of every verified address; the ledger gives welcome credits for each claim.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { claimMailbox } from '../commands/claim-mailbox.ts';
import type { CommandDependencies } from '../commands/dependencies.ts';

/** Without a key the account is deleted, and its mailbox was claimed before the key was destroyed. */
export const claimMailboxes =
  (parts: Pick<CommandDependencies, 'users' | 'userKeys' | 'mailboxClaims' | 'claimIds'>) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'EmailVerified') return undefined;
    const { userId } = event.data;
    const [{ state: user }, key] = await Promise.all([parts.users.load(userId), parts.userKeys.find(userId)]);
    if (user.status === 'unknown' || !key) return undefined;
    return claimMailbox(parts, { email: key.unseal('email', user.email), userId }, idsCausedBy(meta));
  };
