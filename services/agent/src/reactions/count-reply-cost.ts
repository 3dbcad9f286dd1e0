// Adds the cost of a reply to its user's day, even if its process died before it could.
import type { ConversationEvent, Refusal } from '@tradeium/contracts';
import type { ChangeOf } from '@tradeium/event-store';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import { endSpending } from '../commands/end-spending.ts';
import { endedBy } from '../domain/conversation.ts';

/** Handles one event of a conversation. */
export const countReplyCost =
  (dependencies: Pick<Stores, 'spendings'>) =>
  async ({
    event,
    meta,
  }: StoredEvent<ConversationEvent>): Promise<ChangeOf<Stores['spendings']> | Refusal | undefined> => {
    const ended = endedBy(event);
    if (!ended) return undefined;
    const { replyId: spendingId, userId, cost } = ended;
    return endSpending(dependencies, { spendingId, userId, cost }, idsCausedBy(meta));
  };
