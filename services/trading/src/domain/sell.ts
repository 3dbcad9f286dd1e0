// A sell to USDT: its user's own order, which needs no strategy and which no stop and no limit holds up.
import { type DeploymentEvent, QUOTE_CURRENCY, type Refusal, refuse } from '@tradeium/contracts';
import { type DataOf, type Deployment, isDrawdownStop, isWhole, managedAssets } from './deployment-state.ts';
import { notSelling } from './trading-refusal.ts';

/** Left over although the exchange could take it another time; what is too small for it is not. */
const SALABLE_LATER = ['locked', 'no-price', 'no-market', 'above-amount-max'];

/** The coins that a sell sells: the named ones, or all that the deployment manages. */
export const soldOf = (
  created: Deployment['created'],
  coins: readonly string[] | null | undefined,
): readonly string[] => coins ?? managedAssets({ created }).filter((asset) => asset !== QUOTE_CURRENCY);

/** The coins of the sell under way; null when none is. */
export const soldNow = ({ open, created }: Pick<Deployment, 'open' | 'created'>): readonly string[] | null =>
  open?.kind === 'sell' ? soldOf(created, open.coins) : null;

/** Why these coins of a deployment may not be sold; undefined: they may, whether or not it trades. */
export const sellRefusal = (
  deployment: Pick<Deployment, 'status' | 'created'>,
  coins: readonly string[] | undefined,
): Refusal | undefined => {
  const refusal = notSelling(deployment);
  if (refusal) return refusal;
  const own = soldOf(deployment.created, null);
  const others = (coins ?? []).filter((coin) => !own.includes(coin));
  return others.length > 0 ? refuse('SELL_COINS_INVALID', { coins: others.join(', ') }) : undefined;
};

/** True if the drawdown stop with this number still holds: nobody has resumed the deployment since. */
export const isStoppedFor = (
  deployment: Pick<Deployment, 'status' | 'reason' | 'stops'>,
  stop: number | undefined,
): boolean => isDrawdownStop(deployment) && stop === deployment.stops;

type Sell = Pick<
  DataOf<'RebalanceStarted'>,
  'userId' | 'deploymentId' | 'rebalanceId' | 'barClose' | 'startedAt'
> & { readonly coins: readonly string[] | undefined };

/** Selling everything switches auto-rebalance off, which would buy it back at the next bar. */
export const startSell = (
  { coins, startedAt, barClose, ...ids }: Sell,
  deployment: Deployment,
): DeploymentEvent[] | Refusal => {
  const refusal = sellRefusal(deployment, coins);
  if (refusal) return refusal;
  if (deployment.open) return refuse('REBALANCE_IN_PROGRESS');
  const { userId, deploymentId } = ids;
  const off: DeploymentEvent[] =
    coins === undefined && deployment.isOn
      ? [{ type: 'AutoRebalanceSwitchedOff', data: { userId, deploymentId } }]
      : [];
  const data = { ...ids, kind: 'sell', barClose, startedAt, ...(coins && { coins: [...coins] }) } as const;
  return [...off, { type: 'RebalanceStarted', data }];
};

/** The coins of a sell under way that are not sold whole, although they are not too small. */
export const unsoldCoins = ({ open, orders }: Deployment): string[] => {
  if (open?.kind !== 'sell') return [];
  const skipped = (open.plan?.skipped ?? []).filter(({ reason }) => SALABLE_LATER.includes(reason));
  const own = Object.values(orders).filter(({ rebalanceId }) => rebalanceId === open.rebalanceId);
  // An order that was sent again under another id is the other one's.
  const again = own.map(({ insteadOf }) => insteadOf);
  const partly = own.filter((order) => !isWhole(order) && !again.includes(order.clientOrderId));
  return [...new Set([...skipped, ...partly].map(({ coin }) => coin))];
};

export const unsoldWords = (coins: readonly string[]): string =>
  `Not all could be sold of ${coins.join(', ')}`;
