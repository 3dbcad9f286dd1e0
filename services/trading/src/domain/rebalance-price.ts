// The price of a rebalance, a sell included: fixed with the user's own account, and nothing on paper.
import { REBALANCE_VUT, type TradingMode } from '@tradeium/contracts';
import { type Deployment, isTaken, isUnsettled } from './deployment-state.ts';

/** In VUT. */
export const vutPriceOf = ({ mode }: { readonly mode: TradingMode }): number =>
  mode === 'paper' ? 0 : REBALANCE_VUT;

/**
 * True if the exchange has accepted an order of a rebalance, without which it costs nothing. One whose outcome is not
 * known at its end does not count, whatever it turns out to be.
 */
export const isCharged = ({ orders }: Pick<Deployment, 'orders'>, rebalanceId: string): boolean =>
  Object.values(orders).some(
    (order) => order.rebalanceId === rebalanceId && isTaken(order) && !isUnsettled(order),
  );
