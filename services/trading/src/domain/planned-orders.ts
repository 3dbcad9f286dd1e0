// Checks an order against the plan of its rebalance: anybody who reaches Temporal can start the activity that sends it.
import type { DataOf, Deployment, Order } from './deployment-state.ts';
import { worthAtMost } from './mandate.ts';

type Plan = DataOf<'RebalancePlanned'>;
type Planned = Plan['sells'][number];
type Asked = Omit<DataOf<'OrderIntended'>, 'userId' | 'deploymentId' | 'rebalanceId' | 'at' | 'sentBy'>;

/** How much more than wanted a buy may come to besides its limit's margin, by rounding. */
const ROUNDING = 1e-6;

const legNameOf = (side: Planned['side'], index: number): string => `${side}-${index}`;

/** All that a plan says of an order, and so all that is compared when the order is sent. */
export const plannedOrderOf = ({ coin, side, quantity, price, notional, limitPrice }: Planned): Planned => ({
  coin,
  side,
  quantity,
  price,
  notional,
  limitPrice,
});

/** Orders of one side, each with its name in the rebalance: `sell-0`, `buy-1`. */
export const legsOf = (orders: readonly Planned[]): (Planned & { readonly name: string })[] =>
  orders.map((order, index) => ({ name: legNameOf(order.side, index), ...plannedOrderOf(order) }));

const isPlannedSell = (order: Asked, { sells }: Plan): boolean => {
  const isSame = (sell: Planned) =>
    Object.entries(plannedOrderOf(sell)).every(([key, value]) => order[key as keyof Planned] === value);
  return sells.some((sell, index) => order.leg === legNameOf('sell', index) && isSame(sell));
};

/** A buy is fitted to the cash and the prices of later: all of a coin together come to no more than the plan wanted. */
const isWantedBuy = (order: Asked, { wantedBuys, inputs }: Plan, others: readonly Order[]): boolean => {
  const { coin } = order;
  const wanted = wantedBuys.find((buy) => buy.coin === coin);
  if (!wanted) return false;
  const buys = [order, ...others.filter((other) => other.side === 'buy' && other.coin === coin)];
  const tick = Number(inputs.rules?.[coin]?.tickSize ?? 0);
  const tolerated = 1 + inputs.limitMargin + ROUNDING;
  const ticks = buys.reduce((sum, { quantity }) => sum + Number(quantity) * tick, 0);
  const worth = buys.reduce((sum, buy) => sum + worthAtMost(buy), 0);
  return worth <= Number(wanted.notional) * tolerated + ticks;
};

/** True if the plan has this order, which no other of the rebalance has been sent for, unless this one repeats it. */
export const isOfPlan = (order: Asked, plan: Plan, { orders }: Pick<Deployment, 'orders'>): boolean => {
  const others = Object.values(orders).filter(
    ({ rebalanceId, clientOrderId }) => rebalanceId === plan.rebalanceId && clientOrderId !== order.insteadOf,
  );
  const replaced = order.insteadOf === undefined ? undefined : orders[order.insteadOf];
  if (replaced && replaced.leg !== order.leg) return false;
  if (others.some(({ leg }) => leg === order.leg)) return false;
  return order.side === 'sell' ? isPlannedSell(order, plan) : isWantedBuy(order, plan, others);
};
