// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { chatWithDiscoveryAgent, chatWithStrategyAgent } from './chat-with-agent.ts';
import type { Dependencies } from './dependencies.ts';
import { exportUserData } from './export-user-data.ts';
import { getConversationHistory } from './get-conversation-history.ts';
import { stopReply } from './stop-reply.ts';
import { watchReply } from './watch-reply.ts';

export const handlers = (dependencies: Dependencies): Handler[] =>
  [
    chatWithStrategyAgent,
    chatWithDiscoveryAgent,
    watchReply,
    stopReply,
    getConversationHistory,
    exportUserData,
  ].map((open) => open(dependencies));
