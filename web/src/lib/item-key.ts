// Keys of selectable items in the workspace, used in the URL, so that every item has a link.

export type Item =
  | { readonly kind: 'private-strategy' }
  /** A strategy that is written but not saved yet. */
  | { readonly kind: 'new-strategy' }
  /** Strategy files and result folders are counted from 0, in the order of the chat's list. */
  | { readonly kind: 'strategy'; readonly index: number }
  | { readonly kind: 'strategy-data'; readonly index: number | null }
  | { readonly kind: 'folder'; readonly index: number }
  /** Files of a folder are counted in display order. */
  | { readonly kind: 'folder-file'; readonly folderIndex: number; readonly fileIndex: number };

const PRIVATE_STRATEGY = 'strategy-private-trendbot';
const NEW_STRATEGY = 'strategy-new';
const STRATEGY_DATA = 'strategy-csv';

/** The key of an item, for instance `strategy-python-0`. */
export const itemKeyOf = (item: Item): string => {
  switch (item.kind) {
    case 'private-strategy':
      return PRIVATE_STRATEGY;
    case 'new-strategy':
      return NEW_STRATEGY;
    case 'strategy':
      return `strategy-python-${item.index}`;
    case 'strategy-data':
      return item.index === null ? STRATEGY_DATA : `${STRATEGY_DATA}-${item.index}`;
    case 'folder':
      return `backtest-folder-${item.index}`;
    case 'folder-file':
      return `folder-backtest-folder-${item.folderIndex}-${item.fileIndex}`;
  }
};

/** The item of a key; null for anything that is no key. */
export const itemOfKey = (key: string | null): Item | null => {
  if (key === PRIVATE_STRATEGY) return { kind: 'private-strategy' };
  if (key === NEW_STRATEGY) return { kind: 'new-strategy' };
  if (key === STRATEGY_DATA) return { kind: 'strategy-data', index: null };
  const [, prefix, first, second] =
    /^(strategy-python|strategy-csv|backtest-folder|folder-backtest-folder)-(\d{1,4})(?:-(\d{1,4}))?$/.exec(
      key ?? '',
    ) ?? [];
  const index = Number(first);
  if (prefix === 'folder-backtest-folder')
    return second === undefined
      ? null
      : { kind: 'folder-file', folderIndex: index, fileIndex: Number(second) };
  if (second !== undefined) return null;
  if (prefix === 'strategy-python') return { kind: 'strategy', index };
  if (prefix === 'strategy-csv') return { kind: 'strategy-data', index };
  if (prefix === 'backtest-folder') return { kind: 'folder', index };
  return null;
};
