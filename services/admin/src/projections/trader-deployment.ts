// One deployment of a trader, folded from its events: its state, its last value, and what it holds.
import { type DeploymentEvent, QUOTE_CURRENCY, TIMEFRAME_MS, type TradingMode } from '@tradeium/contracts';

type DataOf<Type extends DeploymentEvent['type']> = Extract<DeploymentEvent, { type: Type }>['data'];
type Numbers = Readonly<Record<string, number>>;
/** An order without an outcome, or whose outcome may still be corrected. */
type OpenOrder = { coin: string; effect: Numbers; side: 'buy' | 'sell' };

export type TraderDeployment = {
  chatId: string;
  mode: TradingMode;
  exchange: string;
  displayName: string;
  createdAt: string;
  /** A paused one is active; one that has ended leaves the trader. */
  state: 'active' | 'paused' | 'stopped';
  reason: string | null;
  isAuto: boolean;
  intervalHours: number;
  /** When its newest rebalance completed. */
  lastRebalanceAt: string | null;
  valueUsdt: number | null;
  /** 1 at the start, without deposits and withdrawals. */
  index: number | null;
  valuedAt: string | null;
  /** The newest known, by coin. */
  holdings: Numbers;
  prices: Numbers;
  orders: Readonly<Record<string, OpenOrder>>;
};

const HOUR_MS = 3_600_000;
const ORDERS_MAX = 200;
/** Smaller positions are not shown to users either. */
const POSITION_USDT_MIN = 20;

const numbers = (amounts: Readonly<Record<string, string>>): Numbers =>
  Object.fromEntries(Object.entries(amounts).map(([coin, amount]) => [coin, Number(amount)]));

export const deploymentCreated = (data: DataOf<'DeploymentCreated'>): TraderDeployment => {
  const { chatId, mode, exchange, displayName, createdAt, settings, books = {}, lastPrices = {} } = data;
  const prices = Object.entries(lastPrices).map(([coin, { price }]) => [coin, Number(price)] as const);
  return {
    chatId,
    mode,
    exchange,
    displayName,
    createdAt,
    state: 'active',
    reason: null,
    isAuto: false,
    intervalHours: TIMEFRAME_MS[settings.timeframe] / HOUR_MS,
    lastRebalanceAt: null,
    valueUsdt: null,
    index: null,
    valuedAt: null,
    holdings: numbers(books),
    prices: Object.fromEntries(prices),
    orders: {},
  };
};

const plus = (a: Numbers, b: Numbers, sign: 1 | -1): Numbers => {
  const sums: Record<string, number> = { ...a };
  for (const [coin, amount] of Object.entries(b)) sums[coin] = (sums[coin] ?? 0) + sign * amount;
  return sums;
};

/** The amounts that an order has added to each asset. */
const effectOf = (
  { coin, side }: OpenOrder,
  { filled, quoteFilled, fees }: Pick<DataOf<'OrderFilled'>, 'filled' | 'quoteFilled' | 'fees'>,
): Numbers => {
  const sign = side === 'buy' ? 1 : -1;
  const traded = { [coin]: sign * Number(filled), [QUOTE_CURRENCY]: -sign * Number(quoteFilled) };
  return plus(traded, numbers(fees), -1);
};

const withOrder = (
  deployment: TraderDeployment,
  { clientOrderId, coin, side }: DataOf<'OrderIntended'>,
): TraderDeployment => {
  const orders = [...Object.entries(deployment.orders), [clientOrderId, { coin, side, effect: {} }] as const];
  return { ...deployment, orders: Object.fromEntries(orders.slice(-ORDERS_MAX)) };
};

/** A later outcome replaces an earlier one. */
const withOutcome = (
  deployment: TraderDeployment,
  clientOrderId: string,
  amounts: Pick<DataOf<'OrderFilled'>, 'filled' | 'quoteFilled' | 'fees'> | null,
): TraderDeployment => {
  const order = deployment.orders[clientOrderId];
  if (!order) return deployment;
  const effect = amounts ? effectOf(order, amounts) : {};
  const holdings = plus(plus(deployment.holdings, order.effect, -1), effect, 1);
  return {
    ...deployment,
    holdings,
    orders: { ...deployment.orders, [clientOrderId]: { ...order, effect } },
  };
};

const afterTrade = (deployment: TraderDeployment, event: DeploymentEvent, at: string): TraderDeployment => {
  const { type, data } = event;
  switch (type) {
    case 'RebalancePlanned':
      return { ...deployment, prices: { ...deployment.prices, ...numbers(data.prices) } };
    case 'OrderIntended':
      return withOrder(deployment, data);
    case 'OrderFilled':
    case 'OrderPartlyFilled':
      return withOutcome(deployment, data.clientOrderId, data);
    case 'OrderResolved':
      return withOutcome(deployment, data.clientOrderId, data.outcome.found ? data.outcome : null);
    case 'RebalanceCompleted':
      return { ...deployment, lastRebalanceAt: at };
    case 'AccountReconciled':
      return { ...deployment, holdings: numbers(data.holdings) };
    case 'PortfolioValued': {
      const prices = { ...deployment.prices, ...numbers(data.prices ?? {}) };
      return { ...deployment, valueUsdt: data.valueUsdt, index: data.index, valuedAt: at, prices };
    }
    default:
      return deployment;
  }
};

/** The deployment after one of its later events. */
export const deploymentAfter = (
  deployment: TraderDeployment,
  event: DeploymentEvent,
  at: string,
): TraderDeployment => {
  switch (event.type) {
    case 'AutoRebalanceSwitchedOn':
      return { ...deployment, isAuto: true };
    case 'AutoRebalanceSwitchedOff':
      return { ...deployment, isAuto: false };
    case 'DeploymentPaused':
      return { ...deployment, state: 'paused', reason: event.data.reason };
    case 'DeploymentResumed':
      return { ...deployment, state: 'active', reason: null };
    case 'DeploymentStopped':
      return { ...deployment, state: 'stopped', reason: event.data.reason, isAuto: false };
    default:
      return afterTrade(deployment, event, at);
  }
};

/** How many coins are worth more than 20 USDT, by the newest holdings and prices of the events. */
export const positionsIn = ({ holdings, prices }: TraderDeployment): number =>
  Object.entries(holdings).filter(
    ([coin, amount]) => coin !== QUOTE_CURRENCY && amount * (prices[coin] ?? 0) > POSITION_USDT_MIN,
  ).length;
