// The whole workspace: its invariants after any commands, its old events, and its end.
import {
  backtestEvents,
  CHATS_MAX,
  commit,
  FAVORITES_MAX,
  isRefusal,
  NAME_LENGTH_MAX,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { created, digest, folderOf, given, NOW, userId } from '../../fixtures/workspace-facts.ts';
import { nameKey } from './names.ts';
import { displayName } from './strategy-filename.ts';
import { decideWorkspace, type WorkspaceCommand, workspaceAggregate } from './workspace.ts';
import type { Workspace } from './workspace-state.ts';

const event = (type: string, data: object) =>
  backtestEvents.workspace.events.parse({ type, data: { userId, ...data } });

test('a chat, a strategy file and a new name make this workspace', () => {
  const events = [
    event('ChatCreated', { chatId: 'c1', localId: 1, name: 'Alpha', conversationId: 'k1', private: false }),
    event('StrategyFileSaved', {
      chatId: 'c1',
      filename: 'strategy_a.py',
      version: 1,
      code: digest('a'),
      size: 10,
      at: '2026-01-01T00:00:00.000Z',
    }),
    event('ChatRenamed', { chatId: 'c1', name: 'Beta' }),
  ];
  const files = [
    {
      filename: 'strategy_a.py',
      version: 1,
      code: digest('a'),
      size: 10,
      versionSizes: [10],
      isFavorite: false,
      createdAt: NOW,
    },
  ];
  expect(given(...events).state).toEqual({
    chatsCreated: 1,
    failedRuns: [],
    written: { day: '', bytes: 0 },
    saved: { day: '2026-01-01', bytes: 10 },
    chats: {
      c1: {
        ...{ name: 'Beta', conversationId: 'k1', isPrivate: false },
        ...{ files, folders: [], deletedRuns: [], results: [], links: [] },
      },
    },
    activeRuns: [],
    isErased: false,
  });
});

describe('after any commands', () => {
  const chatId = fc.constantFrom('c1', 'c2', 'c3');
  const name = fc.constantFrom('a', 'A', 'b', 'Ä', 'a\u0308', '🚀', 'x'.repeat(NAME_LENGTH_MAX), '(copy)');
  const filename = name.map((text) => `strategy_${text}.py`);
  const code = fc.constantFrom(digest('a'), digest('b'));
  const folder = fc.constantFrom(folderOf('run1-0001'), folderOf('run2-0002'), folderOf('run3-0003'), null);
  const marked = fc.oneof(
    filename.map((text) => ({ type: 'strategy' as const, filename: text })),
    folder.map((of) => ({ type: 'folder' as const, folder: of })),
  );
  const conversationId = fc.constant('k');
  const user = { userId: fc.constant(userId) };
  const of = <Type extends string, Fields extends object>(
    type: Type,
    fields: { [K in keyof Fields]: fc.Arbitrary<Fields[K]> },
  ) =>
    fc.record({ type: fc.constant(type), ...user, ...fields }) as unknown as fc.Arbitrary<WorkspaceCommand>;
  const size = fc.constant(10);
  const command = fc.oneof(
    of('CreateChat', { chatId, name, conversationId }),
    of('RenameChat', { chatId, name }),
    of('DuplicateChat', { chatId, sourceChatId: chatId, conversationId }),
    of('DeleteChat', { chatId }),
    of('AddStrategyFile', { chatId, wantedName: filename, code, size }),
    of('SaveStrategyFile', { chatId, index: fc.nat(3), code, size }),
    of('RenameStrategyFile', { chatId, filename, name }),
    of('DeleteStrategyFile', { chatId, filename }),
    of('RenameFolder', { chatId, folder, name }),
    of('SaveFolderNotes', { chatId, folder, settings: code, size }),
    of('DeleteFolder', { chatId, folder }),
    of('AddFavorite', { chatId, marked }),
    of('RemoveFavorite', { chatId, marked }),
  );

  const areUnique = (names: (string | null)[]) => {
    const keys = names.flatMap((text) => (text === null ? [] : [nameKey(text)]));
    expect(new Set(keys).size).toBe(keys.length);
  };
  const holds = ({ chats }: Workspace) => {
    const all = Object.values(chats);
    areUnique(all.map((chat) => chat.name));
    for (const chat of all) {
      expect(chat.name.length).toBeLessThanOrEqual(NAME_LENGTH_MAX);
      areUnique(chat.files.map((file) => displayName(file.filename)));
      areUnique(chat.folders.map((one) => one.name));
      for (const { runId } of chat.folders) expect(chat.deletedRuns).not.toContain(runId);
      expect(new Set(chat.deletedRuns).size).toBe(chat.deletedRuns.length);
    }
    const marks = all.flatMap(({ files, folders }) => [...files, ...folders]);
    expect(marks.filter(({ isFavorite }) => isFavorite).length).toBeLessThanOrEqual(FAVORITES_MAX);
  };
  /** The rest of a list keeps its order. */
  const keepsOrder = (before: Workspace, after: Workspace) => {
    for (const [id, { files }] of Object.entries(before.chats)) {
      const now = after.chats[id]?.files.map(({ filename: text }) => text) ?? [];
      const stayed = files.map(({ filename: text }) => text).filter((text) => now.includes(text));
      expect(now.filter((text) => stayed.includes(text))).toEqual(stayed);
    }
  };

  test('names are unique, marks are of what exists, the order of files is kept, and every event can be read', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        let workspace: Workspace = workspaceAggregate.initial;
        for (const one of commands) {
          const decision = decideWorkspace(one, workspace, NOW);
          if (isRefusal(decision)) continue;
          const before = workspace;
          for (const fact of decision) {
            expect(backtestEvents.workspace.events.parse(fact)).toEqual(fact);
            workspace = workspaceAggregate.evolve(workspace, fact);
          }
          holds(workspace);
          keepsOrder(before, workspace);
        }
      }),
      { numRuns: 300 },
    );
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
    expect(
      backtestEvents.workspace.events.safeParse(erasedWith(...chats.map((_, n) => `c${n}`))).success,
    ).toBe(true);
  });

  test('is erased once, and nothing can be made in it', () => {
    const chat = (chatId: string) => ({ chatId, name: chatId, conversationId: chatId });
    const marked = { type: 'strategy', filename: 'strategy_a.py' } as const;
    const commands: WorkspaceCommand[] = [
      { type: 'CreateChat', userId, ...chat('c9') },
      { type: 'EnsureFirstChats', userId, first: chat('c8'), private: chat('c9') },
      { type: 'DeleteFolder', userId, chatId: 'c1', folder: folderOf('run1-0001') },
      { type: 'AddFavorite', userId, chatId: 'c1', marked },
    ];
    expect(given(erased).when(erase)).toEqual([]);
    for (const command of commands) expect(given(erased).when(command)).toEqual({ refused: 'UNAUTHORIZED' });
  });
});
