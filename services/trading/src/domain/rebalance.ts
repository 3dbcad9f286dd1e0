// Decisions on rebalances: one at a time, nothing sent that is not allowed, every order with one outcome.
import {
  type DeploymentEvent,
  microVutOf,
  type RebalanceKind,
  type Refusal,
  refusalText,
  refuse,
} from '@tradeium/contracts';
import { subtractDecimals } from './decimal.ts';
import {
  type DataOf,
  type Deployment,
  isTaken,
  isUnsettled,
  mayRepeat,
  type Order,
  turnoverOn,
  unsettledOrders,
} from './deployment-state.ts';
import { fittedSell } from './fitted-sell.ts';
import { isExpired, mandateRefusal } from './mandate.ts';
import { isOfPlan } from './planned-orders.ts';
import { soldNow, startSell, unsoldCoins } from './sell.ts';
import { notSending, notTrading } from './trading-refusal.ts';
import { decideValuation } from './valuation.ts';
import { withinLimits } from './within-limits.ts';

type Ids = { readonly userId: string; readonly deploymentId: string; readonly rebalanceId: string };

/** The exchange's report of an order. */
export type Outcome =
  | { readonly kind: 'closed'; readonly result: Omit<DataOf<'OrderFilled'>, keyof Ids | 'clientOrderId'> }
  | {
      readonly kind: 'rejected';
      readonly by: 'exchange' | 'us';
      readonly reason: string;
      readonly cause?: DataOf<'OrderRejected'>['cause'];
      readonly openOrders?: DataOf<'OrderRejected'>['openOrders'];
    }
  | { readonly kind: 'unknown'; readonly reason: string }
  /** After it was unknown, or sent by a process that is gone. */
  | { readonly kind: 'found'; readonly result: Omit<DataOf<'OrderFilled'>, keyof Ids | 'clientOrderId'> }
  | { readonly kind: 'not-found' };

type Seen = {
  readonly holdings: Readonly<Record<string, string>>;
  readonly prices: Readonly<Record<string, string>>;
};

export type RebalanceCommand = Ids &
  /** `coins`: what a sell sells; all if absent. */
  (
    | {
        type: 'StartRebalance';
        kind: RebalanceKind;
        barClose: string;
        coins?: readonly string[] | undefined;
      }
    /** `seen`: what the account held when it was planned, and the prices that the exchange had. */
    | { type: 'PlanRebalance'; data: DataOf<'RebalancePlanned'>; seen: Seen }
    | { type: 'IntendOrder'; order: Omit<DataOf<'OrderIntended'>, keyof Ids | 'at'> }
    | { type: 'RecordOutcome'; clientOrderId: string; outcome: Outcome }
    /** `failure`: the code and the words of its reason; null when it came to its end. */
    | { type: 'EndRebalance'; charged: number; failure: { code: string; detail: string } | null }
  );

type CommandOf<Type extends RebalanceCommand['type']> = Extract<RebalanceCommand, { type: Type }>;
type Decision = DeploymentEvent[] | Refusal;

/** A rebalance and whose it is, without what else a command or a job holds. */
export const idsOf = ({ userId, deploymentId, rebalanceId }: Ids): Ids => ({
  userId,
  deploymentId,
  rebalanceId,
});

export const decideRebalance = (command: RebalanceCommand, deployment: Deployment, now: string): Decision => {
  switch (command.type) {
    case 'StartRebalance':
      return startRebalance(command, deployment, now);
    case 'PlanRebalance':
      return planRebalance(command, deployment, now);
    case 'IntendOrder':
      return intendOrder(command, deployment, now);
    case 'RecordOutcome':
      return recordOutcome(command, deployment);
    case 'EndRebalance':
      return endRebalance(command, deployment);
  }
};

const startRebalance = (
  command: CommandOf<'StartRebalance'>,
  deployment: Deployment,
  now: string,
): Decision => {
  const { rebalanceId, kind, barClose, coins } = command;
  // Done before, or under way: the same rebalance is not begun twice.
  if (deployment.ended.includes(rebalanceId) || deployment.open?.rebalanceId === rebalanceId) return [];
  if (kind === 'sell') return startSell({ ...idsOf(command), barClose, coins, startedAt: now }, deployment);
  const refusal = notTrading(deployment);
  if (refusal) return refusal;
  if (kind === 'scheduled' && !deployment.isOn) return refuse('AUTO_REBALANCE_OFF');
  if (deployment.open) return refuse('REBALANCE_IN_PROGRESS');
  if (isExpired(deployment.mandate, now)) {
    if (kind === 'manual') return refuse('MANDATE_EXPIRED');
    const { userId, deploymentId } = command;
    const detail = 'its mandate has expired';
    return [{ type: 'DeploymentPaused', data: { userId, deploymentId, reason: 'MANDATE_EXPIRED', detail } }];
  }
  return [{ type: 'RebalanceStarted', data: { ...idsOf(command), kind, barClose, startedAt: now } }];
};

