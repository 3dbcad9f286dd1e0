// The answers of the component tests' server to operators.
import type {
  AdminMetrics,
  AdminOverview,
  AdminPayment,
  AdminTrader,
  AdminUsage,
  AdminUser,
} from '@tradeium/contracts';

const AT = '2026-03-02T09:30:00.000Z';

export const someAccount = (more: Partial<AdminUser> = {}): AdminUser => ({
  user_id: 'u2',
  id: 'u2',
  username: 'grace',
  email: 'grace@example.com',
  vut_credits: 9_876.5,
  tokens_used_today: 11,
  tokens_used_week: 222,
  tokens_used_month: 3_333,
  tokens_used_total: 44_444,
  email_verified: true,
  created_at: AT,
  locked: false,
  role: null,
  last_seen_at: AT,
  ...more,
});

export const somePayment = (more: Partial<AdminPayment> = {}): AdminPayment => ({
  id: 'p1',
  user_id: 'u2',
  created_at: AT,
  username: 'grace',
  email: 'grace@example.com',
  amount_usd: 25,
  credits_issued: 25_000,
  pay_currency: 'btc',
  amount_paid: '0.00025',
  amount_due: '0.00025',
  status: 'finished',
  confirmed_at: AT,
  refunded_at: null,
  held: null,
  ...more,
});

export const someTrader = (more: Partial<AdminTrader> = {}): AdminTrader => ({
  user_id: 'u2',
  username: 'grace',
  email: 'grace@example.com',
  has_api_keys: true,
  exchange_name: '',
  has_active_deployment: true,
  strategy_chat_name: 'Trend ideas',
  strategy_backtest_name: 'momentum',
  auto_rebalance_enabled: true,
  rebalance_interval_hours: 24,
  last_rebalance_at: AT,
  total_portfolio_value: 1_234.5,
  total_return_percent: 12.345,
  positions_count: 3,
  valued_at: AT,
  active_deployments: 1,
  mode: 'live',
  ...more,
});

export const someUsage = (more: Partial<AdminUsage> = {}): AdminUsage => ({
  tokens_used_today: 1_001,
  tokens_used_week: 7_007,
  tokens_used_month: 30_030,
  tokens_used_total: 900_009,
  tokens_used_this_month: 20_020,
  cache_hit_rate: 0.4567,
  top_users_by_usage: [
    { user_id: 'u2', username: 'grace', email: 'grace@example.com', total_tokens: 15_000 },
    { user_id: 'u3', username: 'alan', email: 'alan@example.com', total_tokens: 5_020 },
  ],
  ...more,
});

export const someOverview = (more: Partial<AdminOverview> = {}): AdminOverview => ({
  usage: {
    total_users: 1_234,
    total_vut_credits: 56_789.125,
    total_tokens_used_today: 1_001,
    total_tokens_used_this_month: 20_020,
    cache_hit_rate: 0.4567,
    top_users_by_usage: someUsage().top_users_by_usage,
  },
  payments: {
    total_revenue: 4_321.5,
    revenue_today: 25,
    revenue_this_month: 350,
    successful_payments: 77,
    pending_payments: 6,
    recent_payments: [somePayment()],
  },
  signups: { signups_today: 5, signups_this_month: 42 },
  ...more,
});

export const somePoint = (at: string, more: Partial<AdminMetrics['points'][number]>) => ({
  at,
  signups: 0,
  revenue_usd: 0,
  credits_granted: 0,
  credits_bought: 0,
  credits_spent: 0,
  input_tokens: 0,
  cached_tokens: 0,
  output_tokens: 0,
  runs: 0,
  failed_runs: 0,
  rebalances: 0,
  failed_rebalances: 0,
  ...more,
});

export const someMetrics = (more: Partial<AdminMetrics> = {}): AdminMetrics => ({
  step: 'day',
  points: [
    somePoint('2026-03-01T00:00:00.000Z', { signups: 3, revenue_usd: 25, runs: 7 }),
    somePoint('2026-03-02T00:00:00.000Z', { signups: 9, revenue_usd: 10.5, runs: 2, failed_runs: 1 }),
  ],
  conversion: { registered: 12, verified: 9, first_run: 6, first_purchase: 3, first_rebalance: 1 },
  ...more,
});

/** The only page of a list. */
export const onlyPage = <Row>(...items: Row[]) => ({ items, next_cursor: null, total: items.length });
