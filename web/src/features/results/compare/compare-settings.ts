// The settings in which results differ.
import { settingsLines } from '../files/settings-lines.ts';
import type { Row } from '../statistics/statistics-tables.ts';

export type SettingRow = { readonly key: string; readonly label: string; readonly texts: readonly string[] };

/** Values that follow from other settings, or are no settings at all. */
const LEFT_OUT: readonly string[] = ['notes', 'prints', 'settings_sha256', 'candles_sha256', 'code_sha256'];

/** One row for each setting that is not the same in all of them; a dash where one has none. */
export const differingSettings = (settings: readonly Row[]): SettingRow[] => {
  const all = settings.map((one) => new Map(settingsLines(one).map((line) => [line.key, line])));
  const keys = [...new Set(all.flatMap((lines) => [...lines.keys()]))];
  return keys
    .filter((key) => !LEFT_OUT.includes(key))
    .map((key) => ({
      key,
      label: all.find((lines) => lines.has(key))?.get(key)?.label ?? key,
      texts: all.map((lines) => lines.get(key)?.text ?? '—'),
    }))
    .filter(({ texts }) => new Set(texts).size > 1);
};
