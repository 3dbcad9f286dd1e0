// The answers of the live trading routes: deployments, rebalances, activity.
import { z } from 'zod';
import {
  COINS,
  PAPER_CAPITAL_MAX,
  PAPER_CAPITAL_MIN,
  PORTFOLIO_ENTRIES_MAX,
  TIMEFRAMES,
} from '../constants.ts';
import { runSettings } from '../events/backtest.ts';
import { decimal } from '../events/decimal.ts';
import {
  coinDrift,
  mandate,
  mandateDefaults,
  REBALANCE_KINDS,
  skippedCoin,
  TRADING_MODES,
} from '../events/trading.ts';
import { share } from '../events/trading-share.ts';
import { id, namesEachOnce } from './route.ts';

const instant = z.iso.datetime();
const policy = runSettings.pick({ drift_band_percent: true, drift_band_to: true, rebalance_every: true });

/** How a deployment or an account is labelled wherever it is shown. */
const TRADING_LABELS = ['paper', 'testnet', 'live'] as const;

const DEPLOYMENT_STATUSES = ['active', 'paused', 'stopped', 'ended'] as const;

const LIMIT_MIN = 0.01;

const limitUpTo = (most: number) =>
  z.number('MANDATE_INVALID').min(LIMIT_MIN, 'MANDATE_INVALID').max(most, 'MANDATE_INVALID').nullable();

const isCoin = (coin: string): boolean => (COINS as readonly string[]).includes(coin);

/** A mandate as a user sets it: stored ones may hold less sensible limits. */
export const mandateInput = mandate.extend({
  ...mandateDefaults,
  order_max_usdt: limitUpTo(1e12),
  daily_turnover_max_usdt: limitUpTo(1e12),
  drawdown_stop_percent: limitUpTo(100),
  coins: z
    .array(z.string().refine(isCoin, 'MANDATE_COINS_INVALID'), 'MANDATE_COINS_INVALID')
    .min(1, 'MANDATE_COINS_INVALID')
    .max(COINS.length, 'MANDATE_COINS_INVALID')
    .refine(namesEachOnce, 'MANDATE_COINS_INVALID')
    .nullable(),
});

/** USDT, to the cent. */
export const paperCapital = z
  .number({ error: 'PAPER_CAPITAL_INVALID' })
  .min(PAPER_CAPITAL_MIN, 'PAPER_CAPITAL_INVALID')
  .max(PAPER_CAPITAL_MAX, 'PAPER_CAPITAL_INVALID')
  .refine((usdt) => /^\d+(\.\d\d?)?$/.test(String(usdt)), 'PAPER_CAPITAL_INVALID');

/** Why keys are refused when they are tried at the exchange. */
export const KEY_PROBLEMS = [
  'API_KEYS_WRONG',
  'API_KEYS_CANNOT_READ',
  'API_KEYS_CANNOT_TRADE',
  'API_KEYS_CAN_WITHDRAW',
  'EXCHANGE_CLOCK_DIFFERS',
  'EXCHANGE_REFUSED',
  'EXCHANGE_UNAVAILABLE',
] as const;

export const deployment = z.object({
  id,
  backtest_session_id: z.string(),
  backtest_folder_name: z.string(),
  folder_display_name: z.string(),
  run_id: z.string(),
  mode: z.enum(TRADING_MODES),
  exchange: z.string(),
  is_testnet: z.boolean(),
  look: z.enum(TRADING_LABELS),
  status: z.enum(DEPLOYMENT_STATUSES),
  /** Why it is paused or stopped, as text. */
  status_reason: z.string().nullable(),
  /** Who stopped it; null unless it is stopped. */
  stopped_by: z.enum(['user', 'drawdown', 'operator']).nullable(),
  /** True if it rebalances automatically. */
  enabled: z.boolean(),
  timeframe: z.enum(TIMEFRAMES),
  portfolio: z.array(z.string()).max(PORTFOLIO_ENTRIES_MAX),
  /** Fractions, as in the backtest. */
  fees: z.number(),
  /** Its rebalance policy; absent where every drift is traded at every bar. */
  ...policy.shape,
  is_private: z.boolean(),
  /** Play money at its start; null when live. */
  paper_capital_usdt: z.number().nullable(),
  created_at: instant,
  mandate,
  /** The share of the account that it manages; null: all of it. */
  share: share.nullable(),
});
export type TradingDeployment = z.infer<typeof deployment>;

