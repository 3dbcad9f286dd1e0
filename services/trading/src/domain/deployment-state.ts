// The state of a deployment: whether it may trade, the rebalance under way, its orders, and what it is worth.
import { type DeploymentEvent, type Mandate, NO_MANDATE } from '@tradeium/contracts';
import { addDecimals, subtractDecimals } from './decimal.ts';
import { type Entries, withHeld, withTraded } from './entries.ts';

export type DataOf<Type extends DeploymentEvent['type']> = Extract<DeploymentEvent, { type: Type }>['data'];

export type OrderStatus = 'sent' | 'filled' | 'partly-filled' | 'rejected' | 'unknown' | 'not-found';

export type Order = Omit<DataOf<'OrderIntended'>, 'userId' | 'deploymentId'> & {
  readonly status: OrderStatus;
  readonly filled: string;
  readonly quoteFilled: string;
  readonly fees: Readonly<Record<string, string>>;
};

export type OpenRebalance = {
  readonly rebalanceId: string;
  readonly kind: 'scheduled' | 'manual';
  readonly barClose: string;
  readonly plan: DataOf<'RebalancePlanned'> | null;
};

export type Deployment = {
  readonly created: DataOf<'DeploymentCreated'> | null;
  readonly status: 'active' | 'paused' | 'stopped' | 'ended';
  /** Why it is not active: a code, and what fills its text. */
  readonly reason: { readonly code: string; readonly detail: string } | null;
  readonly isOn: boolean;
  readonly mandate: Mandate;
  readonly open: OpenRebalance | null;
  /** Those of the rebalance under way; older ones whose outcome is not known, and the newest that did not fill whole. */
  readonly orders: Readonly<Record<string, Order>>;
  readonly lastRebalanceAt: string | null;
  /** A rebalance with a plan has come to its end. */
  readonly isInvested: boolean;
  /** What its own coins cost. */
  readonly entries: Entries;
  /** The newest rebalances that have ended. */
  readonly ended: readonly string[];
  /** Notional of the orders of one UTC day. */
  readonly turnover: { readonly day: string; readonly usdt: number };
  /** What the account holds by our events; null before it was first looked at. */
  readonly holdings: Readonly<Record<string, string>> | null;
  readonly value: {
    readonly usdt: number;
    readonly index: number;
    readonly peak: number;
    readonly isWarned: boolean;
  } | null;
};

export const emptyDeployment: Deployment = {
  created: null,
  status: 'active',
  reason: null,
  isOn: false,
  mandate: NO_MANDATE,
  open: null,
  orders: {},
  lastRebalanceAt: null,
  isInvested: false,
  entries: {},
  ended: [],
  turnover: { day: '', usdt: 0 },
  holdings: null,
  value: null,
};

const ENDED_KEPT = 200;
/** An exchange may report fills of them after their end. */
const UNFILLED_KEPT = 20;
export const QUOTE = 'USDT';

export const isUnsettled = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'sent' || status === 'unknown';

/** Orders whose outcome is not known: those must be looked up before anything else is sent. */
export const unsettledOrders = ({ orders }: Deployment): Order[] => Object.values(orders).filter(isUnsettled);

const isWhole = ({ filled, quantity }: Pick<Order, 'filled' | 'quantity'>): boolean =>
  subtractDecimals(filled, quantity) === '0';

/** Ended orders of which an exchange may still report fills. */
export const unfilledOrders = ({ orders }: Pick<Deployment, 'orders'>): Order[] =>
  Object.values(orders).filter((order) => !isUnsettled(order) && !isWhole(order));

/** Of orders in the order in which they were sent, those that must still be known after their rebalance. */
const keptOrders = (orders: Deployment['orders']): Deployment['orders'] => {
  const kept = new Set(unfilledOrders({ orders }).slice(-UNFILLED_KEPT));
  return Object.fromEntries(
    Object.entries(orders).filter(([, order]) => isUnsettled(order) || kept.has(order)),
  );
};

const dayOf = (at: string): string => at.slice(0, 10);

/** The notional of the orders of the day of `now`. */
export const turnoverOn = ({ turnover }: Pick<Deployment, 'turnover'>, now: string): number =>
  turnover.day === dayOf(now) ? turnover.usdt : 0;

type Amounts = Pick<DataOf<'OrderFilled'>, 'filled' | 'quoteFilled' | 'fees'>;
const NOTHING: Amounts = { filled: '0', quoteFilled: '0', fees: {} };

/** What an order adds to each asset. */
const effectOf = ({ coin, side }: Order, { filled, quoteFilled, fees }: Amounts): [string, string][] => {
  const minus = (amount: string) => subtractDecimals('0', amount);
  const traded: [string, string][] =
    side === 'buy'
      ? [
          [coin, filled],
          [QUOTE, minus(quoteFilled)],
        ]
      : [
          [coin, minus(filled)],
          [QUOTE, quoteFilled],
        ];
  return [...traded, ...Object.entries(fees).map(([asset, fee]): [string, string] => [asset, minus(fee)])];
};

