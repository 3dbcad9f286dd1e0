// All reactions of this service.
import { agentEvents, authEvents, backtestEvents } from '@tradeium/contracts';
import type { AnyReaction } from '@tradeium/event-store';
import { deleteWithChats, deleteWithUser } from './delete-conversations.ts';
import { settleHold } from './settle-hold.ts';

type Parts = Parameters<typeof settleHold>[0] & Parameters<typeof deleteWithChats>[0];

export const reactions = (parts: Parts): AnyReaction[] => [
  {
    name: 'settle-reply-credits',
    reads: [agentEvents.conversation],
    startAt: 'beginning',
    handle: settleHold(parts),
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
];
