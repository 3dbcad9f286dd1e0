// The data that operators read: rows of lists, the page of a user, figures over time, and the state of the system.
import { z } from 'zod';
import { PAYMENT_STATUSES } from '../constants.ts';
import { ACTION_KINDS } from '../events/admin.ts';
import { REBALANCE_KINDS, TRADING_MODES } from '../events/trading.ts';
import { OPERATOR_ROLES } from '../messages/operator-messages.ts';

const instant = z.iso.datetime();
const count = z.int().nonnegative();
/** VUT, with up to six decimals. */
const vut = z.number();

/** The answer of a list: all rows of the page, or, where `cursor` was given, the page with the next one's cursor. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.union([
    z.array(row),
    z.object({
      items: z.array(row),
      /** Of the next page; null at the end. */
      next_cursor: z.string().nullable(),
      /** How many rows match, or `TOTAL_MAX` for that many or more. */
      total: count,
    }),
  ]);

/** Matches beyond this are not counted, so that counting holds up no list. */
export const TOTAL_MAX = 10_000;

export const adminUser = z.object({
  user_id: z.string(),
  /** The same as `user_id`. */
  id: z.string(),
  username: z.string(),
  email: z.string(),
  vut_credits: vut,
  /** Tokens: a model's input and output. UTC days; a week is the last 7 days, a month the last 30, today included. */
  tokens_used_today: count,
  tokens_used_week: count,
  tokens_used_month: count,
  tokens_used_total: count,
  email_verified: z.boolean(),
  created_at: instant,
  locked: z.boolean(),
  role: z.enum(OPERATOR_ROLES).nullable(),
  last_seen_at: instant.nullable(),
});
export type AdminUser = z.infer<typeof adminUser>;

export const adminPayment = z.object({
  id: z.string(),
  user_id: z.string(),
  created_at: instant,
  /** Empty once the account is erased. */
  username: z.string(),
  email: z.string(),
  amount_usd: z.number(),
  /** Null until the payment is settled. */
  credits_issued: vut.nullable(),
  pay_currency: z.string().nullable(),
  /** In that currency, as the provider writes it: what has arrived, and what was to. */
  amount_paid: z.string().nullable(),
  amount_due: z.string().nullable(),
  status: z.enum(PAYMENT_STATUSES),
  confirmed_at: instant.nullable(),
  refunded_at: instant.nullable(),
  /** Why nothing was credited though the provider has the money; null in every other case. */
  held: z.string().nullable(),
});
export type AdminPayment = z.infer<typeof adminPayment>;

export const adminTrader = z.object({
  user_id: z.string(),
  username: z.string(),
  email: z.string(),
  has_api_keys: z.boolean(),
  exchange_name: z.string(),
  has_active_deployment: z.boolean(),
  strategy_chat_name: z.string().nullable(),
  strategy_backtest_name: z.string().nullable(),
  auto_rebalance_enabled: z.boolean(),
  rebalance_interval_hours: z.number().nullable(),
  last_rebalance_at: instant.nullable(),
  total_portfolio_value: z.number().nullable(),
  /** Percent, deposits and withdrawals left out. */
  total_return_percent: z.number().nullable(),
  positions_count: count.nullable(),
  /** When value, return and positions were last known. */
  valued_at: instant.nullable(),
  /** Of all the user's deployments. */
  active_deployments: count,
  /** Says if value, return and positions are of real money or of play money; null without an active deployment. */
  mode: z.enum(['paper', 'live']).nullable(),
});
export type AdminTrader = z.infer<typeof adminTrader>;

const topUser = z.object({
  user_id: z.string(),
  username: z.string(),
  email: z.string(),
  total_tokens: count,
});

export const adminUsage = z.object({
  tokens_used_today: count,
  tokens_used_week: count,
  tokens_used_month: count,
  tokens_used_total: count,
  /** Since the first day of the month, UTC. */
  tokens_used_this_month: count,
  /** 0 to 1: cached of all input tokens of this month. */
  cache_hit_rate: z.number(),
  top_users_by_usage: z.array(topUser),
});
export type AdminUsage = z.infer<typeof adminUsage>;

export const adminOverview = z.object({
  usage: z.object({
    total_users: count,
    total_vut_credits: vut,
    total_tokens_used_today: count,
    total_tokens_used_this_month: count,
    cache_hit_rate: z.number(),
    top_users_by_usage: z.array(topUser),
  }),
  payments: z.object({
    total_revenue: z.number(),
    revenue_today: z.number(),
    revenue_this_month: z.number(),
    successful_payments: count,
    pending_payments: count,
    recent_payments: z.array(adminPayment),
  }),
  signups: z.object({ signups_today: count, signups_this_month: count }),
});
export type AdminOverview = z.infer<typeof adminOverview>;

