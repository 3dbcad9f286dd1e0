// Keeps the same thing selected when the list that its index counts in has changed.
import type { SessionFile } from '@tradeium/contracts';
import type { FolderItem, Item } from '../../lib/item-key.ts';
import { filesOfType } from './files-of-type.ts';

type Files = readonly SessionFile[];

/** The same file in the new list: by its run or its name, else, when it was renamed, by when it was made. */
const indexOfSame = (file: SessionFile, before: Files, after: Files): number => {
  if (file.run_id !== null) return after.findIndex(({ run_id }) => run_id === file.run_id);
  const named = after.findIndex(({ filename }) => filename === file.filename);
  if (named !== -1) return named;
  const known = new Set(before.map(({ filename }) => filename));
  return after.findIndex(
    ({ filename, created_at }) => created_at === file.created_at && !known.has(filename),
  );
};

export type Rename = { readonly from: string; readonly to: string };

/** The strategy files that have another name in `after` than they had in `before`. */
export const renamesOf = (before: Files, after: Files): Rename[] => {
  const files = filesOfType(after, 'strategy');
  const old = filesOfType(before, 'strategy');
  return old.flatMap((file) => {
    const to = files[indexOfSame(file, old, files)]?.filename;
    return to === undefined || to === file.filename ? [] : [{ from: file.filename, to }];
  });
};

const isOfFolder = (item: Item): item is FolderItem =>
  item.kind === 'strategy-data' || item.kind === 'folder' || item.kind === 'folder-file';

const folderIndexOf = (item: FolderItem): number | null =>
  item.kind === 'folder-file' ? item.folderIndex : item.index;

const placedAt = (item: FolderItem, place: number): FolderItem =>
  item.kind === 'folder-file' ? { ...item, folderIndex: place } : { ...item, index: place };

/**
 * The item that an address means: at the place where its run stands now. One without a run gets the run at its place.
 * Null when there is no such folder.
 */
export const placedItem = (item: Item, files: Files): Item | null => {
  if (!isOfFolder(item) || folderIndexOf(item) === null) return item;
  const folders = filesOfType(files, 'backtest_folder');
  const place =
    item.run === undefined
      ? (folderIndexOf(item) ?? -1)
      : folders.findIndex(({ run_id }) => run_id === item.run);
  const folder = folders[place];
  if (!folder) return null;
  return { ...placedAt(item, place), ...(folder.run_id !== null && { run: folder.run_id }) };
};

/**
 * The item that shows in `after` what `item` showed in `before`, both a chat's files. The item itself when it counts
 * nothing or stands where it stood; null when what it showed is gone.
 */
export const followItem = (item: Item | null, before: Files, after: Files): Item | null => {
  if (item === null || !(item.kind === 'strategy' || isOfFolder(item))) return item;
  const type = item.kind === 'strategy' ? 'strategy' : 'backtest_folder';
  const from = item.kind === 'strategy' ? item.index : folderIndexOf(item);
  if (from === null) return item;
  const old = filesOfType(before, type);
  const file = old[from];
  // It showed nothing: there is nothing to follow.
  if (!file) return item;
  const to = indexOfSame(file, old, filesOfType(after, type));
  if (to === from) return item;
  if (to === -1) return null;
  return item.kind === 'strategy' ? { ...item, index: to } : placedAt(item, to);
};
