// The part of a planned order within its limits when it is sent: sells may have filled at better prices than planned, which uses up
// more of the day, and its user may have lowered the limits.
import { cutOrder, type FittedOrder, type Market, type PlannedOrder } from '@tradeium/portfolio';
import { type Deployment, turnoverOn } from './deployment-state.ts';
import { cutsOf, limitsLeft, mandateRefusal } from './mandate.ts';
import { soldNow } from './sell.ts';

/** Refusals that make an order too large; others are for the whole of it. */
const TOO_LARGE = ['MANDATE_ORDER_TOO_LARGE', 'MANDATE_TURNOVER'];

/** Limits that stop a rebalance cut nothing, and none holds up a sell to USDT. */
export const withinLimits = (deployment: Deployment, order: PlannedOrder, now: string): FittedOrder => {
  const { mandate, open } = deployment;
  const turnoverToday = turnoverOn(deployment, now);
  const cuts = cutsOf(limitsLeft(mandate, turnoverToday));
  const rules = open?.plan?.inputs.rules;
  const refused = mandateRefusal(mandate, order, { turnoverToday, now })?.refused ?? '';
  if (!cuts || !rules || soldNow(deployment) || !TOO_LARGE.includes(refused)) return { order, cut: null };
  return cutOrder(order, rules as Market['rules'], cuts);
};
