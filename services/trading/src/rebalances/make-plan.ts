// Plans a rebalance from target weights and what the account holds now: for previews and for the real thing.
import {
  bandOf,
  type DeploymentEvent,
  type PlanInputsFact,
  QUOTE_CURRENCY,
  type Refusal,
  refuse,
} from '@tradeium/contracts';
import {
  fitBuys,
  type Market,
  type PlanInput,
  type PlannedOrder,
  type PlanOutcome,
  planOutcome,
  planRebalance,
  type RebalancePlan,
  type WantedBuy,
} from '@tradeium/portfolio';
import { addDecimals, subtractDecimals } from '../domain/decimal.ts';
import { type CreatedDeployment, turnoverOn } from '../domain/deployment-state.ts';
import { countedPrices, unpricedCoins } from '../domain/last-prices.ts';
import { cutsOf, limitsLeft } from '../domain/mandate.ts';
import { withinBooks } from '../domain/shares.ts';
import type { ExchangeAccount } from '../exchange/exchange-account.ts';
import { withOpenBuys } from './open-buys.ts';
import { keptWorth, rulesOfSale } from './sale.ts';

type Created = Extract<DeploymentEvent, { type: 'DeploymentCreated' }>['data'];
type Amounts = Readonly<Record<string, string>>;

/** How much worse than the reference price an order may fill: a thin book must not fill at any price. */
const LIMIT_MARGIN = 0.01;

export type Snapshot = {
  /** Free and locked. */
  readonly balances: readonly { readonly asset: string; readonly free: string; readonly locked: string }[];
  /** In USDT, as the exchange has them now; USDT itself is 1. */
  readonly prices: Amounts;
};

export const coinsOf = ({ settings }: Pick<Created, 'settings'>): string[] =>
  settings.portfolio.filter((entry) => entry !== QUOTE_CURRENCY);

/** The whole account. */
export const seenIn = async (account: ExchangeAccount, coins: readonly string[]): Promise<Snapshot> => {
  const [balances, prices] = await Promise.all([account.balances(), account.prices(coins)]);
  return { balances, prices: { ...prices, [QUOTE_CURRENCY]: '1' } };
};

/** The deployment's part of the account, with a share what its books say: the rest is left alone. */
export const snapshotOf = async (
  account: ExchangeAccount,
  { created, holdings }: Pick<CreatedDeployment, 'created' | 'holdings'>,
): Promise<Snapshot> => {
  const { balances, prices } = await seenIn(account, coinsOf(created));
  const managed = [QUOTE_CURRENCY, ...coinsOf(created)];
  const own = balances.filter(({ asset }) => managed.includes(asset));
  return { balances: created.share ? withinBooks(own, holdings ?? {}) : own, prices };
};

export const holdingsIn = ({ balances }: Pick<Snapshot, 'balances'>): Amounts =>
  Object.fromEntries(balances.map(({ asset, free, locked }) => [asset, addDecimals(free, locked)]));

/** The market as the planner sees it, with the costs that the backtest was run with. Without a price of now, no trade. */
const marketOf = async (account: ExchangeAccount, created: Created, prices: Amounts): Promise<Market> => {
  const rules = Object.entries(await account.rules(coinsOf(created)));
  return {
    prices,
    rules: Object.fromEntries(rules.filter(([coin]) => prices[coin] !== undefined)),
    feeRate: created.settings.fees,
    slippage: created.settings.slippage ?? 0,
    limitMargin: LIMIT_MARGIN,
  };
};

/** Of the coins, without USDT. */
const coinsIn = ({ balances }: Snapshot) =>
  balances
    .filter(({ asset }) => asset !== QUOTE_CURRENCY)
    .map(({ asset: coin, free, locked }) => ({ coin, free, locked }));

const freeOf = ({ balances }: Snapshot, asset: string): string =>
  balances.find((balance) => balance.asset === asset)?.free ?? '0';

/** The inputs of a plan besides prices and weights. */
export type PlanInputs = Omit<PlanInputsFact, 'candlesSha256' | 'engineSha256'>;
type Limits = PlanInputs['limits'];
type Weights = Readonly<Record<string, number>>;

