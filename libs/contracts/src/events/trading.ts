// The facts of live trading: a user's exchange keys and deployments, and what each deployment did.
import { z } from 'zod';
import { PRIVATE_STRATEGY_ID } from '../constants.ts';
import { microVutOrZero } from '../money-schema.ts';
import { parameterValues } from '../parameter-schema.ts';
import { runSettings } from './backtest.ts';
import { decimal } from './decimal.ts';
import { eventOf } from './event.ts';
import { refusalWord } from './refusal-word.ts';
import { noticeAggregateEvents } from './trading-notices.ts';
import { outsideUsdt, share, shareFacts } from './trading-share.ts';

const userId = z.string();
const exchange = z.string();
const side = z.enum(['buy', 'sell']);
const stops = z.int().nonnegative();

/** `paper` trades play money at the paper exchange, `live` the user's account. */
export const TRADING_MODES = ['paper', 'live'] as const;
export type TradingMode = (typeof TRADING_MODES)[number];

/** The causes of a rebalance: the close of a bar, or its user; `sell` sells coins to USDT, whatever the strategy says. */
export const REBALANCE_KINDS = ['scheduled', 'manual', 'sell'] as const;
export type RebalanceKind = (typeof REBALANCE_KINDS)[number];

const coins = z.array(z.string().max(20)).max(50);

/** The limits that a user sets for a deployment; null: no limit. Enforced outside strategies and agents. */
export const mandate = z.object({
  /** The largest notional of one order. */
  order_max_usdt: z.number().positive().max(1e12).nullable(),
  /** Bought and sold in one UTC day, at most. */
  daily_turnover_max_usdt: z.number().positive().max(1e12).nullable(),
  /** Below its highest value by so much, the deployment stops; a warning comes at 80 % of it. */
  drawdown_stop_percent: z.number().positive().max(100).nullable(),
  /** The coins that it may buy. */
  coins: z.array(z.string().max(20)).max(50).nullable(),
  /** From then on it sends no orders. */
  expires_at: z.iso.datetime().nullable(),
  /** The effect of its drawdown stop on the coins that are held: they stay as they are, or are sold to USDT. */
  on_drawdown: z.enum(['pause', 'sell']),
  /** The effect of the largest order and the turnover of a day on a larger order: it is sent smaller, or the rebalance ends. */
  on_limit: z.enum(['cut', 'stop']),
});
export type Mandate = z.infer<typeof mandate>;

/** The meaning of a mandate without a choice. */
export const mandateDefaults = {
  on_drawdown: mandate.shape.on_drawdown.default('pause'),
  on_limit: mandate.shape.on_limit.default('cut'),
} as const;

export const NO_MANDATE: Mandate = {
  order_max_usdt: null,
  daily_turnover_max_usdt: null,
  drawdown_stop_percent: null,
  coins: null,
  expires_at: null,
  on_drawdown: 'pause',
  on_limit: 'cut',
};

export const keyPermissions = z.object({
  read: z.boolean(),
  trade: z.boolean(),
  /** Null where the exchange does not report it. */
  withdraw: z.boolean().nullable(),
});

/** Keys and deployments of one user; the keys themselves are sealed elsewhere. */
const traderEvents = z.discriminatedUnion('type', [
  /** `replaces`: the key that was stored until now. */
  eventOf('KeysConnected', {
    userId,
    exchange,
    keyId: z.string(),
    isTestnet: z.boolean(),
    permissions: keyPermissions,
    clockOffsetMs: z.number(),
    isIpRestricted: z.boolean().nullable(),
    replaces: z.string().nullable(),
  }),
  eventOf('KeysRemoved', { userId, exchange, keyId: z.string() }),
  /** The chat's deployment from now on. `replaces`: the previous one, which ends. */
  eventOf('DeploymentOpened', {
    userId,
    deploymentId: z.string(),
    chatId: z.string(),
    mode: z.enum(TRADING_MODES),
    exchange,
    replaces: z.string().nullable(),
    /** Missing: it manages the whole account. */
    share: share.optional(),
  }),
  /** It was stopped or ended, which frees its place. `stops`: how often it had been, with this one. `isEnded`: it can't be resumed. */
  eventOf('DeploymentClosed', {
    userId,
    deploymentId: z.string(),
    stops,
    isEnded: z.literal(true).optional(),
  }),
  /** It takes a place again, to be resumed. `stops`: how often it had been stopped. */
  eventOf('DeploymentReopened', { userId, deploymentId: z.string(), stops }),
  /** The user stopped everything at once. `stops`: of each deployment, in their order. */
  eventOf('TradingStopped', {
    userId,
    deploymentIds: z.array(z.string()).max(1_000),
    stops: z.array(stops).max(1_000),
  }),
  /** The account is deleted: nothing can be connected or deployed any more. */
  eventOf('TraderErased', { userId, deploymentIds: z.array(z.string()).max(1_000) }),
]);

