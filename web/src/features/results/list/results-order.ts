// Which results a list shows, and in which order.
import { type ResultFacts, type SessionFile, TIMEFRAME_LABELS } from '@tradeium/contracts';
import { resultName } from '../../../lib/result-facts.ts';

export const ORDERS = ['created', 'name', 'total_return', 'cagr', 'max_drawdown', 'sharpe_ratio'] as const;
export type OrderBy = (typeof ORDERS)[number];
export type Order = { readonly by: OrderBy; readonly isDescending: boolean };

/** The newest first. */
export const FIRST_ORDER: Order = { by: 'created', isDescending: true };

/** A choice of the same column turns it round; figures begin with the highest, names with A. */
export const orderAfter = (order: Order, by: OrderBy): Order => ({
  by,
  isDescending: order.by === by ? !order.isDescending : by !== 'name',
});

const comparedBy = (by: Exclude<OrderBy, 'name'>, file: SessionFile): number | null =>
  by === 'created' ? file.created_at : (file.result?.[by] ?? null);

/** Returns of different ranges are compared by the year; without any of a year there is nothing to show. */
export const areRangesUneven = (results: readonly SessionFile[]): boolean => {
  const known = results.flatMap(({ result }) => result ?? []);
  const ranges = new Set(known.map(({ start_date, end_date }) => `${start_date}/${end_date}`));
  return ranges.size > 1 && known.some(({ cagr }) => typeof cagr === 'number');
};

/** Results without the figure come last either way. */
export const sortedResults = (
  results: readonly SessionFile[],
  { by, isDescending }: Order,
): readonly SessionFile[] => {
  const sign = isDescending ? -1 : 1;
  return results.toSorted((a, b) => {
    if (by === 'name') return sign * resultName(a).localeCompare(resultName(b), 'en');
    const [one, other] = [comparedBy(by, a), comparedBy(by, b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  });
};

const wordsOf = ({ portfolio, timeframe, start_date, end_date, strategy }: ResultFacts): string[] => [
  strategy,
  ...portfolio,
  timeframe,
  TIMEFRAME_LABELS[timeframe],
  start_date,
  end_date,
];

/** Those in which every typed word occurs: in name, strategy, coins, interval or dates. */
export const searchedResults = (results: readonly SessionFile[], typed: string): readonly SessionFile[] => {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return results;
  return results.filter((file) => {
    const text = [resultName(file), ...(file.result ? wordsOf(file.result) : [])].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
};