const plannerInput = (
  { band, rules, buyable, sold, limits, ...inputs }: PlanInputs,
  prices: Amounts,
  weights: Weights,
): PlanInput => {
  const cuts = cutsOf(limits);
  return {
    ...inputs,
    rules: rules as Market['rules'],
    prices,
    weights,
    ...(band && { band }),
    ...(buyable && { buyable }),
    ...(sold && { cash: addDecimals(inputs.cash, keptWorth(inputs.holdings, prices, sold)) }),
    ...(cuts && { limits: cuts }),
  };
};

/** The same inputs, prices and weights give the same plan, whenever it is made. */
export const planOf = (inputs: PlanInputs, prices: Amounts, weights: Weights): RebalancePlan =>
  planRebalance(plannerInput(inputs, prices, weights));

/** The plan's outcome where only these of its orders are sent. */
export const outcomeOf = (
  { inputs, prices }: Pick<Planned, 'inputs' | 'prices'>,
  weights: Weights,
  orders: readonly PlannedOrder[],
): PlanOutcome => {
  const outcome = planOutcome(plannerInput(inputs, prices, weights), orders);
  const kept = inputs.sold ? keptWorth(inputs.holdings, prices, inputs.sold) : '0';
  return { ...outcome, cashAfter: subtractDecimals(outcome.cashAfter, kept) };
};

export type Planned = {
  readonly plan: RebalancePlan;
  /** Of coins that have none now, the last known ones. */
  readonly prices: Amounts;
  readonly inputs: PlanInputs;
  /** The holdings and prices that the plan was made from, before anything last known was added. */
  readonly seen: { readonly holdings: Amounts; readonly prices: Amounts };
};

type Limited = Pick<CreatedDeployment, 'created' | 'holdings' | 'mandate' | 'turnover'>;

const limitsAt = (deployment: Limited, now: string): NonNullable<Limits> =>
  limitsLeft(deployment.mandate, turnoverOn(deployment, now));

/**
 * `now`: the moment, ISO 8601: its UTC day says which turnover is left. `sold`: of a sell to USDT its coins, whose weights are 0:
 * no limit holds it up.
 */
export const planFor = async (
  account: ExchangeAccount,
  deployment: Limited & Pick<CreatedDeployment, 'lastPrices'>,
  weights: Weights,
  now: string,
  sold: readonly string[] | null = null,
): Promise<Planned | Refusal> => {
  const { created, lastPrices, mandate } = deployment;
  const snapshot = await snapshotOf(account, deployment);
  const seen = { holdings: holdingsIn(snapshot), prices: snapshot.prices };
  const prices = countedPrices(lastPrices, seen.prices);
  const [coin] = unpricedCoins(seen.holdings, prices);
  if (coin !== undefined) return refuse('PRICE_UNKNOWN', { coin });
  const { prices: _, limits: __, rules, ...market } = await marketOf(account, created, seen.prices);
  const band = bandOf(created.settings) ?? null;
  const holdings = [...(await withOpenBuys(account, coinsIn(snapshot), rules ?? {}))];
  const sale = sold && {
    sold: [...sold],
    rules: rules && rulesOfSale(rules, holdings, prices, mandate.order_max_usdt),
  };
  const inputs = {
    cash: freeOf(snapshot, QUOTE_CURRENCY),
    holdings,
    rules,
    ...market,
    limitMargin: LIMIT_MARGIN,
    band,
    buyable: mandate.coins,
    ...(sale ?? { limits: limitsAt(deployment, now) }),
  };
  return { plan: planOf(inputs, prices, weights), prices, inputs, seen };
};

/** The buys that the mandate allows and the current cash pays for. */
export const buysFor = async (
  account: ExchangeAccount,
  deployment: Limited,
  wanted: readonly WantedBuy[],
  now: string,
): Promise<ReturnType<typeof fitBuys>> => {
  const { created, mandate } = deployment;
  const snapshot = await snapshotOf(account, deployment);
  const market = await marketOf(account, created, snapshot.prices);
  const allowed = wanted.filter(({ coin }) => mandate.coins?.includes(coin) ?? true);
  const holdings = await withOpenBuys(account, coinsIn(snapshot), market.rules ?? {});
  const limits = cutsOf(limitsAt(deployment, now));
  return fitBuys(allowed, freeOf(snapshot, QUOTE_CURRENCY), {
    ...market,
    holdings,
    ...(limits && { limits }),
  });
};
