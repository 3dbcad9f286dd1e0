// A command on a chat is answered while the read model is late.
import { isRefusal, type WorkspaceEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { created } from '../../fixtures/workspace-facts.ts';
import type { Stores } from '../aggregates.ts';
import { emptyWorkspace } from '../domain/workspace-state.ts';
import type { ChatModel, ChatSummary } from '../projections/chats.ts';
import { changeChat } from './change-workspace.ts';

const read = { _id: 'c1', userId: 'ada', name: 'Old', files: [] } as unknown as ChatSummary;
const decided = {
  conversationId: 'k1',
  files: [],
  folders: [],
  deletedRuns: [],
  results: [],
  isPrivate: false,
};

/** A read model that has not seen the command within the time for that, and shows this chat. */
const lateBy = (chat: ChatSummary | null, events: readonly WorkspaceEvent[] = []) => ({
  workspaces: {
    change: async () => ({
      state: { ...emptyWorkspace, chats: { c1: { ...decided, name: 'New' } } },
      events,
      at: '2026-03-04T05:06:07.890Z',
      written: { context: 'backtest', sequence: 7 },
    }),
  } as unknown as Stores['workspaces'],
  chatModel: (() => ({ findOne: () => ({ lean: async () => chat }) })) as unknown as ChatModel,
  waitForWrites: async () => false,
});

const rename = (chat: ChatSummary | null) => {
  const request = { userId: 'ada', commandId: 'r1', correlationId: 'r1' };
  const command = { type: 'RenameChat', userId: 'ada', chatId: 'c1', name: 'New' } as const;
  return changeChat(lateBy(chat), command, request);
};

test('a renamed chat has its new name', async () => {
  const change = await rename(read);
  expect(!isRefusal(change) && change.chat.name).toBe('New');
});

test('a chat that cannot be read yet is unavailable', async () => {
  expect(await rename(null)).toEqual({ refused: 'SERVICE_UNAVAILABLE' });
});

test('a new chat is answered as its event made it', async () => {
  const request = { userId: 'ada', commandId: 'n1', correlationId: 'n1' };
  const chat = { chatId: 'c1', name: 'Alpha', conversationId: 'k1' };
  const command = { type: 'CreateChat', userId: 'ada', ...chat } as const;
  const change = await changeChat(lateBy(null, [created('c1', 'Alpha')]), command, request);
  expect(!isRefusal(change) && change.chat).toMatchObject({
    _id: 'c1',
    name: 'Alpha',
    createdAt: '2026-03-04T05:06:07.890Z',
    files: [],
  });
});
