// What may be done with chats and strategy files, and what then has happened.
import {
  CHATS_MAX,
  commit,
  STRATEGY_FILES_MAX,
  type WorkspaceEvent,
  workspaceEvents,
} from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { decideWorkspace, type WorkspaceCommand, workspaceAggregate } from './workspace.ts';

const userId = 'u1';
const digest = (letter: string) => letter.repeat(64);

const created = (chatId: string, name: string, localId = 1, isPrivate = false): WorkspaceEvent => ({
  type: 'ChatCreated',
  data: { userId, chatId, localId, name, conversationId: `conversation-${chatId}`, private: isPrivate },
});
const saved = (chatId: string, filename: string, version = 1, code = digest('a')): WorkspaceEvent => ({
  type: 'StrategyFileSaved',
  data: { userId, chatId, filename, version, code, size: 10 },
});
const create = (name: string, chatId = 'c9'): WorkspaceCommand => ({
  type: 'CreateChat',
  userId,
  chatId,
  name,
  conversationId: `conversation-${chatId}`,
});

const given = (...events: WorkspaceEvent[]) => {
  const state = events.reduce(workspaceAggregate.evolve, workspaceAggregate.initial);
  return { when: (command: WorkspaceCommand) => decideWorkspace(command, state), state };
};

describe('chats', () => {
  test('the first chat counts from 1, and numbers are never used again', () => {
    expect(given().when(create('Alpha'))).toEqual([created('c9', 'Alpha', 1)]);
    const deleted: WorkspaceEvent = { type: 'ChatDeleted', data: { userId, chatId: 'c1' } };
    expect(given(created('c1', 'Alpha'), deleted).when(create('Beta'))).toEqual([created('c9', 'Beta', 2)]);
  });

  test('two chats cannot have the same name, whatever the case', () => {
    expect(given(created('c1', 'Alpha')).when(create('alpha'))).toEqual({ refused: 'CHAT_NAME_TAKEN' });
  });

  test('the number of chats is bounded', () => {
    const chats = Array.from({ length: CHATS_MAX }, (_, index) =>
      created(`c${index}`, `Chat ${index}`, index + 1),
    );
    expect(given(...chats).when(create('One more', 'c-new'))).toEqual({
      refused: 'TOO_MANY_CHATS',
      data: { limit: CHATS_MAX },
    });
  });

  test('what every object has is no chat', () => {
    const workspace = given(created('c1', 'Alpha'));
    for (const chatId of ['constructor', '__proto__', 'toString']) {
      const rename: WorkspaceCommand = { type: 'RenameChat', userId, chatId, name: 'Beta' };
      expect(workspace.when(rename)).toEqual({ refused: 'CHAT_NOT_FOUND' });
      expect(workspace.when({ type: 'DeleteChat', userId, chatId })).toEqual({ refused: 'CHAT_NOT_FOUND' });
    }
  });

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
    const deleted: WorkspaceEvent = { type: 'ChatDeleted', data: { userId, chatId: 'c8' } };
    expect(given(first, privateChat, deleted).when(ensure)).toEqual([
      { ...first, data: { ...first.data, localId: 3 } },
    ]);
  });

  test('nothing in a private chat can be changed', () => {
    const chats = given(created('c1', 'TrendBot 2.0', 1, true));
    const chat = { userId, chatId: 'c1' };
    const file = { code: digest('a'), size: 1 };
    const commands: WorkspaceCommand[] = [
      { type: 'RenameChat', ...chat, name: 'Mine' },
      { type: 'DeleteChat', ...chat },
      { type: 'AddStrategyFile', ...chat, wantedName: 'strategy_a.py', ...file },
      { type: 'SaveStrategyFile', ...chat, index: 0, ...file },
    ];
    for (const command of commands)
      expect(chats.when(command)).toEqual({ refused: 'PRIVATE_CHAT_READ_ONLY' });
  });

  test('a chat is renamed, unless it has that name, or another chat has it', () => {
    const chats = given(created('c1', 'Alpha'), created('c2', 'Beta', 2));
    const rename = (name: string) => chats.when({ type: 'RenameChat', userId, chatId: 'c1', name });
    expect(rename('Gamma')).toEqual([{ type: 'ChatRenamed', data: { userId, chatId: 'c1', name: 'Gamma' } }]);
    expect(rename('ALPHA')).toEqual([{ type: 'ChatRenamed', data: { userId, chatId: 'c1', name: 'ALPHA' } }]);
    expect(rename('Alpha')).toEqual([]);
    expect(rename('beta')).toEqual({ refused: 'CHAT_NAME_TAKEN' });
  });

  test('a deleted chat is gone, and its name is free', () => {
    const deleted: WorkspaceEvent = { type: 'ChatDeleted', data: { userId, chatId: 'c1' } };
    expect(given(created('c1', 'Alpha')).when({ type: 'DeleteChat', userId, chatId: 'c1' })).toEqual([
      deleted,
    ]);
    const after = given(created('c1', 'Alpha'), deleted);
    expect(after.when({ type: 'DeleteChat', userId, chatId: 'c1' })).toEqual({ refused: 'CHAT_NOT_FOUND' });
    expect(after.when(create('Alpha'))).toEqual([created('c9', 'Alpha', 2)]);
  });

  test('what is unknown is refused', () => {
    const rename: WorkspaceCommand = { type: 'RenameChat', userId, chatId: 'c1', name: 'Alpha' };
    expect(given().when(rename)).toEqual({ refused: 'CHAT_NOT_FOUND' });
  });
});

