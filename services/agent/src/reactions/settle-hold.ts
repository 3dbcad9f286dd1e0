// Settles the credits of every reply that has ended, and of every call of a tool.
import type { ConversationEvent, Refusal, SpendingEvent } from '@tradeium/contracts';
import type { CreditHolds } from '@tradeium/credit-hold';
import type { StoredEvent } from '@tradeium/event-store';
import { settleHold } from '../commands/settle-hold.ts';
import { endedBy } from '../domain/conversation.ts';
import { holdIdOf, toolHoldId } from '../domain/hold-ids.ts';

type Dependencies = { readonly holds: CreditHolds };

/** Handles one event of a conversation; a message alone settles nothing. */
export const settleReply =
  (dependencies: Dependencies) =>
  async ({ event }: StoredEvent<ConversationEvent>): Promise<Refusal | undefined> => {
    const ended = endedBy(event);
    if (!ended) return undefined;
    const { replyId, userId, cost } = ended;
    return settleHold(dependencies, { holdId: holdIdOf(replyId), userId, correlationId: replyId }, cost);
  };

/** Handles one event of what a user spends; a tool that is free has reserved nothing. */
export const settleTool =
  (dependencies: Dependencies) =>
  async ({ event: { type, data } }: StoredEvent<SpendingEvent>): Promise<Refusal | undefined> => {
    if (type !== 'ToolUsed' || data.held === 0) return undefined;
    const { callId, userId, cost } = data;
    return settleHold(dependencies, { holdId: toolHoldId(callId), userId, correlationId: callId }, cost);
  };
