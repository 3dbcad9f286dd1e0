// How each event changes a deployment.
import { type DeploymentEvent, type Mandate, QUOTE_CURRENCY } from '@tradeium/contracts';
import { addDecimals, subtractDecimals } from './decimal.ts';
import {
  accountNameOf,
  type DataOf,
  type Deployment,
  dayOf,
  emptyDeployment,
  isDrawdownStop,
  isTaken,
  isUnsettled,
  isWhole,
  managedAssets,
  NO_TURNOVER,
  type Order,
  type OrderStatus,
  turnoverOn,
  unfilledOrders,
} from './deployment-state.ts';
import { nextValue } from './drawdown.ts';
import { withHeld, withTraded } from './entries.ts';
import { countedPrices, withPrices } from './last-prices.ts';
import { worthAtMost } from './mandate.ts';

const ENDED_KEPT = 200;
/** An exchange may report fills of them after their end. */
const UNFILLED_KEPT = 20;
/** Of orders in the order in which they were sent, those that must still be known after their rebalance. */
const keptOrders = (orders: Deployment['orders']): Deployment['orders'] => {
  const kept = new Set(unfilledOrders({ orders }).slice(-UNFILLED_KEPT));
  return Object.fromEntries(
    Object.entries(orders).filter(([, order]) => isUnsettled(order) || kept.has(order)),
  );
};

type Amounts = Pick<DataOf<'OrderFilled'>, 'filled' | 'quoteFilled' | 'fees' | 'feePrices'>;
const NOTHING: Amounts = { filled: '0', quoteFilled: '0', fees: {} };

/** The amounts that an order adds to each asset. */
const effectOf = ({ coin, side }: Order, { filled, quoteFilled, fees }: Amounts): [string, string][] => {
  const minus = (amount: string) => subtractDecimals('0', amount);
  const traded: [string, string][] =
    side === 'buy'
      ? [
          [coin, filled],
          [QUOTE_CURRENCY, minus(quoteFilled)],
        ]
      : [
          [coin, minus(filled)],
          [QUOTE_CURRENCY, quoteFilled],
        ];
  return [...traded, ...Object.entries(fees).map(([asset, fee]): [string, string] => [asset, minus(fee)])];
};

const tradedWith = ({ traded }: Deployment, effect: readonly [string, string][]): string =>
  effect.reduce(
    (sum, [asset, amount]) => (asset === QUOTE_CURRENCY ? addDecimals(sum, amount) : sum),
    traded,
  );

const withEffect = (deployment: Deployment, effect: readonly [string, string][]) => {
  if (!deployment.holdings) return null;
  const holdings: Record<string, string> = { ...deployment.holdings };
  const managed = managedAssets(deployment);
  for (const [asset, amount] of effect)
    if (managed.includes(asset)) holdings[asset] = addDecimals(holdings[asset] ?? '0', amount);
  return holdings;
};

/** Of the assets that paid fees: as they were when that became known, or else when they were last seen. */
const feePricesOf = ({ lastPrices }: Deployment, { fees, feePrices = {} }: Amounts) => {
  const prices = countedPrices(lastPrices, feePrices);
  return Object.fromEntries(Object.entries(prices).filter(([asset]) => asset in fees));
};

/** An order with its outcome; an outcome that comes later corrects the one before. */
const withOutcome = (
  deployment: Deployment,
  clientOrderId: string,
  status: OrderStatus,
  amounts: Amounts = NOTHING,
): Deployment => {
  const order = deployment.orders[clientOrderId];
  if (!order) return deployment;
  const undo = effectOf(order, order).map(([asset, amount]): [string, string] => [
    asset,
    subtractDecimals('0', amount),
  ]);
  const effect = [...undo, ...effectOf(order, amounts)];
  const [holdings, traded] = [withEffect(deployment, effect), tradedWith(deployment, effect)];
  const { filled, quoteFilled, fees } = amounts;
  const settled = {
    ...order,
    status,
    filled,
    quoteFilled,
    fees,
    feePrices: feePricesOf(deployment, amounts),
  };
  const isPast = order.rebalanceId !== deployment.open?.rebalanceId && isWhole(settled);
  const { [clientOrderId]: _, ...others } = deployment.orders;
  const orders = isPast ? others : { ...deployment.orders, [clientOrderId]: settled };
  // A day's turnover counts what was sent until it is known what was traded.
  const counted = isUnsettled(order) ? worthAtMost(order) : Number(order.quoteFilled);
  const usdt =
    deployment.turnover.usdt -
    counted +
    (isUnsettled(settled) ? worthAtMost(order) : Number(amounts.quoteFilled));
  const turnover =
    deployment.turnover.day === dayOf(order.at) ? { ...deployment.turnover, usdt } : deployment.turnover;
  const entries = withTraded(deployment.entries, order, order, settled);
  return { ...deployment, orders, holdings, traded, turnover, entries };
};