describe('strategy files', () => {
  const add = (wantedName: string, code = digest('b')): WorkspaceCommand => ({
    type: 'AddStrategyFile',
    userId,
    chatId: 'c1',
    wantedName,
    code,
    size: 10,
  });
  const save = (index: number, code: string): WorkspaceCommand => ({
    type: 'SaveStrategyFile',
    userId,
    chatId: 'c1',
    index,
    code,
    size: 10,
  });

  test('a new file is version 1, under a free name', () => {
    const chat = created('c1', 'Alpha');
    expect(given(chat).when(add('strategy_a.py'))).toEqual([saved('c1', 'strategy_a.py', 1, digest('b'))]);
    expect(given(chat, saved('c1', 'strategy_a.py')).when(add('strategy_a.py'))).toEqual([
      saved('c1', 'strategy_a_2.py', 1, digest('b')),
    ]);
  });

  test('a saved file is the next version and keeps its place; the same code is no version', () => {
    const files = [created('c1', 'Alpha'), saved('c1', 'strategy_a.py'), saved('c1', 'strategy_b.py')];
    const next = saved('c1', 'strategy_a.py', 2, digest('c'));
    expect(given(...files).when(save(0, digest('c')))).toEqual([next]);
    expect(given(...files, next).state.chats.c1?.files.map(({ filename }) => filename)).toEqual([
      'strategy_a.py',
      'strategy_b.py',
    ]);
    expect(given(...files).when(save(0, digest('a')))).toEqual([]);
  });

  test('a file that is not there, or in no chat, is refused', () => {
    expect(given(created('c1', 'Alpha')).when(save(0, digest('c')))).toEqual({
      refused: 'STRATEGY_FILE_NOT_FOUND',
    });
    expect(given().when(save(0, digest('c')))).toEqual({ refused: 'CHAT_NOT_FOUND' });
    expect(given().when(add('strategy_a.py'))).toEqual({ refused: 'CHAT_NOT_FOUND' });
  });

  test('the number of files is bounded', () => {
    const files = Array.from({ length: STRATEGY_FILES_MAX }, (_, index) =>
      saved('c1', `strategy_${index}.py`),
    );
    expect(given(created('c1', 'Alpha'), ...files).when(add('strategy_new.py'))).toEqual({
      refused: 'TOO_MANY_STRATEGY_FILES',
      data: { limit: STRATEGY_FILES_MAX },
    });
  });
});

describe('an erased workspace', () => {
  const erasedWith = (...chatIds: string[]): WorkspaceEvent => ({
    type: 'WorkspaceErased',
    data: { userId, chatIds },
  });
  const erased = erasedWith();
  const erase: WorkspaceCommand = { type: 'EraseWorkspace', userId };

  test('has no chats any more, not even the private one', () => {
    const chats = given(created('c1', 'Alpha'), created('c2', 'TrendBot 2.0', 2, true));
    expect(chats.when(erase)).toEqual([erasedWith('c1', 'c2')]);
    expect(given().when(erase)).toEqual([erased]);
    expect(given(created('c1', 'Alpha'), erasedWith('c1')).state.chats).toEqual({});
  });

  test('of as many chats as there may be fits into one commit', () => {
    const chats = Array.from({ length: CHATS_MAX + 1 }, (_, n) => created(`c${n}`, `Chat ${n}`, n + 1));
    const events = given(...chats).when(erase);
    expect(events).toEqual([erasedWith(...chats.map((_, n) => `c${n}`))]);
    const meta = { commandId: 'erase', at: '2026-01-01T00:00:00.000Z' };
    expect(commit.safeParse({ events, meta }).success).toBe(true);
    expect(workspaceEvents.safeParse(erasedWith(...chats.map((_, n) => `c${n}`))).success).toBe(true);
  });

  test('is erased once, and nothing can be made in it', () => {
    const chat = (chatId: string) => ({ chatId, name: chatId, conversationId: chatId });
    const ensure: WorkspaceCommand = {
      type: 'EnsureFirstChats',
      userId,
      first: chat('c8'),
      private: chat('c9'),
    };
    expect(given(erased).when(erase)).toEqual([]);
    expect(given(erased).when(create('Alpha'))).toEqual({ refused: 'UNAUTHORIZED' });
    expect(given(erased).when(ensure)).toEqual({ refused: 'UNAUTHORIZED' });
  });
});
