// Charges every reply that has ended, and every call of a tool, what its event says, and releases the rest of its reservation.
import {
  type ConversationEvent,
  isRefusal,
  type MicroVut,
  type Refusal,
  type SpendingEvent,
} from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { CreditHolds } from '@tradeium/service-kit';
import { holdIdOf, toolHoldId } from '../commands/reply-credits.ts';
import { endedBy } from '../domain/conversation.ts';

const settle = async (
  holds: CreditHolds,
  work: { readonly holdId: string; readonly userId: string; readonly correlationId: string },
  cost: MicroVut,
): Promise<Refusal | undefined> => {
  const hold = holds.hold(work);
  if (cost > 0) {
    const captured = await hold.capture(cost);
    return isRefusal(captured) ? captured : undefined;
  }
  // A refusal means that there is nothing to release.
  await hold.release('failed');
  return undefined;
};

/** Handles one event of a conversation; a message alone settles nothing. */
export const settleHold =
  ({ holds }: { readonly holds: CreditHolds }) =>
  async ({ event }: StoredEvent<ConversationEvent>): Promise<Refusal | undefined> => {
    const ended = endedBy(event);
    if (!ended) return undefined;
    const { replyId, userId, cost } = ended;
    return settle(holds, { holdId: holdIdOf(replyId), userId, correlationId: replyId }, cost);
  };

/** Handles one event of what a user spends; a tool that is free has reserved nothing. */
export const settleToolHold =
  ({ holds }: { readonly holds: CreditHolds }) =>
  async ({ event: { type, data } }: StoredEvent<SpendingEvent>): Promise<Refusal | undefined> => {
    if (type !== 'ToolUsed' || data.held === 0) return undefined;
    const { callId, userId, cost } = data;
    return settle(holds, { holdId: toolHoldId(callId), userId, correlationId: callId }, cost);
  };
