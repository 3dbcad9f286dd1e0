// What a deployment paid for the coins that it holds: the average cost, fees included.
import { QUOTE_CURRENCY } from '@tradeium/contracts';

type Amounts = {
  readonly filled: string;
  readonly quoteFilled: string;
  readonly fees: Readonly<Record<string, string>>;
};
type Trade = { readonly coin: string; readonly side: 'buy' | 'sell' };

/** Bought by the deployment and not sold yet. */
export type Entry = { readonly quantity: number; readonly costUsdt: number };
export type Entries = Readonly<Record<string, Entry>>;

const NONE: Entry = { quantity: 0, costUsdt: 0 };

const feeIn = ({ fees }: Amounts, asset: string): number => Number(fees[asset] ?? 0);

/** What is left keeps its average cost. */
const reduced = ({ quantity, costUsdt }: Entry, left: number): Entry =>
  left <= 0 || quantity <= 0 ? NONE : { quantity: left, costUsdt: costUsdt * (left / quantity) };

/** After an order that was known as `before` turns out to be `after`. Fees in other assets are not counted. */
export const withTraded = (
  entries: Entries,
  { coin, side }: Trade,
  before: Amounts,
  after: Amounts,
): Entries => {
  const entry = entries[coin] ?? NONE;
  const more = (of: (amounts: Amounts) => number) => of(after) - of(before);
  const quantity = more((amounts) => Number(amounts.filled));
  const coinFee = more((amounts) => feeIn(amounts, coin));
  if (side === 'sell')
    return { ...entries, [coin]: reduced(entry, entry.quantity - Math.max(0, quantity + coinFee)) };
  const cost = more((amounts) => Number(amounts.quoteFilled) + feeIn(amounts, QUOTE_CURRENCY));
  return {
    ...entries,
    [coin]: { quantity: entry.quantity + quantity - coinFee, costUsdt: entry.costUsdt + cost },
  };
};

/** Coins that others took away have no entry; those that others brought never had one. */
export const withHeld = (entries: Entries, holdings: Readonly<Record<string, string>>): Entries =>
  Object.fromEntries(
    Object.entries(entries).map(([coin, entry]) => [
      coin,
      reduced(entry, Math.min(entry.quantity, Number(holdings[coin] ?? 0))),
    ]),
  );

/** What the coins of the deployment have gained at a price; null without any. */
export const gainOf = (
  entry: Entry | undefined,
  held: number,
  price: number | null,
): { readonly average: number; readonly gain: number; readonly percent: number } | null => {
  if (!entry || entry.quantity <= 0 || entry.costUsdt <= 0 || price === null) return null;
  const average = entry.costUsdt / entry.quantity;
  const gain = Math.min(held, entry.quantity) * (price - average);
  return { average, gain, percent: 100 * (price / average - 1) };
};
