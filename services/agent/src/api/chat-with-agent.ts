// Takes a user's message and streams the reply.
import { type Agent, isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { type Handler, userStreamHandler } from '@tradeium/service-kit';
import { chatOfUser } from './chat-of-user.ts';
import type { Dependencies } from './dependencies.ts';

const ROUTE_OF = { strategy: 'chatWithStrategyAgent', discovery: 'chatWithDiscoveryAgent' } as const;

const chatWith =
  (agent: Agent) =>
  (dependencies: Dependencies): Handler =>
    userStreamHandler(messageOf(ROUTE_OF[agent]), async (input, _userId, _sink, request) => {
      const chat = await chatOfUser(dependencies, { chat_id: input.backtest_id }, request);
      if (isRefusal(chat)) return chat;
      return refuse(chat.is_private ? 'AI_CHAT_DISABLED' : 'MODEL_UNAVAILABLE');
    });

export const chatWithStrategyAgent = chatWith('strategy');
export const chatWithDiscoveryAgent = chatWith('discovery');