const withRejected = (
  deployment: Deployment,
  { clientOrderId, cause }: DataOf<'OrderRejected'>,
): Deployment => {
  const rejected = withOutcome(deployment, clientOrderId, 'rejected');
  const order = rejected.orders[clientOrderId];
  if (!order || cause === undefined) return rejected;
  return { ...rejected, orders: { ...rejected.orders, [clientOrderId]: { ...order, cause } } };
};

const withIntended = (deployment: Deployment, data: DataOf<'OrderIntended'>): Deployment => {
  const { userId: _, deploymentId: __, ...order } = data;
  const usdt = turnoverOn(deployment, data.at) + worthAtMost(data);
  return {
    ...deployment,
    turnover: { day: dayOf(data.at), usdt },
    orders: { ...deployment.orders, [data.clientOrderId]: { ...order, status: 'sent', ...NOTHING } },
  };
};

const withRebalanceEnded = (deployment: Deployment, rebalanceId: string): Deployment => ({
  ...deployment,
  open: null,
  orders: keptOrders(deployment.orders),
  ended: [...deployment.ended, rebalanceId].slice(-ENDED_KEPT),
});

/** Its bar is done, unless it was a sell, which decides on none. */
const withRebalanceCompleted = (deployment: Deployment, rebalanceId: string): Deployment => {
  const { open, isInvested, lastRebalanceAt, lastBarClose } = deployment;
  const decided = open?.kind === 'sell' ? null : open;
  return {
    ...withRebalanceEnded(deployment, rebalanceId),
    isInvested: isInvested || Boolean(decided?.plan),
    lastRebalanceAt: open?.startedAt ?? lastRebalanceAt,
    lastBarClose: decided?.barClose ?? lastBarClose,
  };
};

/** It counts as the last rebalance if it traded, or may have. Its bar is not done. */
const withRebalanceFailed = (deployment: Deployment, rebalanceId: string): Deployment => {
  const { open, orders, lastRebalanceAt } = deployment;
  const own = Object.values(orders).filter((order) => order.rebalanceId === rebalanceId);
  return {
    ...withRebalanceEnded(deployment, rebalanceId),
    lastRebalanceAt: own.some(isTaken) && open ? open.startedAt : lastRebalanceAt,
  };
};

/** Coins with rules could be traded, so their prices are of that moment. */
const withPlan = (deployment: Deployment, plan: DataOf<'RebalancePlanned'>): Deployment => {
  const { open, lastPrices } = deployment;
  if (!open) return deployment;
  const rules = plan.inputs.rules ?? plan.prices;
  const fresh = Object.entries(plan.prices).filter(([coin]) => coin !== QUOTE_CURRENCY && coin in rules);
  return {
    ...deployment,
    open: { ...open, plan },
    lastPrices: withPrices(lastPrices, Object.fromEntries(fresh), open.startedAt),
  };
};

const withValue = (
  deployment: Deployment,
  { valueUsdt: usdt, index, prices, pricedAt: at }: DataOf<'PortfolioValued'>,
): Deployment => ({
  ...deployment,
  lastPrices: withPrices(deployment.lastPrices, prices, at),
  value: nextValue(deployment, { usdt, index, at }),
});

/** After a drawdown stop the highest value starts again, or the next stop would follow at once; it stays otherwise. */
const withResumed = (deployment: Deployment): Deployment => {
  const { value } = deployment;
  const restarted = value && { ...value, peak: value.index, isWarned: false };
  return {
    ...deployment,
    status: 'active',
    reason: null,
    value: isDrawdownStop(deployment) ? restarted : value,
  };
};