/** Prices may have fallen since the account was looked at: a drawdown stop that is reached by now holds up the plan, but no sell. */
const planRebalance = (
  command: CommandOf<'PlanRebalance'>,
  deployment: Deployment,
  now: string,
): Decision => {
  if (deployment.open?.rebalanceId !== command.rebalanceId) return refuse('REBALANCE_FAILED');
  if (deployment.open.plan) return [];
  const planned: DeploymentEvent = { type: 'RebalancePlanned', data: command.data };
  if (deployment.open.kind === 'sell') return [planned];
  const { userId, deploymentId, seen } = command;
  const look = { type: 'ReconcileAccount', userId, deploymentId, ...seen, unexplained: null } as const;
  const valued = decideValuation(look, deployment, now);
  const isStopped = valued.some(({ type }) => type === 'DeploymentStopped');
  return isStopped ? valued : [planned, ...leftOutEvents(command, deployment)];
};

/** Why a plan leaves a coin out that has no open market, whose rules a plan knows. */
const NOT_TRADED: readonly string[] = ['no-market', 'no-price'];

/** Only what has changed since the plan before. */
const leftOutEvents = (
  { userId, deploymentId, data: { skipped, inputs } }: CommandOf<'PlanRebalance'>,
  { leftOut }: Deployment,
): DeploymentEvent[] => {
  const missed = skipped.filter(({ reason }) => NOT_TRADED.includes(reason)).map(({ coin }) => coin);
  // One that is not wanted at the moment is skipped by no plan, and is still not traded.
  const coins = [...new Set([...leftOut, ...missed])].filter((coin) => !inputs.rules?.[coin]).toSorted();
  if (coins.join() === leftOut.join()) return [];
  const added = coins.filter((coin) => !leftOut.includes(coin));
  return [{ type: 'CoinsLeftOut', data: { userId, deploymentId, coins, added } }];
};

/** The sells of the written plan. A rebalance without a plan sells nothing: it met a drawdown stop, also if that was resumed since. */
export const plannedSells = (
  deployment: Deployment,
  rebalanceId: string,
): DataOf<'RebalancePlanned'>['sells'] | Refusal =>
  notSending(deployment, rebalanceId) ?? deployment.open?.plan?.sells ?? refuse('DEPLOYMENT_STOPPED');

/** Checked again for every order, whose amount is what can still be sold. */
const intendOrder = (command: CommandOf<'IntendOrder'>, deployment: Deployment, now: string): Decision => {
  const { rebalanceId, order } = command;
  if (deployment.orders[order.clientOrderId]) return [];
  if (order.insteadOf !== undefined && !mayRepeat(deployment.orders[order.insteadOf])) return [];
  const refusal = notSending(deployment, rebalanceId);
  if (refusal) return refusal;
  const plan = deployment.open?.plan;
  if (plan && !isOfPlan(order, plan, deployment)) return refuse('REBALANCE_FAILED');
  const [unsettled] = unsettledOrders(deployment);
  if (unsettled) return refuse('ORDER_OUTCOME_UNKNOWN', { order: unsettled.clientOrderId });
  const fitted = fittedSell(deployment, order);
  const limited = fitted.order ? withinLimits(deployment, fitted.order, now) : fitted;
  const cuts = [fitted.cut, limited === fitted ? null : limited.cut].filter((cut) => cut !== null);
  const cut = cuts.map((each): DeploymentEvent => {
    return { type: 'OrderCut', data: { ...idsOf(command), leg: order.leg, ...each } };
  });
  if (!limited.order) return cut;
  const sent = { ...order, quantity: limited.order.quantity, notional: limited.order.notional };
  return (
    orderRefusal(sent, deployment, now) ?? [
      ...cut,
      { type: 'OrderIntended', data: { ...idsOf(command), ...sent, at: now } },
    ]
  );
};

