// Watches a drawdown stop by prices alone: when a look at the account is due, which then decides.
import { QUOTE_CURRENCY } from '@tradeium/contracts';
import { type Deployment, unsettledOrders } from './deployment-state.ts';
import { drawdownNow } from './drawdown.ts';
import { countedPrices } from './last-prices.ts';
import { drawdownState, isOverWarning } from './mandate.ts';
import { performanceOf } from './valuation.ts';

type Amounts = Readonly<Record<string, string>>;

/** It trades, has a stop, and holds coins whose prices move; a rebalance under way looks by itself. */
export const isWatched = (deployment: Deployment): boolean => {
  const { status, mandate, open, holdings } = deployment;
  const isInvested = Object.entries(holdings ?? {}).some(
    ([asset, amount]) => asset !== QUOTE_CURRENCY && Number(amount) > 0,
  );
  const hasStop = status === 'active' && mandate.drawdown_stop_percent !== null;
  return hasStop && isInvested && open === null && unsettledOrders(deployment).length === 0;
};

/**
 * True if these prices say something else about the stop than the newest recorded value: nothing is recorded otherwise. A
 * warning goes when the value is well above its line, so that prices around the line record little.
 */
export const needsLook = (deployment: Deployment, now: Amounts): boolean => {
  const { holdings, mandate, lastPrices } = deployment;
  const prices = countedPrices(lastPrices, { ...now, [QUOTE_CURRENCY]: '1' });
  const seen = holdings && performanceOf(deployment, holdings, prices);
  if (!seen) return false;
  const recorded = drawdownState(mandate, drawdownNow(deployment).drawdownPercent);
  const state = drawdownState(mandate, seen.drawdownPercent);
  if (state === 'fine') return recorded !== 'fine' && isOverWarning(mandate, seen.drawdownPercent);
  return state !== recorded;
};
