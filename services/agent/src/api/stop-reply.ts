// Stops a reply that is being written, or ends one whose process is gone.
import { isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { endLostReply } from '../replies/end-reply.ts';
import { findReply } from '../replies/find-reply.ts';
import type { Dependencies } from './dependencies.ts';

export const stopReply = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('stopReply'), async ({ id, reply_id: replyId }, userId) => {
    const { replies } = dependencies;
    // A reply of this process is stopped without a look at the database.
    const live = replies.find(replyId);
    const reply = live ?? (await findReply(dependencies, { userId, conversationId: id, replyId }));
    if (isRefusal(reply)) return reply;
    if (reply.userId !== userId || reply.conversationId !== id) return refuse('REPLY_NOT_FOUND');
    replies.stop(replyId);
    const { chatId, agent } = reply;
    const isOpen = 'status' in reply && reply.status === 'streaming';
    if (isOpen) await endLostReply(dependencies, { userId, conversationId: id, chatId, agent, replyId });
    return answer({});
  });