/** Another drawdown stop warns again. */
const withMandate = (deployment: Deployment, mandate: Mandate): Deployment => {
  const isSame = mandate.drawdown_stop_percent === deployment.mandate.drawdown_stop_percent;
  const { value } = deployment;
  return { ...deployment, mandate, value: value && { ...value, isWarned: isSame && value.isWarned } };
};

const evolveOrder = (deployment: Deployment, event: DeploymentEvent): Deployment => {
  switch (event.type) {
    case 'OrderIntended':
      return withIntended(deployment, event.data);
    case 'OrderFilled':
      return withOutcome(deployment, event.data.clientOrderId, 'filled', event.data);
    case 'OrderPartlyFilled':
      return withOutcome(deployment, event.data.clientOrderId, 'partly-filled', event.data);
    case 'OrderRejected':
      return withRejected(deployment, event.data);
    case 'OrderUnknown':
      return withOutcome(deployment, event.data.clientOrderId, 'unknown');
    case 'OrderResolved': {
      const { clientOrderId, outcome } = event.data;
      const order = deployment.orders[clientOrderId];
      if (!outcome.found) return withOutcome(deployment, clientOrderId, 'not-found');
      const status = order && isWhole({ ...order, ...outcome }) ? 'filled' : 'partly-filled';
      return withOutcome(deployment, clientOrderId, status, outcome);
    }
    default:
      return deployment;
  }
};

const withCreated = (created: DataOf<'DeploymentCreated'>): Deployment => {
  const counted = created.counted?.[accountNameOf(created)];
  const { turnover = NO_TURNOVER, peak: firstPeak = 1 } = counted ?? {};
  const { mandate, books: holdings = null, outside = null, lastPrices = {} } = created;
  return { ...emptyDeployment, created, mandate, turnover, firstPeak, holdings, outside, lastPrices };
};

const evolveLife = (deployment: Deployment, event: DeploymentEvent): Deployment => {
  switch (event.type) {
    case 'DeploymentCreated':
      return withCreated(event.data);
    case 'AutoRebalanceSwitchedOn':
      return { ...deployment, isOn: true };
    case 'AutoRebalanceSwitchedOff':
      return { ...deployment, isOn: false, open: deployment.open && { ...deployment.open, isHeldUp: true } };
    case 'MandateChanged':
      return withMandate(deployment, event.data.mandate);
    case 'DeploymentPaused':
      return {
        ...deployment,
        status: 'paused',
        reason: { code: event.data.reason, detail: event.data.detail },
      };
    case 'DeploymentResumed':
      return withResumed(deployment);
    case 'DeploymentStopped':
      return {
        ...deployment,
        status: 'stopped',
        isOn: false,
        stops: deployment.stops + 1,
        reason: { code: event.data.reason, detail: '' },
      };
    case 'DeploymentEnded':
      return {
        ...deployment,
        status: 'ended',
        isOn: false,
        stops: deployment.stops + 1,
        reason: { code: event.data.reason, detail: '' },
      };
    default:
      return evolveOrder(deployment, event);
  }
};

/** Folds one event into the deployment. */
export const evolveDeployment = (deployment: Deployment, event: DeploymentEvent): Deployment => {
  switch (event.type) {
    case 'RebalanceStarted': {
      const { rebalanceId, kind, barClose, startedAt, coins = null } = event.data;
      return {
        ...deployment,
        open: { rebalanceId, kind, coins, barClose, startedAt, plan: null, isHeldUp: false },
      };
    }
    case 'RebalancePlanned':
      return withPlan(deployment, event.data);
    case 'RebalanceCompleted':
      return withRebalanceCompleted(deployment, event.data.rebalanceId);
    case 'RebalanceFailed':
      return withRebalanceFailed(deployment, event.data.rebalanceId);
    case 'AccountReconciled': {
      const { holdings, outside = deployment.outside } = event.data;
      return { ...deployment, holdings, outside, entries: withHeld(deployment.entries, holdings) };
    }
    case 'PortfolioValued':
      return withValue(deployment, event.data);
    case 'CoinsLeftOut':
      return { ...deployment, leftOut: event.data.coins };
    case 'DrawdownWarned':
      return { ...deployment, value: deployment.value && { ...deployment.value, isWarned: true } };
    default:
      return evolveLife(deployment, event);
  }
};