/** Its place was taken by a newer one of the same chat. */
export const endedDeployment = deployment.extend({ ended_at: instant });
export type EndedDeployment = z.infer<typeof endedDeployment>;

export const rebalanceTimes = {
  last_rebalance_at: instant.nullable(),
  next_rebalance_at: instant.nullable(),
  /** `2 hours ago`, `in 5 minutes`. */
  last_rebalance_relative: z.string().nullable(),
  next_rebalance_relative: z.string().nullable(),
} as const;

export const deploymentStatus = deployment.extend({
  ...rebalanceTimes,
  eea_flag: z.boolean(),
  api_key_prefix: z.string().nullable(),
  portfolio_value_usdt: z.number().nullable(),
  /** Since the start, deposits and withdrawals taken out. */
  return_percent: z.number().nullable(),
  drawdown_percent: z.number().nullable(),
  /** The moment of value, return and drawdown; null before the account was first valued. */
  valued_at: instant.nullable(),
  /** The drawdown is close to its stop at that moment. */
  drawdown_warning: z.boolean(),
  turnover_today_usdt: z.number(),
  /** A rebalance is under way. */
  rebalance_id: z.string().nullable(),
});
export type DeploymentStatus = z.infer<typeof deploymentStatus>;

const position = z.object({
  asset: z.string(),
  free: decimal,
  locked: decimal,
  value_usdt: z.number().nullable(),
  percent: z.number().nullable(),
  price_usdt: z.number().nullable(),
  /** When the exchange had this price, which counts while it has none now; null for a price of now. */
  priced_at: instant.nullable(),
  /** Of the coins that the deployment bought, fees included; null where it bought none. */
  average_entry_usdt: z.number().nullable(),
  /** Assets in which fees were paid that the average leaves out: their price was not known. */
  unpriced_fees: z.array(z.string()).optional(),
  profit_loss_usdt: z.number().nullable(),
  profit_loss_percent: z.number().nullable(),
});

export const positions = z.object({
  positions: z.array(position).max(1_000),
  total_usdt: z.number(),
  /** The value that the deployment manages of it: its coins and USDT; null while the price of one of them is missing. */
  managed_usdt: z.number().nullable(),
  /** Of the account behind the keys: the USDT that a new share can have, and what percentages of it are left. */
  free_usdt: z.number().nullable(),
  free_percent: z.number().nullable(),
  /** Of a share: what else is in the account. */
  elsewhere_usdt: z.number().nullable(),
  /** Of the deployment, at the same prices; null without one, before its account was first valued, and while a price is missing. */
  return_percent: z.number().nullable(),
  mode: z.enum(TRADING_MODES),
  is_testnet: z.boolean(),
  at: instant,
});

const tradeOrder = z.object({
  coin: z.string(),
  side: z.enum(['buy', 'sell']),
  quantity: decimal,
  price: decimal,
  notional: decimal,
});

const executedOrder = tradeOrder.extend({
  client_order_id: z.string(),
  /** `not-filled`: it ended without a fill. `not-sent`: it was recorded but never sent. */
  status: z.enum([
    'sent',
    'filled',
    'partly-filled',
    'not-filled',
    'rejected',
    'unknown',
    'not-found',
    'not-sent',
  ]),
  filled: decimal,
  quote_filled: decimal,
  /** Average of its fills, in USDT; null before the first one. */
  fill_price: z.number().nullable(),
  /** By asset. */
  fees: z.record(z.string(), decimal),
  reason: z.string().nullable(),
});

const bins = z.array(z.object({ coin: z.string(), amount: z.number() })).max(100);
const rebalanceBins = z.object({ portfolio_value_usdt: z.number(), sell_bins: bins, buy_bins: bins });
const positionsByCoin = z.record(z.string(), z.number());
const skipped = z.array(skippedCoin).max(100);
const drift = z.object({ before: coinDrift, after: coinDrift });

