// Stops a reply that is being written.
import { messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { turnOf } from '../projections/turns.ts';
import type { Dependencies } from './dependencies.ts';

export const stopReply = ({ replies, turnModel }: Pick<Dependencies, 'replies' | 'turnModel'>): Handler =>
  userHandler(messageOf('stopReply'), async ({ id, reply_id: replyId }, userId) => {
    // A reply of this process is stopped without a look at the database.
    const reply = replies.find(replyId) ?? (await turnOf(turnModel, userId, replyId));
    if (reply?.userId !== userId || reply.conversationId !== id) return refuse('REPLY_NOT_FOUND');
    replies.stop(replyId);
    return answer({});
  });
