// The figures of several results in the same rows, the best and the worst of each row marked.
import { signedPercent } from '../../../lib/format.ts';
import { isWeekly, periodWords } from '../statistics/period-words.ts';
import { GROUPS } from '../statistics/statistics-labels.ts';
import { isRecord, type Row, spanOf } from '../statistics/statistics-tables.ts';
import { BASE, type Rebased } from './compare-curves.ts';
import type { Compared } from './compared.ts';

type Better = 'higher' | 'lower' | 'neither';

/** What is compared, in the order of reading, and which end of it is the better one. */
const COMPARED: readonly (readonly [key: string, better: Better])[] = [
  ['total_return', 'higher'],
  ['cagr', 'higher'],
  ['volatility', 'lower'],
  ['max_drawdown', 'higher'],
  ['max_drawdown_duration_days', 'lower'],
  ['sharpe_ratio', 'higher'],
  ['sortino_ratio', 'higher'],
  ['calmar_ratio', 'higher'],
  ['omega', 'higher'],
  ['ulcer_index', 'lower'],
  ['win_rate', 'higher'],
  ['worst_month', 'higher'],
  ['positions.win_rate', 'higher'],
  ['positions.profit_factor', 'higher'],
  ['fills', 'neither'],
  ['turnover_per_year', 'neither'],
  ['fees_paid', 'lower'],
  ['time_in_market', 'neither'],
  ['final_value', 'neither'],
];

/** They grow with the length of a run, so none is better or worse where the periods differ. */
const GROWING: readonly string[] = [
  ...['total_return', 'max_drawdown', 'max_drawdown_duration_days', 'worst_month', 'fees_paid'],
];

const KNOWN = new Map(GROUPS.flatMap(([, lines]) => Object.entries(lines)));
/** Labels that need their group's title to be understood. */
const LABELS: Readonly<Record<string, string>> = {
  'positions.win_rate': 'Win rate (positions)',
  'positions.profit_factor': 'Profit factor (positions)',
};

export type Mark = 'best' | 'worst' | null;
export type MetricRow = {
  readonly key: string;
  readonly label: string;
  readonly cells: readonly { readonly text: string; readonly mark: Mark }[];
};

const figureIn = (statistics: Row, key: string): number => {
  const [first = '', second] = key.split('.');
  const value = statistics[first];
  const found = second === undefined ? value : isRecord(value) ? value[second] : null;
  return typeof found === 'number' ? found : Number.NaN;
};

/** Nothing is marked where all are written alike, or where neither end is better. */
const marksOf = (values: readonly number[], texts: readonly string[], better: Better): Mark[] => {
  const known = values.filter(Number.isFinite);
  const areAlike = new Set(texts.filter((_, place) => Number.isFinite(values[place]))).size < 2;
  if (better === 'neither' || areAlike) return values.map(() => null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const [best, worst] = better === 'higher' ? [high, low] : [low, high];
  return values.map((value) => (value === best ? 'best' : value === worst ? 'worst' : null));
};

type Figures = readonly Pick<Compared, 'statistics' | 'criticalFindings'>[];

/** A result that must not be trusted is neither the best nor the worst. */
const cellsOf = (compared: Figures, values: readonly number[], texts: readonly string[], better: Better) => {
  const trusted = values.map((value, place) => (compared[place]?.criticalFindings ? Number.NaN : value));
  const marks = marksOf(trusted, texts, better);
  return texts.map((text, place) => ({ text, mark: marks[place] ?? null }));
};

/** Weeks begin on Mondays: those of a range may begin and end this far from its days. */
const WEEK_SLACK_MS = 6 * 86_400_000;

const isSamePeriod = (one: Row, other: Row): boolean => {
  const [a, b] = [spanOf(one), spanOf(other)];
  if (!a || !b) return true;
  const slackMs = isWeekly(one) === isWeekly(other) ? 0 : WEEK_SLACK_MS;
  return Math.abs(a.start - b.start) <= slackMs && Math.abs(a.end - b.end) <= slackMs;
};

/** Whether they judge different days; not where one does not say which. */
export const hasDifferentPeriods = (compared: Figures): boolean =>
  compared.some(({ statistics }) => compared.some((other) => !isSamePeriod(statistics, other.statistics)));

/** The return over the days that all of them have; null where some of them share none, or have no curve. */
export const sharedReturnRow = ({ isShared, lines }: Rebased, compared: Figures): MetricRow | null => {
  if (!isShared || lines.length !== compared.length) return null;
  const values = lines.map(({ values: line }) => (line.at(-1) ?? Number.NaN) / BASE - 1);
  const texts = values.map(signedPercent);
  const cells = cellsOf(compared, values, texts, 'higher');
  return { key: 'shared_return', label: 'Return over shared days', cells };
};

/** Rows of figures that at least one of the results has. */
export const metricRows = (compared: Figures): MetricRow[] => {
  const isUneven = hasDifferentPeriods(compared);
  return COMPARED.flatMap(([key, better]) => {
    const [label = key, write = String] = KNOWN.get(key) ?? [];
    const values = compared.map(({ statistics }) => figureIn(statistics, key));
    if (!values.some(Number.isFinite)) return [];
    const texts = values.map((value) => write(value));
    const words = periodWords(compared[0]?.statistics ?? {});
    return [
      {
        key,
        label: words(LABELS[key] ?? label),
        cells: cellsOf(compared, values, texts, isUneven && GROWING.includes(key) ? 'neither' : better),
      },
    ];
  });
};