const deployment = { userId, deploymentId: z.string() } as const;
const rebalance = { ...deployment, rebalanceId: z.string() } as const;

const plannedOrder = z.object({
  coin: z.string(),
  side,
  quantity: decimal,
  /** The reference price, on the market's tick. */
  price: decimal,
  notional: decimal,
  /** The price that is sent: it fills at this or better, or not at all. */
  limitPrice: decimal,
});

export const skippedCoin = z.object({ coin: z.string(), side, notional: decimal, reason: z.string() });

export const coinDrift = z.record(z.string(), z.object({ weight: z.number(), target: z.number() }));

const marketRules = z.object({
  coin: z.string(),
  tickSize: z.string(),
  lotSize: z.string(),
  amountMin: z.string(),
  amountMax: z.string(),
  notionalMin: z.string(),
  notionalMax: z.string().optional(),
  positionMax: z.string().optional(),
  buyPriceMax: z.string().optional(),
  sellPriceMin: z.string().optional(),
});

/** `openBuys`: what open orders would buy and others in the account hold, where the market limits how much an account may have. */
const holding = z.object({ coin: z.string(), free: decimal, locked: decimal, openBuys: decimal.optional() });

/** The inputs of a plan besides its weights and prices: with it the plan can be recomputed, byte for byte. */
const planInputs = z.object({
  cash: decimal,
  holdings: z.array(holding).max(50),
  rules: z.record(z.string(), marketRules).nullable(),
  feeRate: z.number(),
  slippage: z.number(),
  limitMargin: z.number(),
  band: z.object({ width: z.number(), to: z.enum(['target', 'edge']) }).nullable(),
  /** The coins that the mandate allows to buy; null: all. */
  buyable: z.array(z.string().max(20)).max(50).nullable(),
  /** Of a sell to USDT, the coins that are sold; others count and are left as they are. `rules` has the mandate's largest order. */
  sold: coins.optional(),
  /** The limits that the mandate left for orders: the largest one, and all of the day together; null: no limit. */
  limits: z
    .object({
      orderMax: z.number().positive().nullable(),
      turnoverLeft: z.number().nonnegative().nullable(),
      onLimit: mandate.shape.on_limit,
    })
    .optional(),
  /** Of the file of candles that the strategy read, and of the code that plans. */
  candlesSha256: z.string(),
  engineSha256: z.string(),
});
export type PlanInputsFact = z.infer<typeof planInputs>;

/** The causes of a refusal besides the order itself: the time of the request, its keys, or the server that sent it. */
const REJECTION_CAUSES = ['clock', 'keys', 'server'] as const;

/** Which order, in whichever event. */
const order = { ...rebalance, clientOrderId: z.string() } as const;

/**
 * The outcome of an order. `fees`: by asset. `feePrices`: in USDT, of the assets besides USDT and the coin in which fees were
 * paid, when that became known; one without a price is missing.
 */
const orderResult = {
  exchangeOrderId: z.string(),
  filled: decimal,
  quoteFilled: decimal,
  fees: z.record(z.string(), decimal),
  feePrices: z.record(z.string(), decimal).optional(),
  fillIds: z.array(z.string()).max(2_000),
} as const;

