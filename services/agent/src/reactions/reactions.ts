// All reactions of this service.
import { agentEvents, authEvents, backtestEvents } from '@tradeium/contracts';
import type { AnyReaction } from '@tradeium/event-store';
import { countReplyCost } from './count-reply-cost.ts';
import { deleteWithChats, deleteWithUser } from './delete-conversations.ts';
import { forgetSpending } from './forget-spending.ts';
import { settleReply, settleTool } from './settle-hold.ts';

type Parts = Parameters<typeof settleReply>[0] &
  Parameters<typeof countReplyCost>[0] &
  Parameters<typeof deleteWithChats>[0] &
  Parameters<typeof forgetSpending>[0];

export const reactions = (parts: Parts): AnyReaction[] => [
  {
    name: 'settle-reply-credits',
    reads: [agentEvents.conversation],
    startAt: 'beginning',
    handle: settleReply(parts),
  },
  {
    name: 'count-reply-cost',
    reads: [agentEvents.conversation],
    startAt: 'beginning',
    handle: countReplyCost(parts),
  },
  {
    name: 'settle-tool-credits',
    reads: [agentEvents.spending],
    startAt: 'beginning',
    types: ['ToolUsed'],
    handle: settleTool(parts),
  },
  {
    name: 'delete-conversations-of-chat',
    reads: [backtestEvents.workspace],
    startAt: 'beginning',
    types: ['ChatDeleted', 'WorkspaceErased'],
    handle: deleteWithChats(parts),
  },
  {
    name: 'delete-conversations-of-user',
    reads: [authEvents.user],
    startAt: 'beginning',
    types: ['UserDeleted'],
    handle: deleteWithUser(parts),
  },
  {
    name: 'forget-spending-of-user',
    reads: [authEvents.user],
    startAt: 'beginning',
    types: ['UserDeleted'],
    handle: forgetSpending(parts),
  },
];
