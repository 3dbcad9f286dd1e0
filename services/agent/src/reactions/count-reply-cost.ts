// Adds the cost of a reply to its user's day, even if its process died before it could.
import type { ConversationEvent, Refusal } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { endSpending } from '../commands/end-spending.ts';
import type { SpendingChange, Spendings } from '../commands/stores.ts';
import { endedBy } from '../domain/conversation.ts';

/** Handles one event of a conversation. */
export const countReplyCost =
  (deps: { readonly spendings: Spendings }) =>
  async ({ event, meta }: StoredEvent<ConversationEvent>): Promise<SpendingChange | Refusal | undefined> => {
    const ended = endedBy(event);
    if (!ended) return undefined;
    const { replyId: spendingId, userId, cost } = ended;
    return endSpending(deps, { spendingId, userId, cost }, idsCausedBy(meta));
  };
