// Claims the mailbox of every verified address; the ledger gives welcome credits for each claim.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { claimMailboxOf } from '../commands/claim-mailbox.ts';

export const claimMailboxes =
  (parts: Parameters<typeof claimMailboxOf>[0]) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> =>
    event.type === 'EmailVerified' ? claimMailboxOf(parts, event.data.userId, idsCausedBy(meta)) : undefined;
