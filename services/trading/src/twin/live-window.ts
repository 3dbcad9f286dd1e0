// The days that were traded live, as the twin needs them: the first holdings, the trades and who made them.
import { QUOTE_CURRENCY } from '@tradeium/contracts';
import type { TwinFill, TwinStart } from '@tradeium/portfolio';
import type { FactOrder, LiveFact, RebalanceFact } from '../projections/live-facts.ts';

type ByCoin = Readonly<Record<string, number>>;
type Planned = NonNullable<RebalanceFact['plan']>;

export type LiveRebalance = {
  readonly at: number;
  readonly kind: 'scheduled' | 'manual';
  readonly weights: ByCoin;
  readonly prices: ByCoin;
  readonly fills: readonly TwinFill[];
};

/** A change that others made in the account. */
export type OutsideChange = {
  readonly at: number;
  /** Deposits less withdrawals, in USDT. */
  readonly deposit: number;
  readonly fills: readonly TwinFill[];
};

export type Happened = LiveRebalance | OutsideChange;

export type LiveWindow = {
  readonly start: TwinStart;
  readonly startValue: number;
  /** The first is a rebalance. */
  readonly happened: readonly [LiveRebalance, ...Happened[]];
};

const numbers = (amounts: Readonly<Record<string, string>>): ByCoin =>
  Object.fromEntries(Object.entries(amounts).map(([coin, amount]) => [coin, Number(amount)]));

/** A fee in USDT counts as one, a fee in the coin as less of it; others are paid from elsewhere. */
const fillOf = ({ coin, side, filled, quoteFilled, fees }: FactOrder): TwinFill | null => {
  const quantity = Number(filled);
  if (!(quantity > 0)) return null;
  return {
    coin,
    quantity: side === 'buy' ? quantity : -quantity,
    price: Number(quoteFilled) / quantity,
    fee: Number(fees[QUOTE_CURRENCY] ?? 0),
    coinFee: Number(fees[coin] ?? 0),
  };
};

/** Of a scheduled rebalance the close of its bar, at which the backtest trades; of one by hand its beginning. */
export const timeOf = ({ kind, barClose, startedAt }: RebalanceFact): number =>
  Date.parse(kind === 'scheduled' ? barClose : startedAt);

const fillsOf = ({ orders }: RebalanceFact): TwinFill[] => orders.flatMap((order) => fillOf(order) ?? []);

/** A sell to USDT is nothing that the strategy did: it counts as what its user traded alone. */
const rebalanceOf = (rebalance: RebalanceFact, plan: Planned): Happened => {
  const [at, fills] = [timeOf(rebalance), fillsOf(rebalance)];
  const { kind } = rebalance;
  if (kind === 'sell') return { at, deposit: 0, fills };
  return { at, kind, weights: plan.weights, prices: numbers(plan.prices), fills };
};

type Reconciled = NonNullable<LiveFact['reconciled']>;

/** A coin that came or went is money paid in or out, for which the account alone traded the coin. */
const changeOf = (at: string, { changes }: Reconciled): OutsideChange => ({
  at: Date.parse(at),
  deposit: changes.reduce((sum, { valueUsdt }) => sum + valueUsdt, 0),
  fills: changes.flatMap(({ asset, expected, actual, valueUsdt }) => {
    const quantity = Number(actual) - Number(expected);
    return asset === QUOTE_CURRENCY || quantity === 0
      ? []
      : [{ coin: asset, quantity, price: valueUsdt / quantity, fee: 0 }];
  }),
});

/** Events before a rebalance stay before it, though the backtest trades at the bar's very beginning. */
const inOrder = (happened: readonly Happened[]): Happened[] => {
  let latest = Number.POSITIVE_INFINITY;
  return happened
    .toReversed()
    .map((each) => {
      latest = Math.min(latest, each.at);
      return { ...each, at: latest };
    })
    .toReversed();
};

/** The account's holdings before the first rebalance: as they were seen last, without what was sold since. */
const startOf = (facts: readonly LiveFact[], value: string): TwinStart => {
  const seen = facts.findLastIndex(({ reconciled }) => reconciled);
  const held = numbers(facts[seen]?.reconciled?.holdings ?? { [QUOTE_CURRENCY]: value });
  const sold = facts.slice(seen + 1).flatMap(({ rebalance }) => (rebalance ? fillsOf(rebalance) : []));
  const rest = new Map(Object.entries(held));
  const add = (asset: string, amount: number) => rest.set(asset, (rest.get(asset) ?? 0) + amount);
  for (const { coin, quantity, price, fee } of sold) {
    add(coin, quantity);
    add(QUOTE_CURRENCY, -quantity * price - fee);
  }
  const { [QUOTE_CURRENCY]: cash = 0, ...units } = Object.fromEntries(rest);
  return { cash, units };
};

/** Null before the first rebalance of the strategy with a plan. */
export const liveWindow = (facts: readonly LiveFact[]): LiveWindow | null => {
  const first = facts.findIndex(({ rebalance }) => rebalance?.plan && rebalance.kind !== 'sell');
  const plan = facts[first]?.rebalance?.plan;
  if (!plan) return null;
  const happened = facts.slice(first).flatMap(({ at, rebalance, reconciled }): Happened[] => {
    if (rebalance?.plan) return [rebalanceOf(rebalance, rebalance.plan)];
    return reconciled && reconciled.changes.length > 0 ? [changeOf(at, reconciled)] : [];
  });
  return {
    start: startOf(facts.slice(0, first), plan.value),
    startValue: Number(plan.value),
    happened: inOrder(happened) as [LiveRebalance, ...Happened[]],
  };
};
