// Plans a rebalance from target weights and what the account holds now: for previews and for the real thing.
import { bandOf, type DeploymentEvent, type PlanInputsFact, QUOTE_CURRENCY } from '@tradeium/contracts';
import { fitBuys, type Market, planRebalance, type RebalancePlan, type WantedBuy } from '@tradeium/portfolio';
import type { ExchangeAccount } from '../exchange/exchange-account.ts';

type Created = Extract<DeploymentEvent, { type: 'DeploymentCreated' }>['data'];
type Amounts = Readonly<Record<string, string>>;

/** How much worse than the reference price an order may fill: a thin book must not fill at any price. */
const LIMIT_MARGIN = 0.01;

export type Snapshot = {
  /** Of the deployment's assets, free and locked. */
  readonly balances: readonly { readonly asset: string; readonly free: string; readonly locked: string }[];
  /** In USDT; USDT itself is 1. */
  readonly prices: Amounts;
};

export const coinsOf = ({ settings }: Pick<Created, 'settings'>): string[] =>
  settings.portfolio.filter((entry) => entry !== QUOTE_CURRENCY);

/** What the deployment manages of the account: other assets are left alone. */
export const snapshotOf = async (account: ExchangeAccount, coins: readonly string[]): Promise<Snapshot> => {
  const [balances, prices] = await Promise.all([account.balances(), account.prices(coins)]);
  const managed = [QUOTE_CURRENCY, ...coins];
  return {
    balances: balances.filter(({ asset }) => managed.includes(asset)),
    prices: { ...prices, [QUOTE_CURRENCY]: '1' },
  };
};

/** The market as the planner sees it, with the costs that the backtest was run with. */
const marketOf = async (account: ExchangeAccount, created: Created, prices: Amounts): Promise<Market> => ({
  prices,
  rules: await account.rules(coinsOf(created)),
  feeRate: created.settings.fees,
  slippage: created.settings.slippage ?? 0,
  limitMargin: LIMIT_MARGIN,
});

const freeOf = ({ balances }: Snapshot, asset: string): string =>
  balances.find((balance) => balance.asset === asset)?.free ?? '0';

/** What a plan follows from, beside prices and weights. */
export type PlanInputs = Omit<PlanInputsFact, 'candlesSha256' | 'engineSha256'>;

/** The same inputs, prices and weights give the same plan, whenever it is made. */
export const planOf = (
  { band, rules, ...inputs }: PlanInputs,
  prices: Amounts,
  weights: Readonly<Record<string, number>>,
): RebalancePlan =>
  planRebalance({ ...inputs, rules: rules as Market['rules'], prices, weights, ...(band && { band }) });

export type Planned = {
  readonly plan: RebalancePlan;
  readonly prices: Amounts;
  readonly inputs: PlanInputs;
};

export const planFor = async (
  account: ExchangeAccount,
  created: Created,
  weights: Readonly<Record<string, number>>,
): Promise<Planned> => {
  const snapshot = await snapshotOf(account, coinsOf(created));
  const holdings = snapshot.balances
    .filter(({ asset }) => asset !== QUOTE_CURRENCY)
    .map(({ asset: coin, free, locked }) => ({ coin, free, locked }));
  const { prices, ...market } = await marketOf(account, created, snapshot.prices);
  const band = bandOf(created.settings) ?? null;
  const inputs = {
    cash: freeOf(snapshot, QUOTE_CURRENCY),
    holdings,
    ...market,
    limitMargin: LIMIT_MARGIN,
    band,
  };
  return { plan: planOf(inputs, prices, weights), prices, inputs };
};

/** The buys that the cash pays for which is there now. */
export const buysFor = async (
  account: ExchangeAccount,
  created: Created,
  wanted: readonly WantedBuy[],
): Promise<ReturnType<typeof fitBuys>> => {
  const snapshot = await snapshotOf(account, coinsOf(created));
  const market = await marketOf(account, created, snapshot.prices);
  return fitBuys(wanted, freeOf(snapshot, QUOTE_CURRENCY), market);
};
