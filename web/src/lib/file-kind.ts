// The kind of a result folder's file, by name, and the display order of files.

export type FileKind = 'settings' | 'statistics' | 'code' | 'table' | 'image' | 'text';

const NAMED: Readonly<Record<string, FileKind>> = {
  Settings: 'settings',
  Statistics: 'statistics',
  Chance: 'statistics',
  Strategy: 'code',
  Table: 'table',
  Trades: 'table',
  Chart: 'image',
};

const BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  json: 'settings',
  py: 'code',
  csv: 'table',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
};

/** How a file is shown. */
export const fileKindOf = (filename: string): FileKind => {
  const extension = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  return NAMED[filename] ?? BY_EXTENSION[extension] ?? 'text';
};

const ORDER: readonly FileKind[] = ['settings', 'statistics', 'code', 'table', 'image', 'text'];

/** Files by type (JSON, Python, CSV, images, others); within a type their order stays. */
export const sortedByKind = <File extends { readonly filename: string }>(files: readonly File[]): File[] =>
  files.toSorted((a, b) => ORDER.indexOf(fileKindOf(a.filename)) - ORDER.indexOf(fileKindOf(b.filename)));
