// Finds a decision of a strategy in its file of target weights.
import { type Table, tableFromIPC } from 'apache-arrow';

/** By coin; null: there is no decision. */
export type DecidedWeights = Readonly<Record<string, number>> | null;

/** The weights of a bar; null when one of them is not a number. */
const rowOf = (table: Table, row: number, coins: readonly string[]): DecidedWeights => {
  const weights = Object.fromEntries(
    coins.map((coin) => [coin, Number(table.getChild(coin)?.get(row) ?? Number.NaN)]),
  );
  return Object.values(weights).some(Number.isNaN) ? null : weights;
};

/** The newest decision of a bar and those before it, back to `oldest`; both are rows. */
export const decisionUpTo = (
  bytes: Uint8Array,
  row: number,
  coins: readonly string[],
  oldest: number,
): { readonly weights: DecidedWeights; readonly row: number } => {
  const table = tableFromIPC(bytes);
  for (let each = row; each >= Math.max(0, oldest); each -= 1) {
    const weights = rowOf(table, each, coins);
    if (weights) return { weights, row: each };
  }
  return { weights: null, row };
};
