// The order of the library's list.
import { EXAMPLES, type Example } from './examples.ts';
import { type Figures, resultOf } from './library-result.ts';

export const LIBRARY_ORDERS = [
  { value: 'listed', label: 'By idea' },
  { value: 'total_return', label: 'Highest return' },
  { value: 'sharpe_ratio', label: 'Highest Sharpe' },
  { value: 'max_drawdown', label: 'Smallest drawdown' },
] as const;

export type LibraryOrder = (typeof LIBRARY_ORDERS)[number]['value'];

const figureOf = ({ id }: Example, key: keyof Omit<Figures, 'curve'>): number =>
  resultOf(id)?.[key] ?? Number.NEGATIVE_INFINITY;

/** The best one first; a drawdown is negative, so the smallest one is the highest. */
export const examplesIn = (order: LibraryOrder): readonly Example[] =>
  order === 'listed' ? EXAMPLES : EXAMPLES.toSorted((a, b) => figureOf(b, order) - figureOf(a, order));
