// Rebalances and other activities as the API shows them: what was wanted and what was done.
import { type ActivityEntry, type MicroVut, type TradingRebalance, toVut } from '@tradeium/contracts';
import { withoutNoise } from '../../deployments/without-noise.ts';
import type { HistoryOrder, ShownEntry, ShownRebalance } from '../../projections/history.ts';

type Planned = { readonly coin: string; readonly side: 'buy' | 'sell'; readonly notional: string };

/** The least that is still worth telling, in USDT. */
const LEFT_MIN_USDT = 0.01;

export const binsOf = (orders: readonly Planned[], side: Planned['side']) =>
  orders
    .filter((order) => order.side === side)
    .map(({ coin, notional }) => ({ coin, amount: Number(notional) }));

/** A coin may be traded in several orders. */
const perCoin = (bins: readonly { readonly coin: string; readonly amount: number }[]) =>
  [...new Set(bins.map(({ coin }) => coin))].map((coin) => ({
    coin,
    amount: bins.filter((each) => each.coin === coin).reduce((total, { amount }) => total + amount, 0),
  }));

/** The trades that a rebalance wanted and has not made. */
const remainingBins = (
  wanted: readonly Planned[],
  orders: readonly HistoryOrder[],
  side: Planned['side'],
): { coin: string; amount: number }[] =>
  perCoin(binsOf(wanted, side)).flatMap(({ coin, amount }) => {
    const done = orders
      .filter((order) => order.coin === coin && order.side === side)
      .reduce((sum, { filled, price }) => sum + Number(filled) * Number(price), 0);
    return amount - done >= LEFT_MIN_USDT ? [{ coin, amount: amount - done }] : [];
  });

const wantedIn = ({ plan }: ShownRebalance): Planned[] => (plan ? [...plan.sells, ...plan.buys] : []);

const orderView = ({ clientOrderId, quoteFilled, ...order }: HistoryOrder) => ({
  fill_price: Number(order.filled) > 0 ? Number(quoteFilled) / Number(order.filled) : null,
  fees: order.fees,
  client_order_id: clientOrderId,
  quote_filled: quoteFilled,
  coin: order.coin,
  side: order.side,
  quantity: order.quantity,
  price: order.price,
  notional: order.notional,
  status: order.status,
  filled: order.filled,
  reason: order.reason,
});

/** An order that was cut, or left out, when it was sent. */
const CUT = 'spent-on-fees';

/** Orders that a failed rebalance no longer sent: those of a coin are sent in the order of the plan. */
const unsentOf = ({ status, rebalance }: Pick<ShownEntry, 'status' | 'rebalance'>) => {
  const { plan = null, orders = [] } = rebalance ?? {};
  if (status !== 'failed' || !plan) return [];
  const planned = [...plan.sells, ...plan.buys];
  const isOf = (one: Planned) => (other: Planned) => one.coin === other.coin && one.side === other.side;
  return planned
    .filter((order, index) => {
      const before = planned.slice(0, index).filter(isOf(order)).length;
      return before >= orders.filter(isOf(order)).length;
    })
    .filter(({ coin }) => !plan.skipped.some((each) => each.coin === coin && each.reason === CUT))
    .map(({ coin, side, quantity, price, notional }) => ({ coin, side, quantity, price, notional }));
};

export const rebalanceView = ({
  _id,
  at,
  status,
  detail,
  rebalance,
}: ShownEntry): TradingRebalance | null => {
  if (!rebalance) return null;
  const { plan, orders, kind, charged } = rebalance;
  const wanted = wantedIn(rebalance);
  return withoutNoise({
    rebalance_id: _id,
    kind,
    status: status as TradingRebalance['status'],
    detail,
    positions: plan?.weights ?? {},
    rebalance_bins: {
      portfolio_value_usdt: Number(plan?.value ?? 0),
      sell_bins: binsOf(wanted, 'sell'),
      buy_bins: binsOf(wanted, 'buy'),
    },
    execution_result: {
      remaining_sell_bins: status === 'running' ? [] : remainingBins(wanted, orders, 'sell'),
      remaining_buy_bins: status === 'running' ? [] : remainingBins(wanted, orders, 'buy'),
    },
    orders: orders.map(orderView),
    unsent: unsentOf({ status, rebalance }),
    skipped: plan?.skipped ?? [],
    // No strategy decides a sell.
    data_timestamp: kind === 'sell' ? null : (plan?.dataTimestamp ?? null),
    decided_at: kind === 'sell' ? null : (plan?.decidedAt ?? null),
    timestamp: at,
    vut_cost: toVut(charged as MicroVut),
  });
};

const sum = (amounts: readonly string[]): number => amounts.reduce((total, each) => total + Number(each), 0);

const NO_TRADES = {
  trades_desired_count: 0,
  trades_count: 0,
  trades_executed_count: 0,
  volume_desired_usdt: 0,
  volume_usdt: 0,
  volume_executed_usdt: 0,
  vut_cost: 0,
};

/** Coins that were close enough to their targets, or that may not be bought: nothing was desired of them. A cut order was planned, and counts as that. */
const NOT_DESIRED = ['below-notional-min', 'below-lot', 'within-band', 'not-allowed', CUT];

/** Desired: planned, and skipped for lack of a market or money; trades: sent; executed: filled at least in part. */
const tradesOf = (rebalance: ShownRebalance) => {
  const missed = (rebalance.plan?.skipped ?? []).filter(({ reason }) => !NOT_DESIRED.includes(reason));
  const planned = wantedIn(rebalance);
  const wanted = [...planned, ...missed];
  const isPlanned = (coin: string) => planned.some((order) => order.coin === coin);
  const missedCoins = new Set(missed.map(({ coin }) => coin).filter((coin) => !isPlanned(coin)));
  const sent = rebalance.orders.filter(({ status }) => status !== 'not-sent');
  const filled = sent.filter((order) => Number(order.filled) > 0);
  return {
    trades_desired_count: planned.length + missedCoins.size,
    trades_count: sent.length,
    trades_executed_count: filled.length,
    volume_desired_usdt: sum(wanted.map(({ notional }) => notional)),
    volume_usdt: sum(sent.map(({ notional }) => notional)),
    volume_executed_usdt: sum(filled.map(({ quoteFilled }) => quoteFilled)),
    vut_cost: toVut(rebalance.charged as MicroVut),
    orders: rebalance.orders.map(orderView),
    skipped: rebalance.plan?.skipped ?? [],
  };
};

type ShownDeployment = Pick<ActivityEntry, 'mode' | 'backtest_session_id' | 'deployment_name'>;

/** Of what belongs to no deployment that is listed. */
export const NOWHERE: ShownDeployment = { mode: null, backtest_session_id: null, deployment_name: null };

const actionOf = ({ kind }: ShownRebalance): string => (kind === 'sell' ? 'sell' : `${kind}_rebalance`);

export const activityView = (activity: ShownEntry, place: ShownDeployment): ActivityEntry => {
  const {
    _id: id,
    at: timestamp,
    deploymentId: deployment_id,
    type,
    status,
    detail,
    rebalance,
    previousHash: hash,
  } = activity;
  const action_type = rebalance ? actionOf(rebalance) : type;
  const trades = rebalance ? { ...tradesOf(rebalance), unsent: unsentOf(activity) } : NO_TRADES;
  const shown = { id, timestamp, action_type, deployment_id, ...place, ...trades };
  return withoutNoise({ ...shown, status, detail, hash });
};
