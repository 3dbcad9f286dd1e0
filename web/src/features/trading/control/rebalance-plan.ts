// A rebalance coin by coin: the share now and after it, the target, and the order or why there is none.
import { QUOTE_CURRENCY, type RebalancePreview, type TradingRebalance } from '@tradeium/contracts';

type Order = RebalancePreview['orders'][number];
type Skipped = RebalancePreview['skipped'][number];
type Drift = RebalancePreview['drift']['before'];

export type PlanRow = {
  readonly coin: string;
  /** Fractions of the portfolio; null where the plan does not say. */
  readonly before: number | null;
  readonly target: number | null;
  readonly after: number | null;
  readonly order: Order | null;
  readonly skipped: Skipped | null;
};

type Plan = Pick<RebalancePreview, 'orders' | 'skipped' | 'drift'>;

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
export const planRows = ({ orders, skipped, drift }: Plan): PlanRow[] => {
  const [now, later] = [withUsdt(drift.before), withUsdt(drift.after)];
  const coins = new Set([
    ...orders.map(({ coin }) => coin),
    ...skipped.map(({ coin }) => coin),
    ...Object.keys(now),
    ...Object.keys(later),
  ]);
  const rows = [...coins].map((coin): PlanRow => {
    const [before, after] = [now[coin], later[coin]];
    return {
      coin,
      before: before?.weight ?? null,
      target: before?.target ?? after?.target ?? null,
      after: after?.weight ?? null,
      order: orders.find((order) => order.coin === coin) ?? null,
      skipped: skipped.find((one) => one.coin === coin) ?? null,
    };
  });
  const share = ({ before, after }: PlanRow): number => after ?? before ?? 0;
  return rows.sort((one, other) => share(other) - share(one) || one.coin.localeCompare(other.coin));
};

/** Orders as their coins stand in the plan that was shown; others after them. */
export const inPlanOrder = <Sent extends { readonly coin: string }>(
  orders: readonly Sent[],
  coins: readonly string[],
): Sent[] => {
  const place = ({ coin }: Sent): number => (coins.includes(coin) ? coins.indexOf(coin) : coins.length);
  return [...orders].sort((one, other) => place(one) - place(other) || one.coin.localeCompare(other.coin));
};

/** What is bought and sold together, in USDT. */
export const tradedUsdt = (orders: readonly Pick<Order, 'notional'>[]): number =>
  orders.reduce((sum, { notional }) => sum + Number(notional), 0);

/** The costs of a plan: the fees, and how much more it takes when each order fills at its price limit. */
export const costParts = (
  { orders, cost_at_most_usdt: atMost }: Pick<RebalancePreview, 'orders' | 'cost_at_most_usdt'>,
  feeRate: number,
): { readonly fees: number; readonly prices: number } => {
  const fees = Math.min(atMost, tradedUsdt(orders) * feeRate);
  return { fees, prices: atMost - fees };
};

type Sent = TradingRebalance['orders'][number];

/** What a fee is worth; null where no order of the rebalance says the price of its asset. */
const feeUsdt = (asset: string, fee: number, orders: readonly Sent[]): number | null => {
  if (asset === QUOTE_CURRENCY) return fee;
  const price = orders.find(({ coin, fill_price }) => coin === asset && fill_price !== null)?.fill_price;
  return price == null ? null : fee * price;
};

/**
 * What the fills of a rebalance have cost in USDT: fees at the prices of the fills, and how much worse than planned these
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