/** A rebalance's trade in a coin of the portfolio, USDT among them. */
const previewRow = z.object({
  coin: z.string(),
  /** Fractions of the portfolio. */
  now: z.number(),
  target: z.number(),
  after: z.number(),
  side: z.enum(['buy', 'sell']).nullable(),
  /** The trade that would reach the target, and what is ordered of it. */
  wanted_usdt: z.number(),
  ordered_usdt: z.number(),
  quantity: decimal,
  /** Null: there is nothing to order. */
  state: z.enum(['sent', 'cut', 'not-sent']).nullable(),
  /** Why this one is cut or not sent, as in `skipped`; null where `held_up` says it for all. */
  reason: z.string().nullable(),
});
export type PreviewRow = z.infer<typeof previewRow>;

export const rebalancePreview = z.object({
  /** Target weights; what is left over stays in USDT. */
  positions: positionsByCoin,
  rebalance_bins: rebalanceBins,
  /** Those that go out. */
  orders: z.array(tradeOrder).max(100),
  rows: z.array(previewRow).max(60),
  totals: z.object({
    sold_usdt: z.number(),
    bought_usdt: z.number(),
    /** Of the exchange, as expected. */
    fees_usdt: z.number(),
    cash_after_usdt: z.number(),
  }),
  skipped,
  drift,
  cost_at_most_usdt: z.number(),
  /** Why no order goes out, or none after `orders`: what holds up a rebalance as a whole; null when all of the plan goes out. */
  held_up: z.string().nullable(),
  /** The code of `held_up`. */
  held_up_code: z.string().nullable(),
  vut_cost: z.number(),
  data_timestamp: instant,
  /** Close of the bar on which the strategy decided last. */
  decided_at: instant,
  timestamp: instant,
});
export type RebalancePreview = z.infer<typeof rebalancePreview>;

export const tradingRebalance = z.object({
  rebalance_id: z.string(),
  kind: z.enum(REBALANCE_KINDS),
  status: z.enum(['running', 'completed', 'failed']),
  /** Why it failed or did nothing, as text. */
  detail: z.string().nullable(),
  positions: positionsByCoin,
  rebalance_bins: rebalanceBins,
  execution_result: z.object({ remaining_sell_bins: bins, remaining_buy_bins: bins }),
  orders: z.array(executedOrder).max(200),
  /** Planned orders that a failed rebalance no longer sent; `detail` says why. */
  unsent: z.array(tradeOrder).max(100).optional(),
  skipped,
  data_timestamp: instant.nullable(),
  decided_at: instant.nullable(),
  timestamp: instant,
  vut_cost: z.number(),
});
export type TradingRebalance = z.infer<typeof tradingRebalance>;

export const activityEntry = z.object({
  id: z.string(),
  timestamp: instant,
  action_type: z.string(),
  mode: z.enum(TRADING_MODES).nullable(),
  backtest_session_id: z.string().nullable(),
  deployment_id: z.string().nullable(),
  /** The name that its user gave the deployed result. */
  deployment_name: z.string().nullable(),
  trades_desired_count: z.int(),
  trades_count: z.int(),
  trades_executed_count: z.int(),
  volume_desired_usdt: z.number(),
  volume_usdt: z.number(),
  volume_executed_usdt: z.number(),
  vut_cost: z.number(),
  status: z.string(),
  detail: z.string().nullable(),
  orders: z.array(executedOrder).max(200).optional(),
  unsent: z.array(tradeOrder).max(100).optional(),
  skipped: skipped.optional(),
  /** Of the commit that it comes from. */
  hash: z.string().nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

/** Between a deployment and the backtest of the same time, at the newest bar that has closed. */
export const twinGap = z.object({
  /** Nothing traded yet, no bar closed since, there, or not made for the newest bar (`problem` says why). */
  state: z.enum(['not-started', 'waiting', 'ready', 'failed']),
  problem: z.string().nullable(),
  split: z
    .object({
      timestamp: instant,
      twin_usdt: z.number(),
      live_usdt: z.number(),
      /** In USDT; together they are what the deployment is worth more (positive) or less than its backtest. */
      parts: z.object({
        signal: z.number(),
        timing: z.number(),
        price: z.number(),
        fee: z.number(),
        skipped: z.number(),
      }),
    })
    .nullable(),
});
export type TwinGap = z.infer<typeof twinGap>;
