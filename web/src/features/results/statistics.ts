// Arranges a run's statistics for reading: groups in a fixed order, labels in plain words, each number in its unit.
import { dataNumber, money, percent, ratio, shortDate, wholeNumber } from '../../lib/format.ts';

export type StatisticLine = { readonly key: string; readonly label: string; readonly text: string };
export type StatisticGroup = { readonly title: string; readonly lines: readonly StatisticLine[] };

type Write = (value: unknown) => string;
type Known = readonly [label: string, write: Write];

const day: Write = (value) => shortDate(String(value ?? ''));
const days: Write = (value) => (typeof value === 'number' ? `${wholeNumber(value)} days` : '—');

const GROUPS: readonly (readonly [title: string, lines: Readonly<Record<string, Known>>])[] = [
  ['Period', { start: ['Start', day], end: ['End', day], bars: ['Bars', wholeNumber] }],
  [
    'Return',
    {
      initial_value: ['Initial value', money],
      final_value: ['Final value', money],
      total_return: ['Total return', percent],
      cagr: ['CAGR', percent],
      best_day: ['Best day', percent],
      worst_day: ['Worst day', percent],
      win_rate: ['Days with a gain', percent],
    },
  ],
  [
    'Risk',
    {
      volatility: ['Volatility (annual)', percent],
      max_drawdown: ['Max drawdown', percent],
      max_drawdown_duration_days: ['Longest drawdown', days],
      ulcer_index: ['Ulcer index', percent],
      var_95: ['Value at risk 95 (day)', percent],
      cvar_95: ['Expected shortfall 95 (day)', percent],
      skewness: ['Skewness', ratio],
      kurtosis: ['Kurtosis (excess)', ratio],
    },
  ],
  [
    'Ratios',
    {
      sharpe_ratio: ['Sharpe ratio', ratio],
      sortino_ratio: ['Sortino ratio', ratio],
      calmar_ratio: ['Calmar ratio', ratio],
      omega: ['Omega ratio', ratio],
      periods_per_year: ['Periods a year', wholeNumber],
      risk_free_rate: ['Risk-free rate', percent],
    },
  ],
  [
    'Trading',
    {
      rebalances: ['Rebalances', wholeNumber],
      fills: ['Trades', wholeNumber],
      turnover: ['Turnover (portfolios)', ratio],
      turnover_per_year: ['Turnover a year', ratio],
      fees_paid: ['Fees paid', money],
      time_in_market: ['Time in market', percent],
      average_exposure: ['Average exposure', percent],
    },
  ],
];

const BENCHMARK_TITLE = 'Compared with buying and holding BTC';
const BENCHMARK: Readonly<Record<string, Known>> = {
  alpha: ['Alpha (annual)', percent],
  beta: ['Beta', ratio],
  correlation: ['Correlation', ratio],
  information_ratio: ['Information ratio', ratio],
  tracking_error: ['Tracking error', percent],
  name: ['Benchmark', String],
  ...Object.assign({}, ...GROUPS.map(([, lines]) => lines)),
};

/** `max_drawdown` as words. */
export const plainWords = (key: string): string => {
  const words = key.replaceAll(/[_.]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const written = (value: unknown, write?: Write): string => {
  if (value === null || value === undefined) return '—';
  if (write) return write(value);
  if (typeof value === 'number') return dataNumber(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length === 0) return 'None';
  return JSON.stringify(value);
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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

const BENCHMARK_KEY = /^benchmark[._]/;

/** Every statistic once: the known ones in their groups, what is new under 'More'. Null is written as a dash. */
export const groupsOf = (statistics: Record<string, unknown>): StatisticGroup[] => {
  const left = new Map(flattened(statistics));
  const take = (title: string, keys: readonly string[], knownOf: (key: string) => Known | undefined) => {
    const lines = keys.filter((key) => left.has(key)).map((key) => lineOf(key, left.get(key), knownOf(key)));
    for (const { key } of lines) left.delete(key);
    return { title, lines };
  };
  const groups = GROUPS.map(([title, known]) => take(title, Object.keys(known), (key) => known[key]));
  const compared = take(
    BENCHMARK_TITLE,
    [...left.keys()].filter((key) => BENCHMARK_KEY.test(key) || key in BENCHMARK),
    (key) => {
      const bare = key.replace(BENCHMARK_KEY, '');
      const known = BENCHMARK[bare];
      return known && bare !== key && bare !== 'name' ? [`BTC: ${known[0]}`, known[1]] : known;
    },
  );
  const more = take('More', [...left.keys()], () => undefined);
  return [...groups, compared, more].filter(({ lines }) => lines.length > 0);
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
