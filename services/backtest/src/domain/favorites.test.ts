// Files that may be favourites, and the mark's later history.
import { FAVORITES_MAX, STRATEGY_FILES_MAX, type WorkspaceEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { created, deletedChat, folderOf, given, saved, userId } from '../../fixtures/workspace-facts.ts';
import type { Marked } from './favorites.ts';
import type { WorkspaceCommand } from './workspace.ts';

const inChat = { userId, chatId: 'c1' } as const;
const file = (filename = 'strategy_a.py'): Marked => ({ type: 'strategy', filename });
const folder: Marked = { type: 'folder', folder: folderOf('run1-0001', 'given') };
const add = (marked: Marked): WorkspaceCommand => ({ type: 'AddFavorite', ...inChat, marked });
const remove = (marked: Marked): WorkspaceCommand => ({ type: 'RemoveFavorite', ...inChat, marked });
const fileAdded = (filename = 'strategy_a.py', chatId = 'c1'): WorkspaceEvent => ({
  type: 'FavoriteAdded',
  data: { userId, chatId, item: { type: 'strategy', filename }, name: filename },
});
const folderAdded = (name: string): WorkspaceEvent => ({
  type: 'FavoriteAdded',
  data: { ...inChat, item: { type: 'folder', runId: 'run1-0001' }, name },
});
const chat = [created('c1', 'Alpha'), saved('c1', 'strategy_a.py')];

test('a strategy file and a result folder can be marked, once, and unmarked', () => {
  expect(given(...chat).when(add(file()))).toEqual([fileAdded()]);
  expect(given(...chat, fileAdded()).when(add(file()))).toEqual([]);
  expect(given(...chat, fileAdded()).when(remove(file()))).toEqual([
    { type: 'FavoriteRemoved', data: { ...inChat, item: { type: 'strategy', filename: 'strategy_a.py' } } },
  ]);
  expect(given(...chat).when(add(folder))).toEqual([folderAdded('given')]);
  expect(given(...chat, folderAdded('given')).when(add(folder))).toEqual([]);
  expect(given(...chat, folderAdded('given')).when(remove(folder))).toEqual([
    { type: 'FavoriteRemoved', data: { ...inChat, item: { type: 'folder', runId: 'run1-0001' } } },
  ]);
});

test('a folder is marked under the name that it has', () => {
  const renamed: WorkspaceEvent = {
    type: 'FolderRenamed',
    data: { ...inChat, runId: 'run1-0001', name: 'Best' },
  };
  expect(given(...chat, renamed).when(add(folder))).toEqual([folderAdded('Best')]);
});

// spec: decisions.14
test('what does not exist cannot be marked, and is as good as unmarked', () => {
  const deleted: WorkspaceEvent = { type: 'FolderDeleted', data: { ...inChat, runId: 'run1-0001' } };
  expect(given().when(add(file()))).toEqual({ refused: 'CHAT_NOT_FOUND' });
  expect(given(...chat).when(add(file('strategy_x.py')))).toEqual({ refused: 'STRATEGY_FILE_NOT_FOUND' });
  expect(given(...chat).when(add({ type: 'folder', folder: null }))).toEqual({ refused: 'FOLDER_NOT_FOUND' });
  expect(given(...chat, deleted).when(add(folder))).toEqual({ refused: 'FOLDER_NOT_FOUND' });
  expect(given().when(remove(file()))).toEqual([]);
  expect(given(...chat).when(remove(file('strategy_x.py')))).toEqual([]);
  expect(given(...chat, deleted).when(remove(folder))).toEqual([]);
});

test('a mark follows its file, and goes with it', () => {
  const rename: WorkspaceEvent = {
    type: 'StrategyFileRenamed',
    data: { ...inChat, filename: 'strategy_a.py', newFilename: 'strategy_b.py' },
  };
  const renamed = given(...chat, fileAdded(), rename);
  expect(renamed.when(add(file('strategy_b.py')))).toEqual([]);
  const deleted: WorkspaceEvent = {
    type: 'StrategyFileDeleted',
    data: { ...inChat, filename: 'strategy_b.py' },
  };
  const again = saved('c1', 'strategy_b.py');
  expect(given(...chat, fileAdded(), rename, deleted, again).when(add(file('strategy_b.py')))).toEqual([
    fileAdded('strategy_b.py'),
  ]);
});

test('the number of marks is bounded over all chats', () => {
  const marks = Array.from({ length: FAVORITES_MAX / STRATEGY_FILES_MAX }, (_, number) => {
    const chatId = `d${number}`;
    const names = Array.from({ length: STRATEGY_FILES_MAX }, (__, index) => `strategy_${index}.py`);
    return [
      created(chatId, chatId, number + 2),
      ...names.flatMap((name) => [saved(chatId, name), fileAdded(name, chatId)]),
    ];
  }).flat();
  const full = { refused: 'TOO_MANY_FAVORITES', data: { limit: FAVORITES_MAX } };
  expect(given(...chat, ...marks).when(add(file()))).toEqual(full);
  expect(given(...chat, ...marks, deletedChat('d0')).when(add(file()))).toEqual([fileAdded()]);
});
