// Arranges a run's statistics for reading: groups in a fixed order, labels in plain words, each number in its unit.

import { counted, dataNumber } from '../../../lib/format.ts';
import { HOLD_ALL_COINS } from '../../../lib/returns/held-return.ts';
import { periodWords } from './period-words.ts';
import { GROUPS, type Known, type Labels, PERFORMANCE, RELATION } from './statistics-labels.ts';
import { MEANINGS } from './statistics-meanings.ts';
import { hasBasket, isRecord, type Row, yearOfReturn, yearsCounted } from './statistics-tables.ts';

/** A figure's name, and what it means when that is known. */
type Named = { readonly key: string; readonly label: string; readonly meaning: string | undefined };
export type StatisticLine = Named & { readonly text: string };
export type StatisticGroup = { readonly title: string; readonly lines: readonly StatisticLine[] };

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

/** Nested figures get the key of their parent in front: `positions.closed`. */
const flattened = (statistics: Row, prefix = ''): [string, unknown][] =>
  Object.entries(statistics).flatMap(([key, value]): [string, unknown][] =>
    isRecord(value) && prefix === '' ? flattened(value, `${key}.`) : [[prefix + key, value]],
  );

/** A year's return with its year: a partial one is not a fair best or worst. */
const withYear = (text: string, statistics: Row, value: unknown): string => {
  const found = yearOfReturn(statistics, value);
  return found ? `${text} (${found.year}${found.isPartial ? ', partial' : ''})` : text;
};

/** A figure that counts calendar years says how many the run covers only in part: a year of CAGR, which counts days, is another. */
const withYears = (text: string, statistics: Row): string => {
  const found = yearsCounted(statistics);
  return found && found.partial > 0
    ? `${text} (of ${counted(found.years, 'calendar year', 'calendar years')}, ${found.partial} partial)`
    : text;
};

/** Figures of years say which, or of how many. */
const WITH_YEARS: Readonly<Record<string, typeof withYear>> = {
  best_year: withYear,
  worst_year: withYear,
  expected_yearly_return: withYears,
  yearly_win_rate: withYears,
};

/** A figure that is missing for a reason which has a word. */
const MISSING: Readonly<Record<string, (statistics: Row) => string | null>> = {
  // Both lack it for returns that say nothing; it alone for a Sharpe ratio that luck reaches.
  minimum_track_record_length: ({ probabilistic_sharpe_ratio: probability }) =>
    typeof probability === 'number' ? 'Never' : null,
};

type Words = ReturnType<typeof periodWords>;

/** `label`: as it stands among the labels; without it the key is put into words. */
const named = (key: string, label: string | undefined, words: Words): Named => ({
  key,
  label: label === undefined ? plainWords(key) : words(label),
  meaning: MEANINGS[key] && words(MEANINGS[key]),
});

/** Statistics shown outside the groups: findings, tables and the comparison. */
const ELSEWHERE: readonly string[] = [
  'findings',
  'curves',
  'worst_drawdowns',
  'coins',
  'monthly_returns',
  'benchmark',
  'basket',
  'relative_to_basket',
  ...Object.keys(RELATION),
];

/** Every other statistic once: known ones in their groups, new ones under 'More'. Null is a dash. */
export const groupsOf = (statistics: Row): StatisticGroup[] => {
  const rest = Object.entries(statistics).filter(([key]) => !ELSEWHERE.includes(key));
  const left = new Map(flattened(Object.fromEntries(rest)));
  const words = periodWords(statistics);
  const take = (title: string, keys: readonly string[], knownOf: (key: string) => Known | undefined) => {
    const lines = keys
      .filter((key) => left.has(key))
      .map((key) => {
        const [label, write] = knownOf(key) ?? [];
        const text = written(left.get(key), write);
        const value = left.get(key);
        return {
          ...named(key, label, words),
          text:
            value === null
              ? (MISSING[key]?.(statistics) ?? text)
              : (WITH_YEARS[key]?.(text, statistics, value) ?? text),
        };
      });
    for (const { key } of lines) left.delete(key);
    return { title: words(title), lines };
  };
  const groups = GROUPS.map(([title, known]) => take(title, Object.keys(known), (key) => known[key]));
  const more = take('More', [...left.keys()], () => undefined);
  return [...groups, more].filter(({ lines }) => lines.length > 0);
};

export type ComparisonRow = Named & {
  /** One for each column; null where a figure has no meaning. */
  readonly cells: readonly (string | null)[];
};
export type Comparison = {
  readonly columns: readonly string[];
  readonly performance: readonly ComparisonRow[];
  /** The run against each column but its own. */
  readonly relation: readonly ComparisonRow[];
};

/** The run and what could have been held instead; null when it was compared with nothing. */
export const comparisonOf = (statistics: Row): Comparison | null => {
  const { benchmark, basket, relative_to_basket: toBasket } = statistics;
  const held = [
    { figures: benchmark, relation: statistics, name: (name: unknown) => `Hold ${name ?? 'BTC'}` },
    {
      figures: hasBasket(statistics) ? basket : null,
      relation: toBasket,
      name: () => HOLD_ALL_COINS,
    },
  ].filter((one): one is typeof one & { figures: Row } => isRecord(one.figures));
  if (held.length === 0) return null;
  const words = periodWords(statistics);
  const rows = (labels: Labels, cellsOf: (key: string, write: Known[1]) => (string | null)[]) =>
    Object.entries(labels).map(([key, [label, write]]) => ({
      ...named(key, label, words),
      cells: cellsOf(key, write),
    }));
  return {
    columns: ['Strategy', ...held.map(({ figures, name }) => name(figures.name))],
    performance: rows(PERFORMANCE, (key, write) => [
      written(statistics[key], write),
      ...held.map(({ figures }) => written(figures[key], write)),
    ]),
    relation: rows(RELATION, (key, write) => [
      null,
      ...held.map(({ relation }) => written(isRecord(relation) ? relation[key] : null, write)),
    ]),
  };
};

/** A JSON object, or null when the text is something else. */
export const recordOf = (text: string): Row | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
};