/** Assets that the deployment manages; of others, such as coins that pay fees, it keeps no books. */
export const managedAssets = ({ created }: Pick<Deployment, 'created'>): string[] => [
  ...new Set([QUOTE, ...(created?.settings.portfolio ?? [])]),
];

const withEffect = (deployment: Deployment, effect: readonly [string, string][]) => {
  if (!deployment.holdings) return null;
  const holdings: Record<string, string> = { ...deployment.holdings };
  const managed = managedAssets(deployment);
  for (const [asset, amount] of effect)
    if (managed.includes(asset)) holdings[asset] = addDecimals(holdings[asset] ?? '0', amount);
  return holdings;
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
  const holdings = withEffect(deployment, [...undo, ...effectOf(order, amounts)]);
  const { filled, quoteFilled, fees } = amounts;
  const settled = { ...order, status, filled, quoteFilled, fees };
  const isPast = order.rebalanceId !== deployment.open?.rebalanceId && isWhole(settled);
  const { [clientOrderId]: _, ...others } = deployment.orders;
  const orders = isPast ? others : { ...deployment.orders, [clientOrderId]: settled };
  // A day's turnover counts what was sent until it is known what was traded.
  const counted = isUnsettled(order) ? Number(order.notional) : Number(order.quoteFilled);
  const usdt =
    deployment.turnover.usdt - counted + Number(isUnsettled(settled) ? order.notional : amounts.quoteFilled);
  const turnover =
    deployment.turnover.day === dayOf(order.at) ? { ...deployment.turnover, usdt } : deployment.turnover;
  const entries = withTraded(deployment.entries, order, order, amounts);
  return { ...deployment, orders, holdings, turnover, entries };
};

const withIntended = (deployment: Deployment, data: DataOf<'OrderIntended'>): Deployment => {
  const { userId: _, deploymentId: __, ...order } = data;
  const usdt = turnoverOn(deployment, data.at) + Number(data.notional);
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

const withValue = (
  deployment: Deployment,
  { valueUsdt: usdt, index }: DataOf<'PortfolioValued'>,
): Deployment => ({
  ...deployment,
  value: {
    usdt,
    index,
    peak: Math.max(index, deployment.value?.peak ?? index),
    isWarned: deployment.value?.isWarned ?? false,
  },
});

/** Stopped by its drawdown, not by its user. */
export const isDrawdownStop = ({ status, reason }: Pick<Deployment, 'status' | 'reason'>): boolean =>
  status === 'stopped' && reason?.code === 'drawdown';

/** After a drawdown stop the highest value begins anew, or the next stop would follow at once; it stays otherwise. */
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

/** Another drawdown stop warns anew. */
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
      return withOutcome(deployment, event.data.clientOrderId, 'rejected');
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

const evolveLife = (deployment: Deployment, event: DeploymentEvent): Deployment => {
  switch (event.type) {
    case 'DeploymentCreated':
      return { ...emptyDeployment, created: event.data, mandate: event.data.mandate };
    case 'AutoRebalanceSwitchedOn':
      return { ...deployment, isOn: true };
    case 'AutoRebalanceSwitchedOff':
      return { ...deployment, isOn: false };
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
        reason: { code: event.data.reason, detail: '' },
      };
    case 'DeploymentEnded':
      return { ...deployment, status: 'ended', isOn: false, reason: { code: event.data.reason, detail: '' } };
    default:
      return evolveOrder(deployment, event);
  }
};

/** Folds one event into the deployment. */
export const evolveDeployment = (deployment: Deployment, event: DeploymentEvent): Deployment => {
  switch (event.type) {
    case 'RebalanceStarted': {
      const { rebalanceId, kind, barClose, startedAt } = event.data;
      return { ...deployment, open: { rebalanceId, kind, barClose, plan: null }, lastRebalanceAt: startedAt };
    }
    case 'RebalancePlanned':
      return { ...deployment, open: deployment.open && { ...deployment.open, plan: event.data } };
    case 'RebalanceCompleted': {
      const isInvested = deployment.isInvested || Boolean(deployment.open?.plan);
      return { ...withRebalanceEnded(deployment, event.data.rebalanceId), isInvested };
    }
    case 'RebalanceFailed':
      return withRebalanceEnded(deployment, event.data.rebalanceId);
    case 'AccountReconciled': {
      const { holdings } = event.data;
      return { ...deployment, holdings, entries: withHeld(deployment.entries, holdings) };
    }
    case 'PortfolioValued':
      return withValue(deployment, event.data);
    case 'DrawdownWarned':
      return { ...deployment, value: deployment.value && { ...deployment.value, isWarned: true } };
    default:
      return evolveLife(deployment, event);
  }
};
