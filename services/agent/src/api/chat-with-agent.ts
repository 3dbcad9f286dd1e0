// Takes a user's message and streams the reply, which goes on without its reader.
import { type Agent, isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { type Handler, type RequestContext, userStreamHandler } from '@tradeium/service-kit';
import { mustChange } from '../commands/change-conversation.ts';
import type { LiveReply } from '../replies/live-reply.ts';
import { sendMessage, usualSettings } from '../replies/send-message.ts';
import { chatOfUser } from './chat-of-user.ts';
import type { Dependencies } from './dependencies.ts';
import { relay } from './relay.ts';

const ROUTE_OF = { strategy: 'chatWithStrategyAgent', discovery: 'chatWithDiscoveryAgent' } as const;

/** A chat that was deleted while a message was on its way to it takes that along: nothing else would find it. */
const forgetIfGone = async (
  dependencies: Dependencies,
  { userId, conversationId, chatId, agent, ended }: LiveReply,
  request: RequestContext,
): Promise<void> => {
  await ended;
  const chat = await chatOfUser(dependencies, { chat_id: chatId }, request);
  if (!isRefusal(chat) || chat.refused !== 'CHAT_NOT_FOUND') return;
  const data = { userId, conversationId, chatId, agent };
  const ids = { commandId: `delete:${conversationId}:${agent}`, correlationId: request.correlationId };
  await mustChange(dependencies, data, { type: 'DeleteConversation', data }, ids);
};

const chatWith =
  (agent: Agent) =>
  (dependencies: Dependencies): Handler =>
    userStreamHandler(messageOf(ROUTE_OF[agent]), async (input, userId, sink, request) => {
      const chat = await chatOfUser(dependencies, { chat_id: input.backtest_id }, request);
      if (isRefusal(chat)) return chat;
      if (chat.is_private) return refuse('AI_CHAT_DISABLED');
      const message = {
        userId,
        agent,
        conversationId: chat.conversation_id,
        chatId: chat.chat_id,
        filenames: chat.filenames,
        text: input.message,
        replaces: input.replaces ?? null,
        settings: input.settings ?? chat.settings ?? usualSettings(dependencies.now()),
      };
      const reply = await sendMessage(dependencies, message, request);
      if (isRefusal(reply)) return reply;
      void forgetIfGone(dependencies, reply, request).catch((err: unknown) =>
        dependencies.log.warn({ err, replyId: reply.replyId }, 'whether the chat is gone was not looked up'),
      );
      return relay(reply, sink);
    });

export const chatWithStrategyAgent = chatWith('strategy');
export const chatWithDiscoveryAgent = chatWith('discovery');
