// Keys of selectable items in the workspace, used in the URL, so that every item has a link.

export type Item =
  | { readonly kind: 'private-strategy' }
  /** A strategy that is written but not saved yet. */
  | { readonly kind: 'new-strategy' }
  /** Known strategies that can be added to the chat. */
  | { readonly kind: 'library' }
  /** Strategy files and result folders are counted from 0, in the order of the chat's list. */
  | { readonly kind: 'strategy'; readonly index: number }
  | { readonly kind: 'strategy-data'; readonly index: number | null; readonly run?: string }
  | { readonly kind: 'folder'; readonly index: number; readonly run?: string }
  /** Files of a folder are counted in display order. */
  | {
      readonly kind: 'folder-file';
      readonly folderIndex: number;
      readonly fileIndex: number;
      readonly run?: string;
    }
  /** The list of a chat's results. */
  | { readonly kind: 'results' }
  | { readonly kind: 'comparison'; readonly runs: readonly string[] }
  | { readonly kind: 'study'; readonly study: string };

/** The number that counts result folders; `run` says which folder is meant, wherever it stands. */
export type FolderItem = Extract<Item, { readonly kind: 'strategy-data' | 'folder' | 'folder-file' }>;

const PRIVATE_STRATEGY = 'strategy-private-trendbot';
const NEW_STRATEGY = 'strategy-new';
const LIBRARY = 'strategy-library';
const STRATEGY_DATA = 'strategy-csv';
const RESULTS = 'backtest-results';
const COMPARISON = 'backtest-comparison';
const STUDY = 'backtest-study';

/** The key of an item, for instance `strategy-python-0`. */
export const itemKeyOf = (item: Item): string => {
  switch (item.kind) {
    case 'private-strategy':
      return PRIVATE_STRATEGY;
    case 'new-strategy':
      return NEW_STRATEGY;
    case 'library':
      return LIBRARY;
    case 'strategy':
      return `strategy-python-${item.index}`;
    case 'strategy-data':
      return item.index === null ? STRATEGY_DATA : `${STRATEGY_DATA}-${item.index}`;
    case 'folder':
      return `backtest-folder-${item.index}`;
    case 'folder-file':
      return `folder-backtest-folder-${item.folderIndex}-${item.fileIndex}`;
    case 'results':
      return RESULTS;
    case 'comparison':
      return COMPARISON;
    case 'study':
      return STUDY;
  }
};

/** Where the shown result is among those of its chat, on any of its tabs; -1 when none is shown. */
export const folderIndexOf = (item: Item | null | undefined): number => {
  if (item?.kind === 'folder') return item.index;
  return item?.kind === 'folder-file' ? item.folderIndex : -1;
};

/** The ids that accompany the key in an address: that of the result's run or of the study, or those of compared runs. */
export const runsOfItem = (item: Item): string | null => {
  if (item.kind === 'study') return item.study;
  if (item.kind === 'comparison') return item.runs.join(',');
  return 'run' in item ? (item.run ?? null) : null;
};

/** The address of an item of a chat. */
export const itemPath = (chatId: string, item: Item): string => {
  const run = runsOfItem(item);
  const search = new URLSearchParams({ chat: chatId, item: itemKeyOf(item), ...(run !== null && { run }) });
  return `/app/backtest?${search}`;
};

const withRun = <Counted extends FolderItem>(item: Counted, run: string | null): Counted =>
  run === null ? item : { ...item, run };

/** The item of a key and its run; null for anything that is not a key. */
export const itemOfKey = (key: string | null, run: string | null = null): Item | null => {
  if (key === PRIVATE_STRATEGY) return { kind: 'private-strategy' };
  if (key === NEW_STRATEGY) return { kind: 'new-strategy' };
  if (key === LIBRARY) return { kind: 'library' };
  if (key === STRATEGY_DATA) return { kind: 'strategy-data', index: null };
  if (key === RESULTS) return { kind: 'results' };
  if (key === STUDY) return run === null ? null : { kind: 'study', study: run };
  if (key === COMPARISON) return { kind: 'comparison', runs: run?.split(',').filter(Boolean) ?? [] };
  const [, prefix, first, second] =
    /^(strategy-python|strategy-csv|backtest-folder|folder-backtest-folder)-(\d{1,4})(?:-(\d{1,4}))?$/.exec(
      key ?? '',
    ) ?? [];
  const index = Number(first);
  if (prefix === 'folder-backtest-folder')
    return second === undefined
      ? null
      : withRun({ kind: 'folder-file', folderIndex: index, fileIndex: Number(second) }, run);
  if (second !== undefined) return null;
  if (prefix === 'strategy-python') return { kind: 'strategy', index };
  if (prefix === 'strategy-csv') return withRun({ kind: 'strategy-data', index }, run);
  if (prefix === 'backtest-folder') return withRun({ kind: 'folder', index }, run);
  return null;
};

/** True if an item shows results, while the settings of the next run are folded away. */
export const isOfResults = (item: Item | null): boolean =>
  item !== null && !['private-strategy', 'new-strategy', 'library', 'strategy'].includes(item.kind);
