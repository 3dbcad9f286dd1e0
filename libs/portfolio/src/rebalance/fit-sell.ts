// Fits a planned sell to what of its coin is still free when it is sent: fees of earlier orders may come out of the same coin.
import { amountOf, smallerOf } from './decimal.ts';
import { legalQuantity, marketOf } from './legal-orders.ts';
import type { FittedOrder, Market, PlannedOrder } from './plan.ts';

/** Never more than planned, and as legal as the plan. */
export const fitSell = (order: PlannedOrder, free: string, rules: Market['rules']): FittedOrder => {
  const { coin, side, quantity, price, limitPrice } = order;
  const planned = amountOf(quantity, `quantity of ${coin}`);
  const available = smallerOf(planned, amountOf(free, `free ${coin}`));
  if (available.eq(planned)) return { order, cut: null };
  const reference = amountOf(price, `price of ${coin}`);
  const market = marketOf(rules, coin);
  const legal =
    'problem' in market
      ? market
      : legalQuantity(available, amountOf(limitPrice, `limit of ${coin}`), market.grid);
  const left = 'problem' in legal ? planned : planned.minus(legal.quantity);
  const cut = { coin, side, notional: left.times(reference).toFixed(), reason: 'spent-on-fees' } as const;
  if ('problem' in legal) return { order: null, cut };
  const notional = legal.quantity.times(reference).toFixed();
  return { order: { ...order, quantity: legal.quantity.toFixed(), notional }, cut };
};
