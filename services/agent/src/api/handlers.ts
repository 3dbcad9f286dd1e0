// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { callTool } from './call-tool.ts';
import { changeAgentLimits } from './change-agent-limits.ts';
import { chatWithDiscoveryAgent, chatWithStrategyAgent } from './chat-with-agent.ts';
import type { Dependencies } from './dependencies.ts';
import { exportUserData } from './export-user-data.ts';
import { getConversationHistory } from './get-conversation-history.ts';
import { keepResult } from './keep-result.ts';
import { listToolUses } from './list-tool-uses.ts';
import { listTools } from './list-tools.ts';
import { stopReply } from './stop-reply.ts';
import { watchReply } from './watch-reply.ts';

export const handlers = (dependencies: Dependencies): Handler[] =>
  [
    chatWithStrategyAgent,
    chatWithDiscoveryAgent,
    watchReply,
    stopReply,
    keepResult,
    getConversationHistory,
    changeAgentLimits,
    listTools,
    callTool,
    listToolUses,
    exportUserData,
  ].map((open) => open(dependencies));
