// Marks follow their target, keep their order, and go with it.
import type { FavoriteItem, WorkspaceEvent } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { deletedChat, userId } from '../../fixtures/workspace-facts.ts';
import { favoritesProjection } from './favorites.ts';

const added = (chatId: string, item: FavoriteItem, name: string): WorkspaceEvent => ({
  type: 'FavoriteAdded',
  data: { userId, chatId, item, name },
});
const removed = (chatId: string, item: FavoriteItem): WorkspaceEvent => ({
  type: 'FavoriteRemoved',
  data: { userId, chatId, item },
});
const a = { type: 'strategy', filename: 'a' } as const;
const run = { type: 'folder', runId: 'r1' } as const;
const marks = [added('c1', run, 'given'), added('c1', a, 'a'), added('c2', a, 'a')];
const inChat = { userId, chatId: 'c1' };
const namesAfter = (...events: WorkspaceEvent[]) =>
  projected(favoritesProjection, [...marks, ...events])[userId]?.marks.map(
    ({ chatId, name }) => `${chatId}/${name}`,
  );

test.each<[string, WorkspaceEvent[], string[]]>([
  ['nothing', [], ['c1/given', 'c1/a', 'c2/a']],
  ['a mark is taken away', [removed('c1', a)], ['c1/given', 'c2/a']],
  ['it is set again', [removed('c1', a), added('c1', a, 'a')], ['c1/given', 'c2/a', 'c1/a']],
  [
    'a file is renamed, and then unmarked',
    [
      { type: 'StrategyFileRenamed', data: { ...inChat, filename: 'a', newFilename: 'b' } },
      removed('c1', { type: 'strategy', filename: 'b' }),
    ],
    ['c1/given', 'c2/a'],
  ],
  [
    'a file is renamed',
    [{ type: 'StrategyFileRenamed', data: { ...inChat, filename: 'a', newFilename: 'b' } }],
    ['c1/given', 'c1/b', 'c2/a'],
  ],
  [
    'a folder is renamed',
    [{ type: 'FolderRenamed', data: { ...inChat, runId: 'r1', name: 'Best' } }],
    ['c1/Best', 'c1/a', 'c2/a'],
  ],
  [
    'a file is deleted',
    [{ type: 'StrategyFileDeleted', data: { ...inChat, filename: 'a' } }],
    ['c1/given', 'c2/a'],
  ],
  ['a folder is deleted', [{ type: 'FolderDeleted', data: { ...inChat, runId: 'r1' } }], ['c1/a', 'c2/a']],
  ['a chat is deleted', [deletedChat('c1')], ['c2/a']],
])('after %s', (_, events, names) => {
  expect(namesAfter(...events)).toEqual(names);
});

test('a deleted account has none', () => {
  expect(namesAfter({ type: 'WorkspaceErased', data: { userId, chatIds: ['c1', 'c2'] } })).toBeUndefined();
});
