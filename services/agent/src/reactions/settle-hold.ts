// Charges every reply that has ended what its event says, and gives back the rest of its reservation.
import {
  type ConversationEvent,
  isRefusal,
  type MicroVut,
  type Refusal,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { CreditHolds } from '@tradeium/service-kit';
import { holdIdOf } from '../commands/reply-credits.ts';

const settle = async (
  holds: CreditHolds,
  reply: { readonly replyId: string; readonly userId: string },
  cost: MicroVut,
): Promise<Refusal | undefined> => {
  const { replyId, userId } = reply;
  const hold = holds.hold({ holdId: holdIdOf(replyId), userId, correlationId: replyId });
  if (cost > 0) {
    const captured = await hold.capture(cost);
    return isRefusal(captured) ? captured : undefined;
  }
  // A refusal means that there is nothing to give back.
  await hold.release('failed');
  return undefined;
};

/** Handles one event of a conversation; a message alone settles nothing. */
export const settleHold =
  ({ holds }: { readonly holds: CreditHolds }) =>
  async ({ event }: StoredEvent<ConversationEvent>): Promise<Refusal | undefined> => {
    switch (event.type) {
      case 'MessageSent':
        return undefined;
      case 'ConversationDeleted': {
        const { unfinished, userId } = event.data;
        return unfinished === null
          ? undefined
          : settle(holds, { replyId: unfinished, userId }, ZERO_MICRO_VUT);
      }
      default:
        return settle(holds, event.data, event.data.cost);
    }
  };
