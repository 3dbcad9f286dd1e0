// The selection counts files, so it moves with them: whatever another tab adds, renames or deletes.
import type { SessionFile } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { followItem, placedItem, renamesOf } from './follow-item.ts';

const strategy = (filename: string, created_at: number): SessionFile => ({
  filename,
  created_at,
  type: 'strategy',
  display_name: filename,
  run_id: null,
  version: 1,
  result: null,
});
const folder = (filename: string, run_id: string): SessionFile => ({
  filename,
  created_at: 9,
  type: 'backtest_folder',
  display_name: filename,
  run_id,
  version: null,
  result: null,
});

const [a, b, c] = [strategy('a', 1), strategy('b', 2), strategy('c', 3)];
const [r1, r2] = [folder('one', 'r1'), folder('two', 'r2')];
const BEFORE = [a, b, c, r1, r2];

// spec: chats.43
test('a strategy stays selected when one before it is deleted', () => {
  expect(followItem({ kind: 'strategy', index: 2 }, BEFORE, [a, c, r1, r2])).toEqual({
    kind: 'strategy',
    index: 1,
  });
});

test('a renamed strategy stays selected, wherever it stands now', () => {
  const renamed = strategy('z', 1);
  expect(followItem({ kind: 'strategy', index: 0 }, BEFORE, [b, c, renamed])).toEqual({
    kind: 'strategy',
    index: 2,
  });
});

test('another file that was made at the same moment does not pass for a renamed one', () => {
  const twin = strategy('twin', 1);
  expect(followItem({ kind: 'strategy', index: 0 }, [a, twin], [twin])).toBeNull();
});

test('a deleted file leaves nothing selected', () => {
  expect(followItem({ kind: 'strategy', index: 1 }, BEFORE, [a, c])).toBeNull();
  expect(followItem({ kind: 'folder', index: 0 }, BEFORE, [a, r2])).toBeNull();
  expect(followItem({ kind: 'folder-file', folderIndex: 0, fileIndex: 3 }, BEFORE, [r2])).toBeNull();
});

// spec: chats.18
test('a folder, its files and its data follow the run, whatever its name', () => {
  // Its former name is another run's by now.
  const after = [a, folder('renamed', 'r2'), folder('two', 'r1')];
  expect(followItem({ kind: 'folder', index: 1 }, BEFORE, after)).toEqual({ kind: 'folder', index: 0 });
  expect(followItem({ kind: 'folder-file', folderIndex: 1, fileIndex: 4 }, BEFORE, after)).toEqual({
    kind: 'folder-file',
    folderIndex: 0,
    fileIndex: 4,
  });
  expect(followItem({ kind: 'strategy-data', index: 1 }, BEFORE, after)).toEqual({
    kind: 'strategy-data',
    index: 0,
  });
});

test('an item that has not moved, has no index or pointed nowhere stays the same item', () => {
  for (const item of [
    null,
    { kind: 'private-strategy' },
    { kind: 'new-strategy' },
    { kind: 'strategy', index: 0 },
    { kind: 'strategy', index: 7 },
    { kind: 'strategy-data', index: null },
    { kind: 'folder', index: 0 },
  ] as const)
    expect(followItem(item, BEFORE, [a, c, r1])).toBe(item);
});

// spec: strategies.81
test('a renamed file is distinguished from a deleted one and from a new one', () => {
  expect(renamesOf(BEFORE, [strategy('z', 1), c, strategy('y', 7), r1])).toEqual([{ from: 'a', to: 'z' }]);
  expect(renamesOf(BEFORE, BEFORE)).toEqual([]);
  expect(renamesOf([], BEFORE)).toEqual([]);
});

test('an address with a run means that run, wherever its folder stands', () => {
  const file = { kind: 'folder-file', folderIndex: 1, fileIndex: 4, run: 'r2' } as const;
  expect(placedItem({ kind: 'folder', index: 0, run: 'r2' }, BEFORE)).toEqual({
    kind: 'folder',
    index: 1,
    run: 'r2',
  });
  expect(placedItem(file, [a, r2])).toEqual({ ...file, folderIndex: 0 });
});

test('an address without a run means the folder at its place, and gets its run', () => {
  expect(placedItem({ kind: 'strategy-data', index: 1 }, BEFORE)).toEqual({
    kind: 'strategy-data',
    index: 1,
    run: 'r2',
  });
});

test('an address of a run that is gone, or of a place that is not there, means nothing', () => {
  expect(placedItem({ kind: 'folder', index: 0, run: 'deleted' }, BEFORE)).toBeNull();
  expect(placedItem({ kind: 'folder', index: 2 }, BEFORE)).toBeNull();
  expect(placedItem({ kind: 'strategy-data', index: 7 }, BEFORE)).toBeNull();
});
