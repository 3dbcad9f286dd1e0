// The tables among a run's statistics, written as groups of lines: drawdowns, coins, months.
import { money, percent, ratio, shortDate, signedPercent, wholeNumber } from '../../lib/format.ts';

export type StatisticLine = { readonly key: string; readonly label: string; readonly text: string };
export type StatisticGroup = { readonly title: string; readonly lines: readonly StatisticLine[] };

type Row = Record<string, unknown>;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const lines = (
  key: string,
  rows: readonly Row[],
  write: (row: Row) => readonly [label: string, text: string],
) =>
  rows.map((row, index): StatisticLine => {
    const [label, text] = write(row);
    return { key: `${key}.${index}`, label, text };
  });

const date = (value: unknown): string => shortDate(String(value ?? ''));

const drawdowns = (rows: readonly Row[]): StatisticGroup[] => [
  {
    title: 'Worst drawdowns',
    lines: lines('worst_drawdowns', rows, ({ peak, trough, recovery, depth, days }) => [
      `${date(peak)} to ${recovery ? date(recovery) : 'the end'}`,
      `${percent(depth)} on ${date(trough)}, ${wholeNumber(days)} days`,
    ]),
  },
];

const coins = (rows: readonly Row[]): StatisticGroup[] => [
  {
    title: 'Contribution of each coin',
    lines: lines('coins', rows, ({ coin, profit, contribution }) => [
      String(coin),
      `${signedPercent(contribution)} (${money(profit)})`,
    ]),
  },
  {
    title: 'Weight and trading of each coin',
    lines: lines('coins.trading', rows, ({ coin, average_weight, fills, turnover, fees_paid }) => [
      String(coin),
      `${percent(average_weight)} held, ${wholeNumber(fills)} trades, turnover ${ratio(turnover)}, fees ${money(fees_paid)}`,
    ]),
  },
];

const months = (rows: readonly Row[]): StatisticGroup[] =>
  rows.map(({ year, months: returns, total }) => ({
    title: `Returns in ${year}`,
    lines: [
      ...MONTHS.map((label, month) => ({
        key: `monthly_returns.${year}.${month + 1}`,
        label,
        text: signedPercent(Array.isArray(returns) ? returns[month] : null),
      })),
      { key: `monthly_returns.${year}`, label: 'Year', text: signedPercent(total) },
    ],
  }));

const TABLES: Readonly<Record<string, (rows: readonly Row[]) => StatisticGroup[]>> = {
  worst_drawdowns: drawdowns,
  coins,
  monthly_returns: months,
};

/** The known tables as groups, and the statistics without them. */
export const tablesOf = (statistics: Row): { tables: StatisticGroup[]; rest: Row } => {
  const tables: StatisticGroup[] = [];
  const rest: Row = { ...statistics };
  for (const [key, write] of Object.entries(TABLES)) {
    const rows = statistics[key];
    if (!Array.isArray(rows) || rows.length === 0 || !rows.every(isRecord)) continue;
    tables.push(...write(rows));
    delete rest[key];
  }
  return { tables, rest };
};
