// A rebalance coin by coin, and what its fills have cost.
import {
  type PreviewRow,
  QUOTE_CURRENCY,
  type RebalancePreview,
  type TradingRebalance,
} from '@tradeium/contracts';

type Drift = RebalancePreview['drift']['before'];

/** USDT is what the coins leave over; a plan without coins says nothing of it. */
const withUsdt = (shares: Drift): Drift => {
  const coins = Object.values(shares);
  if (coins.length === 0 || shares.USDT) return shares;
  const leftOf = (pick: (one: Drift[string]) => number): number =>
    Math.max(0, 1 - coins.reduce((sum, one) => sum + pick(one), 0));
  return {
    ...shares,
    USDT: { weight: leftOf(({ weight }) => weight), target: leftOf(({ target }) => target) },
  };
};

/** By the share that a coin will have, the largest first, as positions are listed. */
export const planRows = ({ rows }: Pick<RebalancePreview, 'rows'>): PreviewRow[] =>
  rows.toSorted((one, other) => other.after - one.after || one.coin.localeCompare(other.coin));

/** Orders as their coins stand in the plan that was shown; others after them. */
export const inPlanOrder = <Sent extends { readonly coin: string }>(
  orders: readonly Sent[],
  coins: readonly string[],
): Sent[] => {
  const place = ({ coin }: Sent): number => (coins.includes(coin) ? coins.indexOf(coin) : coins.length);
  return [...orders].sort((one, other) => place(one) - place(other) || one.coin.localeCompare(other.coin));
};

type Sent = TradingRebalance['orders'][number];

/** The worth of a fee; null where no order of the rebalance says the price of its asset. */
const feeUsdt = (asset: string, fee: number, orders: readonly Sent[]): number | null => {
  if (asset === QUOTE_CURRENCY) return fee;
  const price = orders.find(({ coin, fill_price }) => coin === asset && fill_price !== null)?.fill_price;
  return price == null ? null : fee * price;
};

/**
 * The cost of a rebalance's fills in USDT: fees at the prices of the fills, and how much worse than planned these
 * prices were, negative where they were better. `unvalued`: fees in assets without a price here. Null without fills.
 */
export const paidCost = (
  orders: readonly Sent[],
): { readonly fees: number; readonly prices: number; readonly unvalued: readonly string[] } | null => {
  const filled = orders.filter((order) => Number(order.filled) > 0);
  if (filled.length === 0) return null;
  const fees = filled
    .flatMap((order) => Object.entries(order.fees))
    .filter(([, fee]) => Number(fee) > 0)
    .map(([asset, fee]) => ({ asset, usdt: feeUsdt(asset, Number(fee), filled) }));
  const prices = filled.map((order) => {
    const over = Number(order.quote_filled) - Number(order.filled) * Number(order.price);
    return order.side === 'buy' ? over : -over;
  });
  return {
    fees: fees.reduce((sum, { usdt }) => sum + (usdt ?? 0), 0),
    prices: prices.reduce((sum, one) => sum + one, 0),
    unvalued: [...new Set(fees.filter(({ usdt }) => usdt === null).map(({ asset }) => asset))],
  };
};

/** The part of the portfolio that is not where it belongs: half the sum of all differences, USDT's among them. */
export const driftOf = (drift: Drift): number =>
  Object.values(withUsdt(drift)).reduce((sum, { weight, target }) => sum + Math.abs(weight - target), 0) / 2;