/** A sell to USDT is its user's own order: no limit holds it up, and it sells nothing else. */
const orderRefusal = (
  order: CommandOf<'IntendOrder'>['order'],
  deployment: Deployment,
  now: string,
): Refusal | undefined => {
  const sold = soldNow(deployment);
  if (sold)
    return order.side === 'sell' && sold.includes(order.coin) ? undefined : refuse('REBALANCE_FAILED');
  return mandateRefusal(deployment.mandate, order, { turnoverToday: turnoverOn(deployment, now), now });
};

/** The fills of an order since it had ended. */
const lateFill = (order: Order, { filled }: Pick<Order, 'filled'>): DataOf<'OrderResolved'>['late'] => {
  const { coin, side } = order;
  return isUnsettled(order) ? null : { coin, side, filled: subtractDecimals(filled, order.filled) };
};

const outcomeEvent = (
  order: Order,
  outcome: Outcome,
  ids: Ids & { clientOrderId: string },
): DeploymentEvent => {
  switch (outcome.kind) {
    case 'closed':
      return {
        type: outcome.result.filled === order.quantity ? 'OrderFilled' : 'OrderPartlyFilled',
        data: { ...ids, ...outcome.result },
      };
    case 'rejected':
      return {
        type: 'OrderRejected',
        data: {
          ...ids,
          by: outcome.by,
          reason: outcome.reason,
          ...(outcome.cause && { cause: outcome.cause }),
          ...(outcome.openOrders && { openOrders: outcome.openOrders }),
        },
      };
    case 'unknown':
      return { type: 'OrderUnknown', data: { ...ids, reason: outcome.reason } };
    case 'found':
      return {
        type: 'OrderResolved',
        data: { ...ids, outcome: { found: true, ...outcome.result }, late: lateFill(order, outcome.result) },
      };
    case 'not-found':
      return { type: 'OrderResolved', data: { ...ids, outcome: { found: false }, late: null } };
  }
};

/** The first outcome stays, unless a fill is found that it did not know. */
const recordOutcome = (command: CommandOf<'RecordOutcome'>, deployment: Deployment): Decision => {
  const { clientOrderId, outcome } = command;
  const order = deployment.orders[clientOrderId];
  if (!order) return [];
  const ids = { ...idsOf(command), rebalanceId: order.rebalanceId, clientOrderId };
  const isOpen = isUnsettled(order);
  const isRepeated = order.status === 'unknown' && outcome.kind === 'unknown';
  const isLateFill = outcome.kind === 'found' && Number(outcome.result.filled) > Number(order.filled);
  if (isRepeated || (!isOpen && !isLateFill)) return [];
  return [outcomeEvent(order, outcome, ids)];
};

/** Set when the exchange accepted none of its orders. */
const noneTaken = ({ orders }: Deployment, rebalanceId: string) => {
  const own = Object.values(orders).filter((order) => order.rebalanceId === rebalanceId);
  const isNone = own.length > 0 && !own.some(isTaken);
  return isNone ? { code: 'ORDERS_REFUSED', detail: refusalText(refuse('ORDERS_REFUSED')) } : null;
};

/** An order with an unknown outcome pauses the deployment. */
const endRebalance = (command: CommandOf<'EndRebalance'>, deployment: Deployment): Decision => {
  if (deployment.open?.rebalanceId !== command.rebalanceId) return [];
  const charged = microVutOf(command.charged);
  const { userId, deploymentId } = command;
  const [unsettled] = unsettledOrders(deployment);
  const detail = unsettled
    ? `the exchange did not confirm whether order ${unsettled.clientOrderId} was executed`
    : '';
  const failure = unsettled
    ? { code: 'ORDER_OUTCOME_UNKNOWN', detail }
    : (command.failure ?? noneTaken(deployment, command.rebalanceId));
  const paused: DeploymentEvent[] =
    unsettled && deployment.status === 'active'
      ? [
          {
            type: 'DeploymentPaused',
            data: { userId, deploymentId, reason: 'ORDER_OUTCOME_UNKNOWN', detail },
          },
        ]
      : [];
  const unsold = unsoldCoins(deployment);
  const done = { ...idsOf(command), charged };
  if (!failure)
    return [{ type: 'RebalanceCompleted', data: { ...done, ...(unsold.length > 0 && { unsold }) } }];
  const isSell = deployment.open.kind === 'sell' && ({ isSell: true } as const);
  const { code: reason } = failure;
  return [
    ...paused,
    { type: 'RebalanceFailed', data: { ...done, reason, detail: failure.detail, ...isSell } },
  ];
};