/** The figures of one hour or day (UTC); money in USD, credits in VUT. */
const metricsPoint = z.object({
  at: instant,
  signups: count,
  revenue_usd: z.number(),
  credits_granted: vut,
  credits_bought: vut,
  credits_spent: vut,
  input_tokens: count,
  cached_tokens: count,
  output_tokens: count,
  runs: count,
  failed_runs: count,
  rebalances: count,
  failed_rebalances: count,
});
export type MetricsPoint = z.infer<typeof metricsPoint>;

export const adminMetrics = z.object({
  step: z.enum(['hour', 'day']),
  /** One for each hour or day of the range, oldest first, also where nothing happened. */
  points: z.array(metricsPoint).max(800),
  /** Of the users who registered in the range: how many came how far. */
  conversion: z.object({
    registered: count,
    verified: count,
    first_run: count,
    first_purchase: count,
    first_rebalance: count,
  }),
});
export type AdminMetrics = z.infer<typeof adminMetrics>;

const CONTEXT_WORDS = ['account', 'credits', 'backtest', 'agent', 'trading', 'operator'] as const;
export type TimelineContext = (typeof CONTEXT_WORDS)[number];

export const timelineEntry = z.object({
  id: z.string(),
  at: instant,
  context: z.enum(CONTEXT_WORDS),
  /** The event's type, as stored. */
  type: z.string(),
  /** The event in plain words. */
  text: z.string(),
  tone: z.enum(['neutral', 'good', 'bad']),
  /** Its subject, where a list shows that. */
  link: z
    .object({ kind: z.enum(['run', 'payment', 'order', 'rebalance', 'action']), id: z.string() })
    .nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const ledgerLine = z.object({
  id: z.string(),
  at: instant,
  operation_type: z.string(),
  operation_id: z.string(),
  description: z.string(),
  /** The operation of the grant that it takes back; null for every other line. */
  reverses: z.string().nullable(),
  available_change: vut,
  reserved_change: vut,
  spent_change: vut,
  debt_change: vut,
});
export type AdminLedgerLine = z.infer<typeof ledgerLine>;

export const adminRun = z.object({
  id: z.string(),
  user_id: z.string(),
  username: z.string(),
  chat_name: z.string(),
  strategy: z.string(),
  status: z.enum(['running', 'completed', 'failed', 'erased']),
  started_at: instant,
  ended_at: instant.nullable(),
  coins: z.array(z.string()),
  timeframe: z.string(),
  from: z.string(),
  to: z.string(),
  charged_vut: vut.nullable(),
  /** Why it failed: an error of the catalogue in words, or what is wrong with the strategy; never its code. */
  failure: z.string().nullable(),
  line: z.int().nullable(),
});
export type AdminRun = z.infer<typeof adminRun>;

export const adminOrder = z.object({
  id: z.string(),
  user_id: z.string(),
  username: z.string(),
  deployment_id: z.string(),
  rebalance_id: z.string(),
  mode: z.enum(TRADING_MODES),
  kind: z.enum(REBALANCE_KINDS).nullable(),
  at: instant,
  coin: z.string(),
  side: z.enum(['buy', 'sell']),
  quantity: z.string(),
  limit_price: z.string(),
  notional_usdt: z.string(),
  status: z.enum(['sent', 'filled', 'partly-filled', 'rejected', 'unknown']),
  filled: z.string().nullable(),
  quote_filled: z.string().nullable(),
  exchange_order_id: z.string().nullable(),
  reason: z.string().nullable(),
});
export type AdminOrder = z.infer<typeof adminOrder>;

const adminDeployment = z.object({
  id: z.string(),
  mode: z.enum(TRADING_MODES),
  exchange: z.string(),
  chat_name: z.string(),
  folder_name: z.string(),
  status: z.enum(['active', 'paused', 'stopped', 'ended']),
  /** Why it is paused, stopped or ended; null while it is active. */
  reason: z.string().nullable(),
  auto_rebalance: z.boolean(),
  created_at: instant,
  last_rebalance_at: instant.nullable(),
  value_usdt: z.number().nullable(),
  return_percent: z.number().nullable(),
  valued_at: instant.nullable(),
});
export type AdminDeployment = z.infer<typeof adminDeployment>;

/** Everything about one account but its lists. Personal fields are empty once it is erased. */
export const adminUserPage = z.object({
  user: adminUser.extend({
    erased_at: instant.nullable(),
    second_factor: z.boolean(),
    storage_bytes: count,
  }),
  sessions: z
    .array(
      z.object({
        device: z.string().nullable(),
        started_at: instant,
        last_used_at: instant,
        expires_at: instant,
      }),
    )
    .max(100),
  balance: z.object({
    available: vut,
    reserved: vut,
    spent: vut,
    owed: vut,
    granted: vut,
    bought: vut,
    /** Bought and not refunded, in USD. */
    paid_usd: z.number(),
    /** True if all ledger entries of the account net to zero and sum to these balances. */
    adds_up: z.boolean(),
    entries: count,
  }),
  deployments: z.array(adminDeployment).max(100),
});
export type AdminUserPage = z.infer<typeof adminUserPage>;

export const adminAction = z.object({
  id: z.string(),
  kind: z.enum(ACTION_KINDS),
  /** `ordered`: on disk, but its end is not. */
  state: z.enum(['ordered', 'completed', 'refused']),
  actor_id: z.string(),
  /** The operator's name; empty for one whose account is erased. */
  actor: z.string(),
  user_id: z.string().nullable(),
  username: z.string(),
  /** The action in plain words. */
  text: z.string(),
  reason: z.string(),
  ordered_at: instant,
  completed_at: instant.nullable(),
  /** False where there was nothing left to do. */
  changed: z.boolean().nullable(),
  /** Why it was refused, in words. */
  refusal: z.string().nullable(),
});
export type AdminAction = z.infer<typeof adminAction>;

/** The answer of an action. */
export const actionAnswer = z.object({ message: z.string(), action_id: z.string(), changed: z.boolean() });

export const searchHit = z.object({
  kind: z.enum(['user', 'payment', 'run', 'order', 'deployment', 'action']),
  id: z.string(),
  /** Where it belongs; null for an action on the system. */
  user_id: z.string().nullable(),
  title: z.string(),
  detail: z.string(),
});
export type SearchHit = z.infer<typeof searchHit>;

const followed = z.object({
  service: z.string(),
  name: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  behind: count,
  parked: count.nullable(),
});

/** Null where what it comes from cannot be reached; `problems` says why. */
export const systemState = z.object({
  at: instant,
  problems: z.array(z.object({ part: z.string(), problem: z.string() })),
  services: z.array(
    z.object({
      name: z.string(),
      /** Of each running process; none: it does not answer. */
      processes: z.array(z.object({ id: z.string(), version: z.string(), started_at: instant })),
    }),
  ),
  read_models: z.array(
    followed.extend({
      /** Of a rebuild under way: how many of `of` messages are done. */
      rebuilding: z.object({ done: count, of: count }).nullable(),
    }),
  ),
  reactions: z.array(followed.extend({ oldest_parked_at: instant.nullable(), expired: count })),
  streams: z.array(z.object({ name: z.string(), messages: count, bytes: count })).nullable(),
  parked: z.array(
    z.object({
      service: z.string(),
      /** The reaction or read model that could not handle it. */
      name: z.string(),
      stream: z.string(),
      sequence: count,
      type: z.string(),
      reason: z.string(),
      parked_at: instant,
      /** A parked event of a read model is applied by a rebuild only. */
      can_retry: z.boolean(),
    }),
  ),
  workflows: z
    .object({
      failed: z.array(
        z.object({
          id: z.string(),
          type: z.string(),
          status: z.string(),
          started_at: instant,
          closed_at: instant.nullable(),
          /** In Temporal's own pages; null where their address is not set. */
          link: z.string().nullable(),
        }),
      ),
      running: count,
      queues: z.array(z.object({ name: z.string(), workers: count, backlog: count.nullable() })),
    })
    .nullable(),
});
export type SystemState = z.infer<typeof systemState>;

/** The progress of a long job of the system page; the last one has `done`. */
export const jobProgress = z.object({
  done: z.boolean(),
  handled: count,
  /** Of how many; null while unknown. */
  of: count.nullable(),
  /** Its findings in plain words: each once, in the order of finding. */
  findings: z.array(z.string()),
});
export type JobProgress = z.infer<typeof jobProgress>;

export const storageRow = z.object({
  user_id: z.string(),
  username: z.string(),
  bytes: count,
  results: count,
});
export type StorageRow = z.infer<typeof storageRow>;

/** An operator's action on the account as its user reads it: never who it was. */
export const operatorAction = z.object({
  id: z.string(),
  at: instant,
  text: z.string(),
  reason: z.string(),
  state: z.enum(['ordered', 'completed', 'refused']),
});
export type OperatorAction = z.infer<typeof operatorAction>;
