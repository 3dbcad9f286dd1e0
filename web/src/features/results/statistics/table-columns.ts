// The columns of the tables among a run's statistics.
import { percent, ratio, shortDate, signedPercent, wholeNumber } from '../../../lib/format.ts';
import type { Column } from './figures-table.tsx';
import { MEANINGS } from './statistics-meanings.ts';

const date = (value: unknown): string => shortDate(String(value ?? ''));

export const DRAWDOWN_COLUMNS: readonly Column[] = [
  { key: 'peak', label: 'Peak', write: date },
  { key: 'trough', label: 'Trough', write: date },
  { key: 'recovery', label: 'Recovery', write: (value) => (value ? date(value) : 'not yet') },
  { key: 'depth', label: 'Depth', write: percent },
  { key: 'days', label: 'Days', write: wholeNumber },
];

export const COIN_COLUMNS: readonly Column[] = [
  { key: 'coin', label: 'Coin', write: String },
  {
    key: 'contribution',
    label: 'Contribution',
    write: signedPercent,
    meaning: MEANINGS['coins.contribution'],
  },
  { key: 'profit', label: 'Profit (USDT)', write: ratio, meaning: MEANINGS['coins.profit'] },
  {
    key: 'average_weight',
    label: 'Average weight',
    write: percent,
    meaning: MEANINGS['coins.average_weight'],
  },
  { key: 'fills', label: 'Trades', write: wholeNumber },
  { key: 'turnover', label: 'Traded ÷ value', write: ratio, meaning: MEANINGS['coins.turnover'] },
  { key: 'fees_paid', label: 'Fees (USDT)', write: ratio },
];
