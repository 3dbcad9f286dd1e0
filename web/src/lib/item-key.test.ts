// Selection keys: every kind of item keeps its identity in the URL, and nothing else is taken for one.
import { describe, expect, test } from 'vitest';
import { type Item, itemKeyOf, itemOfKey } from './item-key.ts';

const KEYS: readonly [Item, string][] = [
  [{ kind: 'private-strategy' }, 'strategy-private-trendbot'],
  [{ kind: 'new-strategy' }, 'strategy-new'],
  [{ kind: 'strategy', index: 0 }, 'strategy-python-0'],
  [{ kind: 'strategy-data', index: null }, 'strategy-csv'],
  [{ kind: 'strategy-data', index: 3 }, 'strategy-csv-3'],
  [{ kind: 'folder', index: 12 }, 'backtest-folder-12'],
  [{ kind: 'folder-file', folderIndex: 1, fileIndex: 4 }, 'folder-backtest-folder-1-4'],
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
