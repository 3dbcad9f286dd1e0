// Commands on whole chats: what is allowed, and the events that follow.
import {
  backtestEvents,
  CHATS_MAX,
  COMMIT_EVENTS_MAX,
  commit,
  NAME_LENGTH_MAX,
  STRATEGY_FILES_MAX,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { created, deletedChat, digest, given, NOW, saved, userId } from '../../fixtures/workspace-facts.ts';
import type { WorkspaceCommand } from './workspace.ts';

const create = (name: string, chatId = 'c9'): WorkspaceCommand => ({
  type: 'CreateChat',
  userId,
  chatId,
  name,
  conversationId: `conversation-${chatId}`,
});
const rename = (chatId: string, name: string): WorkspaceCommand => ({
  type: 'RenameChat',
  userId,
  chatId,
  name,
});
const duplicate = (sourceChatId: string, chatId = 'c9'): WorkspaceCommand => ({
  type: 'DuplicateChat',
  userId,
  chatId,
  sourceChatId,
  conversationId: `conversation-${chatId}`,
});

test('the first chat counts from 1, and numbers are never used again', () => {
  expect(given().when(create('Alpha'))).toEqual([created('c9', 'Alpha', 1)]);
  expect(given(created('c1', 'Alpha'), deletedChat('c1')).when(create('Beta'))).toEqual([
    created('c9', 'Beta', 2),
  ]);
});

// spec: decisions.24
test('two chats cannot have the same name, whatever the case and however an accent is written', () => {
  expect(given(created('c1', 'Alpha')).when(create('alpha'))).toEqual({ refused: 'CHAT_NAME_TAKEN' });
  expect(given(created('c1', 'Café')).when(create('CAFE\u0301'))).toEqual({ refused: 'CHAT_NAME_TAKEN' });
});

test('the number of chats is bounded', () => {
  const chats = Array.from({ length: CHATS_MAX }, (_, index) =>
    created(`c${index}`, `Chat ${index}`, index + 1),
  );
  const full = { refused: 'TOO_MANY_CHATS', data: { limit: CHATS_MAX } };
  expect(given(...chats).when(create('One more', 'c-new'))).toEqual(full);
  expect(given(...chats).when(duplicate('c1', 'c-new'))).toEqual(full);
});

test('what every object has is not a chat', () => {
  const workspace = given(created('c1', 'Alpha'));
  for (const chatId of ['constructor', '__proto__', 'toString']) {
    const commands = [
      rename(chatId, 'Beta'),
      { type: 'DeleteChat', userId, chatId } as const,
      duplicate(chatId),
    ];
    for (const command of commands) expect(workspace.when(command)).toEqual({ refused: 'CHAT_NOT_FOUND' });
  }
});

// spec: decisions.19
test('a first chat and the private one are created only where there is none', () => {
  const chat = (chatId: string, name: string) => ({
    chatId,
    name,
    conversationId: `conversation-${chatId}`,
  });
  const ensure: WorkspaceCommand = {
    type: 'EnsureFirstChats',
    userId,
    first: chat('c8', 'My first backtest'),
    private: chat('c9', 'TrendBot 2.0'),
  };
  const first = created('c8', 'My first backtest', 1);
  expect(given().when(ensure)).toEqual([first, created('c9', 'TrendBot 2.0', 2, true)]);
  const privateChat = created('c9', 'TrendBot 2.0', 2, true);
  expect(given(created('c1', 'Alpha')).when(ensure)).toEqual([privateChat]);
  expect(given(first, privateChat).when(ensure)).toEqual([]);
  expect(given(first, privateChat, deletedChat('c8')).when(ensure)).toEqual([
    created('c8', 'My first backtest', 3),
  ]);
});

// spec: decisions.3
test('neither name nor strategy files of a private chat can be changed', () => {
  const chats = given(created('c1', 'TrendBot 2.0', 1, true));
  const chat = { userId, chatId: 'c1' };
  const file = { code: digest('a'), size: 1 };
  const filename = 'strategy_a.py';
  const commands: WorkspaceCommand[] = [
    rename('c1', 'Mine'),
    duplicate('c1'),
    { type: 'DeleteChat', ...chat },
    { type: 'AddStrategyFile', ...chat, wantedName: 'strategy_a.py', ...file },
    { type: 'SaveStrategyFile', ...chat, index: 0, ...file },
    { type: 'RestoreStrategyFile', ...chat, filename, earlier: file, newest: null },
    { type: 'RenameStrategyFile', ...chat, filename, name: 'b' },
    { type: 'DeleteStrategyFile', ...chat, filename },
  ];
  for (const command of commands) expect(chats.when(command)).toEqual({ refused: 'PRIVATE_CHAT_READ_ONLY' });
});

// spec: decisions.5
test('a chat is renamed, unless it has that name, or another chat has it', () => {
  const chats = given(created('c1', 'Alpha'), created('c2', 'Beta', 2));
  const renamed = (name: string) => ({ type: 'ChatRenamed', data: { userId, chatId: 'c1', name } });
  expect(chats.when(rename('c1', 'Gamma'))).toEqual([renamed('Gamma')]);
  expect(chats.when(rename('c1', 'ALPHA'))).toEqual([renamed('ALPHA')]);
  expect(chats.when(rename('c1', 'Alpha'))).toEqual([]);
  expect(chats.when(rename('c1', 'beta'))).toEqual({ refused: 'CHAT_NAME_TAKEN' });
  expect(given().when(rename('c1', 'Alpha'))).toEqual({ refused: 'CHAT_NOT_FOUND' });
});

// spec: decisions.8
test('a deleted chat is gone, and its name is free', () => {
  const remove: WorkspaceCommand = { type: 'DeleteChat', userId, chatId: 'c1' };
  expect(given(created('c1', 'Alpha')).when(remove)).toEqual([deletedChat('c1')]);
  const after = given(created('c1', 'Alpha'), deletedChat('c1'));
  expect(after.when(remove)).toEqual({ refused: 'CHAT_NOT_FOUND' });
  expect(after.when(create('Alpha'))).toEqual([created('c9', 'Alpha', 2)]);
});

describe('a copy of a chat', () => {
  const copyOf = (sourceChatId: string, name: string, localId: number, files: object[] = []) => ({
    type: 'ChatDuplicated',
    data: {
      userId,
      chatId: 'c9',
      localId,
      name,
      conversationId: 'conversation-c9',
      sourceChatId,
      files,
    },
  });

  test('has the newest version of each file, with the time of its first save, in their order, and no results', () => {
    const events: WorkspaceEvent[] = [
      created('c1', 'Alpha'),
      saved('c1', 'strategy_b.py', 1, digest('b')),
      saved('c1', 'strategy_a.py', 1, digest('a')),
      saved('c1', 'strategy_b.py', 2, digest('c')),
      {
        type: 'FavoriteAdded',
        data: {
          userId,
          chatId: 'c1',
          item: { type: 'strategy', filename: 'strategy_b.py' },
          name: 'strategy_b.py',
        },
      },
      { type: 'FolderRenamed', data: { userId, chatId: 'c1', runId: 'run-0001', name: 'Best' } },
    ];
    const files = [
      { filename: 'strategy_b.py', code: digest('c'), size: 10 },
      { filename: 'strategy_a.py', code: digest('a'), size: 10 },
    ];
    const copied = copyOf('c1', 'Alpha (copy)', 2, files);
    expect(given(...events).when(duplicate('c1'))).toEqual([copied]);
    const after = given(...events, copied as WorkspaceEvent);
    expect(after.state.chats.c9).toEqual({
      name: 'Alpha (copy)',
      conversationId: 'conversation-c9',
      files: files.map((file) => ({
        ...file,
        version: 1,
        versionSizes: [10],
        isFavorite: false,
        createdAt: NOW,
      })),
      folders: [],
      deletedRuns: [],
      results: [],
      links: [],
      isPrivate: false,
    });
    expect(after.when(duplicate('c1'))).toEqual([]);
  });

  test('is made of a chat whatever that is called, as names were freer once', () => {
    const name = 'old\u202e \u0007name';
    expect(given(created('c1', name)).when(duplicate('c1'))).toEqual([copyOf('c1', `${name} (copy)`, 2)]);
  });

  test('gets the first free number', () => {
    const chats = [
      created('c1', 'Alpha'),
      created('c2', 'ALPHA (COPY)', 2),
      created('c3', 'Alpha (copy 2)', 3),
    ];
    expect(given(...chats).when(duplicate('c1'))).toEqual([copyOf('c1', 'Alpha (copy 3)', 4)]);
    expect(given(...chats).when(duplicate('c3'))).toEqual([copyOf('c3', 'Alpha (copy 2) (copy)', 4)]);
  });

  // spec: decisions.7
  test('of as many files as there may be is one event, small enough to be written', () => {
    const name = '🙂'.repeat(NAME_LENGTH_MAX / 2);
    const files = Array.from({ length: STRATEGY_FILES_MAX }, (_, index) =>
      saved('c1', `strategy_${index}${name}.py`.slice(-112)),
    );
    const events = given(created('c1', name), ...files).when(duplicate('c1'));
    if (!Array.isArray(events)) throw new Error(`refused: ${events.refused}`);
    expect(STRATEGY_FILES_MAX).toBeGreaterThan(COMMIT_EVENTS_MAX);
    expect(events).toHaveLength(1);
    const meta = { commandId: 'copy', at: '2026-01-01T00:00:00.000Z' };
    expect(commit.safeParse({ events, meta }).success).toBe(true);
    expect(backtestEvents.workspace.events.safeParse(events[0]).success).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(events))).toBeLessThan(512 * 1024);
  });
});
