// The list of chats: what is open stays open until it is closed, folders apart by their chat.
import { expect, test } from 'vitest';
import {
  chatOpened,
  chatToggled,
  folderOpened,
  folderToggled,
  sectionToggled,
  treeSlice,
} from './tree-slice.ts';

const reduce = treeSlice.reducer;
const closed = reduce(undefined, { type: 'init' });

test('a chat opens once, however often it is chosen, and closes by its arrow', () => {
  const open = reduce(reduce(closed, chatOpened('c1')), chatOpened('c1'));
  expect(open.openChats).toEqual(['c1']);
  expect(reduce(open, chatToggled('c1')).openChats).toEqual([]);
  expect(reduce(closed, chatToggled('c2')).openChats).toEqual(['c2']);
});

test('folders of the same name in two chats are two folders', () => {
  const open = reduce(closed, folderOpened({ chatId: 'c1', folderName: 'run' }));
  expect(open.openFolders).toEqual(['c1/run']);
  expect(reduce(open, folderToggled({ chatId: 'c2', folderName: 'run' })).openFolders).toEqual([
    'c1/run',
    'c2/run',
  ]);
  expect(reduce(open, folderToggled({ chatId: 'c1', folderName: 'run' })).openFolders).toEqual([]);
});

test('a section is open until it is closed', () => {
  const { isSectionOpen } = treeSlice.getSelectors();
  expect(isSectionOpen(closed, 'favorites')).toBe(true);
  const without = reduce(closed, sectionToggled('favorites'));
  expect(isSectionOpen(without, 'favorites')).toBe(false);
  expect(isSectionOpen(reduce(without, sectionToggled('favorites')), 'favorites')).toBe(true);
});
