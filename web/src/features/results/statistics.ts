// Arranges a run's statistics for reading: groups in a fixed order, labels in plain words, each number in its unit.
import { dataNumber } from '../../lib/format.ts';
import { GROUPS, type Known } from './statistics-labels.ts';
import { isRecord, type StatisticGroup, type StatisticLine, tablesOf } from './statistics-tables.ts';

/** `max_drawdown` as words. */
export const plainWords = (key: string): string => {
  const words = key.replaceAll(/[_.]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const written = (value: unknown, write?: Known[1]): string => {
  if (value === null || value === undefined) return '—';
  if (write) return write(value);
  if (typeof value === 'number') return dataNumber(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length === 0) return 'None';
  return JSON.stringify(value);
};

/** Nested figures get the key of their parent in front: `benchmark.cagr`. */
const flattened = (statistics: Record<string, unknown>, prefix = ''): [string, unknown][] =>
  Object.entries(statistics).flatMap(([key, value]): [string, unknown][] =>
    isRecord(value) && prefix === '' ? flattened(value, `${key}.`) : [[prefix + key, value]],
  );

const lineOf = (key: string, value: unknown, known?: Known): StatisticLine => ({
  key,
  label: known?.[0] ?? plainWords(key),
  text: written(value, known?.[1]),
});

/** Every statistic once: the known ones in their groups, what is new under 'More'. Null is written as a dash. */
export const groupsOf = (statistics: Record<string, unknown>): StatisticGroup[] => {
  const { tables, rest } = tablesOf(statistics);
  const left = new Map(flattened(rest));
  const take = (title: string, keys: readonly string[], knownOf: (key: string) => Known | undefined) => {
    const lines = keys.filter((key) => left.has(key)).map((key) => lineOf(key, left.get(key), knownOf(key)));
    for (const { key } of lines) left.delete(key);
    return { title, lines };
  };
  const groups = GROUPS.map(([title, known]) => take(title, Object.keys(known), (key) => known[key]));
  const more = take('More', [...left.keys()], () => undefined);
  return [...groups, ...tables, more].filter(({ lines }) => lines.length > 0);
};

/** A JSON object, or null when the text is none. */
export const recordOf = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
};
