// The figures of several results in the same rows, the best and the worst of each row marked.
import { percent, signedPercent } from '../../../lib/format.ts';
import type { Held } from '../../../lib/returns/held-return.ts';
import { heldCoins } from '../statistics/held-coins.ts';
import { periodWords } from '../statistics/period-words.ts';
import { GROUPS } from '../statistics/statistics-labels.ts';
import { isRecord } from '../statistics/statistics-tables.ts';
import { type Aspect, type Basis, capitalOf, differingAspects } from './comparable.ts';
import { BASE, type Rebased } from './compare-curves.ts';
import type { Compared } from './compared.ts';

type Better = 'higher' | 'lower' | 'neither';

/**
 * The compared figures, in the order of reading, their better end, and what each depends on. Whatever has a better end
 * depends on the period: another market judges no strategy, also where the figure is of a year.
 */
const COMPARED: readonly (readonly [key: string, better: Better, dependsOn?: readonly Aspect[]])[] = [
  ['total_return', 'higher', ['period']],
  ['cagr', 'higher', ['period']],
  ['volatility', 'lower', ['period']],
  ['max_drawdown', 'higher', ['period']],
  ['max_drawdown_duration_days', 'lower', ['period']],
  ['sharpe_ratio', 'higher', ['period']],
  ['deflated_sharpe_ratio', 'higher', ['period']],
  ['trials', 'neither'],
  ['sortino_ratio', 'higher', ['period']],
  ['calmar_ratio', 'higher', ['period']],
  ['omega', 'higher', ['period', 'returns']],
  ['ulcer_index', 'lower', ['period']],
  ['win_rate', 'higher', ['period', 'returns']],
  ['worst_month', 'higher', ['period']],
  ['positions.win_rate', 'higher', ['period']],
  ['positions.profit_factor', 'higher', ['period']],
  ['fills', 'neither', ['period', 'interval']],
  ['turnover_per_year', 'neither'],
  ['fees_share', 'lower', ['period']],
  ['time_in_market', 'neither'],
  ['final_value', 'neither', ['capital', 'period']],
];

const KNOWN = new Map([
  ...GROUPS.flatMap(([, lines]) => Object.entries(lines)),
  ['fees_share', ['Fees (share of the starting capital)', percent]] as const,
]);
/** Labels that need their group's title to be understood. */
const LABELS: Readonly<Record<string, string>> = {
  'positions.win_rate': 'Win rate (positions)',
  'positions.profit_factor': 'Profit factor (positions)',
};

export type Mark = 'best' | 'worst' | null;
export type MetricRow = {
  readonly key: string;
  readonly label: string;
  /** In what the results differ that its figures depend on: with any of these they cannot be compared. */
  readonly differing: readonly Aspect[];
  readonly cells: readonly MetricCell[];
};
export type MetricCell = {
  /** NaN where a result does not have it. */
  readonly value: number;
  readonly text: string;
  readonly mark: Mark;
  /** Of a return: what holding would have returned; null where that is not known. */
  readonly held?: Held | null;
};

const figureIn = ({ statistics, settings }: Basis, key: string): number => {
  if (key === 'fees_share')
    return Number(statistics.fees_paid ?? Number.NaN) / capitalOf({ statistics, settings });
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
  // Equal texts are marked alike.
  const endText = (end: number) => texts[values.indexOf(end)];
  return values.map((value, place) => {
    if (!Number.isFinite(value)) return null;
    return texts[place] === endText(best) ? 'best' : texts[place] === endText(worst) ? 'worst' : null;
  });
};

type Figures = readonly Pick<Compared, 'statistics' | 'settings' | 'criticalFindings'>[];

/** A result that must not be trusted is neither the best nor the worst. */
const cellsOf = (compared: Figures, values: readonly number[], texts: readonly string[], better: Better) => {
  const trusted = values.map((value, place) => (compared[place]?.criticalFindings ? Number.NaN : value));
  const marks = marksOf(trusted, texts, better);
  return texts.map((text, place) => ({
    text,
    value: values[place] ?? Number.NaN,
    mark: marks[place] ?? null,
  }));
};

/** Returns stand next to those of holding. */
const withHeld = (cells: readonly MetricCell[], held: readonly (Held | null)[]): MetricCell[] =>
  cells.map((cell, place) => ({ ...cell, held: held[place] ?? null }));

/**
 * The return over the days that all of them have, next to what holding returned over these; null where some of them share
 * none, or have no curve.
 */
export const sharedReturnRow = (
  { isShared, lines }: Rebased,
  compared: Figures,
  held: readonly (Held | null)[],
): MetricRow | null => {
  if (!isShared || lines.length !== compared.length) return null;
  const values = lines.map(({ values: line }) => (line.at(-1) ?? Number.NaN) / BASE - 1);
  const texts = values.map(signedPercent);
  const cells = withHeld(cellsOf(compared, values, texts, 'higher'), held);
  return { key: 'shared_return', label: 'Return over shared days', differing: [], cells };
};

/** The returns behind a figure are days of one result, and weeks of another. */
const mixedWords = (text: string): string => text.replace('{days}', 'days or weeks');

/** Rows of figures that at least one of the results has. */
export const metricRows = (compared: Figures): MetricRow[] => {
  const aspects = differingAspects(compared);
  const words = aspects.includes('returns') ? mixedWords : periodWords(compared[0]?.statistics ?? {});
  return COMPARED.flatMap(([key, better, dependsOn = []]) => {
    const [label = key, write = String] = KNOWN.get(key) ?? [];
    const values = compared.map((one) => figureIn(one, key));
    if (!values.some(Number.isFinite)) return [];
    const texts = values.map((value) => write(value));
    const differing = aspects.filter((aspect) => dependsOn.includes(aspect));
    const marked = cellsOf(compared, values, texts, differing.length > 0 ? 'neither' : better);
    const cells =
      key === 'total_return' || key === 'cagr'
        ? withHeld(
            marked,
            compared.map(({ statistics }) => heldCoins(statistics, key)),
          )
        : marked;
    return [{ key, label: words(LABELS[key] ?? label), differing, cells }];
  });
};