const amounts = z.record(z.string(), decimal);

/** How an order that was unknown turned out. */
const resolution = z.discriminatedUnion('found', [
  z.object({ found: z.literal(true), ...orderResult }),
  /** The exchange does not have it: it was never accepted. */
  z.object({ found: z.literal(false) }),
]);

/** `peak`: the highest value, as a multiple of the one when the deployment was replaced. */
const countedSoFar = z.object({
  turnover: z.object({ day: z.string(), usdt: z.number() }),
  peak: z.number().min(1),
});
export type CountedSoFar = z.infer<typeof countedSoFar>;

const deploymentEvents = z.discriminatedUnion('type', [
  /** A copy of what was tested: later changes to the chat do not reach it. */
  eventOf('DeploymentCreated', {
    ...deployment,
    chatId: z.string(),
    runId: z.string(),
    folderName: z.string(),
    displayName: z.string(),
    mode: z.enum(TRADING_MODES),
    exchange,
    isTestnet: z.boolean(),
    /** SHA-256 of the strategy's source, which is stored sealed; null for the private strategy. */
    codeSha256: z.string().nullable(),
    privateStrategyId: z.literal(PRIVATE_STRATEGY_ID).nullable(),
    settings: runSettings,
    /** The value of every parameter that the strategy declares, as the result had it. */
    parameters: parameterValues,
    /** Play money that it starts with; null when live. */
    paperCapital: z.number().positive().nullable(),
    mandate,
    createdAt: z.iso.datetime(),
    /** By account: what the deployments that it replaces have counted there towards its limits. */
    counted: z.record(z.string(), countedSoFar).optional(),
    /** Of the one that it replaces in the same account: the newest known prices of its coins, for those that have none now. */
    lastPrices: z.record(z.string(), z.object({ price: decimal, at: z.iso.datetime() })).optional(),
    ...shareFacts,
  }),
  eventOf('AutoRebalanceSwitchedOn', deployment),
  eventOf('AutoRebalanceSwitchedOff', deployment),
  eventOf('MandateChanged', { ...deployment, mandate: mandate }),
  /** It sends no orders until its user resumes it. */
  eventOf('DeploymentPaused', { ...deployment, reason: refusalWord, detail: z.string() }),
  eventOf('DeploymentResumed', deployment),
  /** The kill switch, used by the user or an operator; the drawdown stop; or the lock of the account. */
  eventOf('DeploymentStopped', {
    ...deployment,
    reason: z.enum(['by-user', 'by-operator', 'account-locked', 'drawdown']),
    /** By the switch that stops all deployments of its user. */
    withAll: z.literal(true).optional(),
    /** By its drawdown, whose mandate says so: everything that it holds is sold to USDT. */
    thenSell: z.literal(true).optional(),
    /** Which stop of the deployment this is, where a sell follows: 1 for the first. */
    stop: z.int().positive().optional(),
  }),
  /** Permanently. */
  eventOf('DeploymentEnded', {
    ...deployment,
    reason: z.enum(['replaced', 'account-deleted', 'chat-deleted', 'refused']),
  }),
  /** The lock: until this rebalance has ended there is no other one. `barClose`: the bar it decides on. */
  eventOf('RebalanceStarted', {
    ...rebalance,
    kind: z.enum(REBALANCE_KINDS),
    barClose: z.iso.datetime(),
    startedAt: z.iso.datetime(),
    /** The coins that a sell is about; all of the deployment if absent. */
    coins: coins.optional(),
  }),
  eventOf('RebalancePlanned', {
    ...rebalance,
    value: decimal,
    weights: z.record(z.string(), z.number()),
    prices: amounts,
    sells: z.array(plannedOrder).max(100),
    buys: z.array(plannedOrder).max(50),
    /** The planned buys, before it is known how much cash the sells brought. */
    wantedBuys: z.array(z.object({ coin: z.string(), notional: decimal })).max(50),
    skipped: z.array(skippedCoin).max(100),
    drift: z.object({ before: coinDrift, after: coinDrift }),
    costAtMost: decimal,
    /** Close of the newest bar that the strategy knew. */
    dataTimestamp: z.iso.datetime(),
    /** Close of the bar on which the strategy decided on these weights. */
    decidedAt: z.iso.datetime(),
    inputs: planInputs,
  }),
  /** Less is sent of an order than planned, or nothing: earlier orders have taken from its coin since, or used up more of the limits. */
  eventOf('OrderCut', { ...rebalance, leg: z.string(), ...skippedCoin.shape }),
  /**
   * On disk before the order is sent. `sentBy` is unique to the one attempt that may send it. `insteadOf`: the order that
   * the exchange refused for its time alone, and that this one repeats.
   */
  eventOf('OrderIntended', {
    ...order,
    leg: z.string(),
    ...plannedOrder.shape,
    at: z.iso.datetime(),
    sentBy: z.string(),
    insteadOf: z.string().optional(),
  }),
  eventOf('OrderFilled', { ...order, ...orderResult }),
  /** Closed with a part of it filled, or nothing. */
  eventOf('OrderPartlyFilled', { ...order, ...orderResult }),
  /** Nothing was bought or sold. */
  eventOf('OrderRejected', {
    ...order,
    by: z.enum(['exchange', 'us']),
    reason: z.string(),
    cause: z.enum(REJECTION_CAUSES).optional(),
    /** Where there were too many in the market: how many, and how many of them are not ours. */
    openOrders: z.object({ all: z.int(), others: z.int() }).optional(),
  }),
  /** The exchange may have it or not. */
  eventOf('OrderUnknown', { ...order, reason: z.string() }),
  /** `late`: what was filled after the order had ended; null for an order whose outcome was not known. */
  eventOf('OrderResolved', {
    ...order,
    outcome: resolution,
    late: z.object({ coin: z.string(), side, filled: decimal }).nullable(),
  }),
  /** `unsold`: coins of a sell of which something is left that the exchange could have taken. */
  eventOf('RebalanceCompleted', { ...rebalance, charged: microVutOrZero, unsold: coins.optional() }),
  eventOf('RebalanceFailed', {
    ...rebalance,
    charged: microVutOrZero,
    reason: refusalWord,
    detail: z.string(),
    isSell: z.literal(true).optional(),
  }),
  /** The deployment's holdings in the account, against what our events say; `changes`: what others did there. */
  eventOf('AccountReconciled', {
    ...deployment,
    holdings: amounts,
    changes: z
      .array(z.object({ asset: z.string(), expected: decimal, actual: decimal, valueUsdt: z.number() }))
      .max(100),
    /** Of a share: what its next deposit is counted from. */
    outside: outsideUsdt.optional(),
  }),
  /** `flowUsdt`: deposits less withdrawals since the last one. `index`: value without these, 1 at the start. */
  eventOf('PortfolioValued', {
    ...deployment,
    valueUsdt: z.number(),
    flowUsdt: z.number(),
    index: z.number(),
    /** Of the coins that had one at `pricedAt`; others count with their last known price. */
    prices: amounts,
    pricedAt: z.iso.datetime(),
  }),
  eventOf('DrawdownWarned', { ...deployment, drawdownPercent: z.number() }),
  /** Coins that the exchange does not trade now, so that plans leave them out; `added`: those that the plan before still had. */
  eventOf('CoinsLeftOut', { ...deployment, coins, added: coins }),
]);

export type TraderEvent = z.infer<typeof traderEvents>;
export type DeploymentEvent = z.infer<typeof deploymentEvents>;

/** The events of the trading context, by aggregate. */
export const tradingEvents = {
  trader: { context: 'trading', name: 'trader', events: traderEvents },
  deployment: {
    context: 'trading',
    name: 'deployment',
    events: deploymentEvents,
    personal: { DeploymentCreated: { folderName: '', displayName: '', parameters: {} } },
  },
  notices: noticeAggregateEvents,
} as const;
