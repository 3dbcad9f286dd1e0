// Checks an order against the plan of its rebalance: anybody who reaches Temporal can start the activity that sends it.
import type { DataOf, Deployment, Order } from './deployment-state.ts';
import { worthAtMost } from './mandate.ts';

type Plan = DataOf<'RebalancePlanned'>;
type Planned = Plan['sells'][number];
type Asked = Omit<DataOf<'OrderIntended'>, 'userId' | 'deploymentId' | 'rebalanceId' | 'at' | 'sentBy'>;

/** How much more than wanted a buy may come to besides its limit's margin, by rounding. */
const ROUNDING = 1e-6;

const legNameOf = (side: Planned['side'], index: number): string => `${side}-${index}`;

/** Orders of one side, each with its name in the rebalance: `sell-0`, `buy-1`. */
export const legsOf = (orders: readonly Planned[]): (Planned & { readonly name: string })[] =>
  orders.map(({ coin, side, quantity, price, notional, limitPrice }, index) => ({
    name: legNameOf(side, index),
    coin,
    side,
    quantity,
    price,
    notional,
    limitPrice,
  }));

const isPlannedSell = (order: Asked, { sells }: Plan): boolean =>
  sells.some(
    (sell, index) =>
      order.leg === legNameOf('sell', index) &&
      (['coin', 'side', 'quantity', 'price', 'notional', 'limitPrice'] as const).every(
        (key) => order[key] === sell[key],
      ),
  );

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
