// Deletes the conversations of deleted chats, and those of a deleted user.
import { setTimeout as delay } from 'node:timers/promises';
import { beat } from '@tradeium/service-kit/while-beating';
import { mustChange } from '../commands/change-conversation.ts';
import { type ConversationReference, conversationKey } from '../domain/conversation.ts';
import { conversationsIn } from '../projections/turns.ts';
import type { FindingReplies } from '../replies/find-reply.ts';
import type { Replies } from '../replies/replies.ts';
import type { DeleteActivities } from '../workflows/delete-contract.ts';

type Deleting = FindingReplies & { readonly replies: Pick<Replies, 'stop' | 'forgetConversation'> };

const CATCH_UP_MS = 20_000;

const STOP_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

/** Stops a reply that is being written, so that the written part is charged. */
const stopActive = async (
  { conversations, replies }: Deleting,
  { conversationId, agent }: ConversationReference,
): Promise<void> => {
  const deadlineMs = performance.now() + STOP_WAIT_MS;
  for (let isAsked = false; performance.now() < deadlineMs; isAsked = true) {
    const { state } = await conversations.load(conversationKey(conversationId, agent));
    if (!state.active) return;
    if (!isAsked) replies.stop(state.active.replyId);
    await delay(LOOK_EVERY_MS);
  }
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
