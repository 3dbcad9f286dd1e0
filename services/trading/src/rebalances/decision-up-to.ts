// Finds a decision of a strategy in its file of target weights.
import { type Table, tableFromIPC } from 'apache-arrow';

/** On its bar a strategy decides, or leaves the portfolio as it is; its newest decision may be of an earlier bar. */
export type DecisionOf = 'bar' | 'newest';

/** By coin; null: there is no decision. */
export type DecidedWeights = Readonly<Record<string, number>> | null;

/** The weights of a bar; null when one of them is not a number. */
const rowOf = (table: Table, row: number, coins: readonly string[]): DecidedWeights => {
  const weights = Object.fromEntries(
    coins.map((coin) => [coin, Number(table.getChild(coin)?.get(row) ?? Number.NaN)]),
  );
  return Object.values(weights).some(Number.isNaN) ? null : weights;
};

/** The bar's own decision, or the newest one up to it. */
export const decisionUpTo = (
  bytes: Uint8Array,
  row: number,
  coins: readonly string[],
  decisionOf: DecisionOf,
): { readonly weights: DecidedWeights; readonly row: number } => {
  const table = tableFromIPC(bytes);
  const oldest = decisionOf === 'bar' ? row : 0;
  for (let each = row; each >= oldest; each -= 1) {
    const weights = rowOf(table, each, coins);
    if (weights) return { weights, row: each };
  }
  return { weights: null, row };
};
