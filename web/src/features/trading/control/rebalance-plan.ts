// A rebalance coin by coin: the share now and after it, the target, and the order or why there is none.
import type { RebalancePreview } from '@tradeium/contracts';

type Order = RebalancePreview['orders'][number];
type Skipped = RebalancePreview['skipped'][number];

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

/** Sells, then buys, then coins that stay as they are; within each the largest first, and USDT last. */
export const planRows = ({ orders, skipped, drift }: Plan): PlanRow[] => {
  const coins = new Set([
    ...orders.map(({ coin }) => coin),
    ...skipped.map(({ coin }) => coin),
    ...Object.keys(drift.before),
    ...Object.keys(drift.after),
  ]);
  const rows = [...coins].map((coin): PlanRow => {
    const [before, after] = [drift.before[coin], drift.after[coin]];
    return {
      coin,
      before: before?.weight ?? null,
      target: before?.target ?? after?.target ?? null,
      after: after?.weight ?? null,
      order: orders.find((order) => order.coin === coin) ?? null,
      skipped: skipped.find((one) => one.coin === coin) ?? null,
    };
  });
  const rank = ({ coin, order, skipped: left }: PlanRow): number => {
    if (coin === 'USDT') return 4;
    if (order) return order.side === 'sell' ? 0 : 1;
    return left ? 2 : 3;
  };
  const size = ({ order, before }: PlanRow): number => (order ? Number(order.notional) : (before ?? 0));
  return rows.sort((one, other) => rank(one) - rank(other) || size(other) - size(one));
};

/** What is bought and sold together, in USDT. */
export const tradedUsdt = (orders: readonly Pick<Order, 'notional'>[]): number =>
  orders.reduce((sum, { notional }) => sum + Number(notional), 0);

/** How far shares are from their targets together: half the sum of the differences, a fraction. */
export const driftOf = (drift: RebalancePreview['drift']['before']): number =>
  Object.values(drift).reduce((sum, { weight, target }) => sum + Math.abs(weight - target), 0) / 2;
