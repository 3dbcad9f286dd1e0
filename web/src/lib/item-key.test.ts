// Selection keys: every kind of item keeps its identity in the URL, and nothing else passes for one.
import { describe, expect, test } from 'vitest';
import { type Item, isOfResults, itemKeyOf, itemOfKey, runsOfItem } from './item-key.ts';

const KEYS: readonly [Item, string][] = [
  [{ kind: 'private-strategy' }, 'strategy-private-trendbot'],
  [{ kind: 'new-strategy' }, 'strategy-new'],
  [{ kind: 'library' }, 'strategy-library'],
  [{ kind: 'strategy', index: 0 }, 'strategy-python-0'],
  [{ kind: 'strategy-data', index: null }, 'strategy-csv'],
  [{ kind: 'strategy-data', index: 3 }, 'strategy-csv-3'],
  [{ kind: 'folder', index: 12 }, 'backtest-folder-12'],
  [{ kind: 'folder-file', folderIndex: 1, fileIndex: 4 }, 'folder-backtest-folder-1-4'],
  [{ kind: 'results' }, 'backtest-results'],
];

describe('selection keys', () => {
  test.each(KEYS)('%o has its key and comes back from it', (item, key) => {
    expect(itemKeyOf(item)).toBe(key);
    expect(itemOfKey(key)).toEqual(item);
  });

  test.each([
    null,
    '',
    'strategy-python-',
    'strategy-python-x',
    'strategy-python--1',
    'strategy-python-1-2',
    'folder-backtest-folder-1',
    'backtest-folder-1-2',
    'strategy-python-99999',
    'else',
  ])('%s is no key', (key) => {
    expect(itemOfKey(key)).toBeNull();
  });
});

test.each([
  [{ kind: 'folder', index: 2, run: 'r-1' }, 'backtest-folder-2', 'r-1'],
  [{ kind: 'folder-file', folderIndex: 1, fileIndex: 4, run: 'r-1' }, 'folder-backtest-folder-1-4', 'r-1'],
  [{ kind: 'strategy-data', index: 0, run: 'r-1' }, 'strategy-csv-0', 'r-1'],
  [{ kind: 'comparison', runs: ['r-1', 'r-2'] }, 'backtest-comparison', 'r-1,r-2'],
  [{ kind: 'study', study: 's-1' }, 'backtest-study', 's-1'],
] as const)('%o keeps its key, and has its run next to it', (item, key, run) => {
  expect(itemKeyOf(item)).toBe(key);
  expect(runsOfItem(item)).toBe(run);
  expect(itemOfKey(key, run)).toEqual(item);
});

test('results are distinguished from what can be run', () => {
  expect(isOfResults({ kind: 'folder', index: 0 })).toBe(true);
  expect(isOfResults({ kind: 'comparison', runs: [] })).toBe(true);
  expect(isOfResults({ kind: 'study', study: 's-1' })).toBe(true);
  expect(isOfResults({ kind: 'strategy', index: 0 })).toBe(false);
  expect(isOfResults({ kind: 'library' })).toBe(false);
  expect(isOfResults(null)).toBe(false);
});
