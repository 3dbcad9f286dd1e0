// A deployment's payments for the coins that it holds: the average cost, fees included.
import { QUOTE_CURRENCY } from '@tradeium/contracts';

type ByAsset = Readonly<Record<string, string>>;
type Amounts = {
  readonly filled: string;
  readonly quoteFilled: string;
  readonly fees: ByAsset;
  /** In USDT, of other assets in which fees were paid. */
  readonly feePrices?: ByAsset | undefined;
};
type Trade = { readonly coin: string; readonly side: 'buy' | 'sell' };

/** Bought by the deployment and not sold yet. */
export type Entry = {
  readonly quantity: number;
  readonly costUsdt: number;
  /** Assets in which fees were paid that the cost leaves out: their price was not known. */
  readonly unpricedFees?: readonly string[];
};
export type Entries = Readonly<Record<string, Entry>>;

const NONE: Entry = { quantity: 0, costUsdt: 0 };

const feeIn = ({ fees }: Amounts, asset: string): number => Number(fees[asset] ?? 0);

/** The remaining part keeps its average cost. */
const reduced = (entry: Entry, left: number): Entry =>
  left <= 0 || entry.quantity <= 0
    ? NONE
    : { ...entry, quantity: left, costUsdt: entry.costUsdt * (left / entry.quantity) };

/** Paid in something else than USDT and the coin, such as the exchange's own coin. */
const otherFees = ({ fees }: Amounts, coin: string): string[] =>
  Object.keys(fees).filter(
    (asset) => asset !== coin && asset !== QUOTE_CURRENCY && Number(fees[asset]) !== 0,
  );

const otherFeesUsdt = (amounts: Amounts, coin: string): number =>
  otherFees(amounts, coin).reduce(
    (sum, asset) => sum + feeIn(amounts, asset) * Number(amounts.feePrices?.[asset] ?? 0),
    0,
  );

/** A coin that pays a fee leaves the account like one that is sold. */
const withFeesPaid = (entries: Entries, coin: string, before: Amounts, after: Amounts): Entries => {
  const paid = otherFees(after, coin).flatMap((asset): [string, Entry][] => {
    const entry = entries[asset];
    const fee = Math.max(0, feeIn(after, asset) - feeIn(before, asset));
    return entry ? [[asset, reduced(entry, entry.quantity - fee)]] : [];
  });
  return { ...entries, ...Object.fromEntries(paid) };
};

/** After an order that was known as `before` turns out to be `after`. */
export const withTraded = (
  known: Entries,
  { coin, side }: Trade,
  before: Amounts,
  after: Amounts,
): Entries => {
  const entries = withFeesPaid(known, coin, before, after);
  const entry = entries[coin] ?? NONE;
  const more = (of: (amounts: Amounts) => number) => of(after) - of(before);
  const quantity = more((amounts) => Number(amounts.filled));
  const coinFee = more((amounts) => feeIn(amounts, coin));
  if (side === 'sell')
    return { ...entries, [coin]: reduced(entry, entry.quantity - Math.max(0, quantity + coinFee)) };
  const cost = more(
    (amounts) => Number(amounts.quoteFilled) + feeIn(amounts, QUOTE_CURRENCY) + otherFeesUsdt(amounts, coin),
  );
  const missing = otherFees(after, coin).filter((asset) => after.feePrices?.[asset] === undefined);
  const unpricedFees = [...new Set([...(entry.unpricedFees ?? []), ...missing])].sort();
  const bought = { quantity: entry.quantity + quantity - coinFee, costUsdt: entry.costUsdt + cost };
  return { ...entries, [coin]: { ...bought, ...(unpricedFees.length > 0 && { unpricedFees }) } };
};

/** Coins that others took away have no entry; those that others brought never had one. */
export const withHeld = (entries: Entries, holdings: Readonly<Record<string, string>>): Entries =>
  Object.fromEntries(
    Object.entries(entries).map(([coin, entry]) => [
      coin,
      reduced(entry, Math.min(entry.quantity, Number(holdings[coin] ?? 0))),
    ]),
  );

/** The gain of the deployment's coins at a price; null without any. */
export const gainOf = (
  entry: Entry | undefined,
  held: number,
  price: number | null,
): {
  readonly average: number;
  readonly gain: number;
  readonly percent: number;
  readonly unpricedFees: readonly string[];
} | null => {
  if (!entry || entry.quantity <= 0 || entry.costUsdt <= 0 || price === null) return null;
  const average = entry.costUsdt / entry.quantity;
  const gain = Math.min(held, entry.quantity) * (price - average);
  return { average, gain, percent: 100 * (price / average - 1), unpricedFees: entry.unpricedFees ?? [] };
};
