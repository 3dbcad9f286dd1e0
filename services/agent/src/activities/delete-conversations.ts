// Deletes the conversations of deleted chats, and those of a deleted user.
import { until } from '@tradeium/event-store';
import { beat } from '@tradeium/service-kit/while-beating';
import { mustChange } from '../commands/change-conversation.ts';
import { type ConversationReference, conversationKey } from '../domain/conversation.ts';
import { conversationsIn } from '../projections/turns.ts';
import type { FindingReplies } from '../replies/find-reply.ts';
import type { Replies } from '../replies/replies.ts';
import type { DeleteActivities } from '../workflows/delete-conversations-contract.ts';

type Deleting = FindingReplies & { readonly replies: Pick<Replies, 'stop' | 'forgetConversation'> };

const CATCH_UP_MS = 20_000;

const STOP_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

/** Stops a reply that is being written, so that the written part is charged. */
const stopActive = async (
  { conversations, replies }: Deleting,
  { conversationId, agent }: ConversationReference,
): Promise<void> => {
  const activeReply = async () =>
    (await conversations.load(conversationKey(conversationId, agent))).state.active?.replyId;
  const replyId = await activeReply();
  if (replyId === undefined) return;
  replies.stop(replyId);
  const ended = async () => (await activeReply()) === undefined || undefined;
  await until(ended, { pauseMs: LOOK_EVERY_MS, timeoutMs: STOP_WAIT_MS });
};

export const deleteActivities = (deleting: Deleting): DeleteActivities => ({
  deleteConversations: async (gone, cause) => {
    if (!(await deleting.caughtUp(CATCH_UP_MS))) throw new Error('the read models are behind');
    for (const data of await conversationsIn(deleting.turnModel, gone)) {
      beat();
      await stopActive(deleting, data);
      const commandId = `delete:${data.conversationId}:${data.agent}`;
      await mustChange(deleting, data, { type: 'DeleteConversation', data }, { commandId, ...cause });
      deleting.replies.forgetConversation(data.conversationId);
    }
  },
});
