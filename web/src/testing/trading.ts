// The answers of the component tests' server about live trading: keys, a deployment, positions and a plan.
import {
  type ActivityEntry,
  type ConnectedKeys,
  type DeploymentStatus,
  NO_MANDATE,
  type RebalancePreview,
  type RouteOutput,
  type TradingDeployment,
  type TradingRebalance,
} from '@tradeium/contracts';
import { act } from 'react';
import { vi } from 'vitest';
import { type Answers, refusal } from './server.ts';

const AT = '2026-01-02T03:04:05.000Z';

export const someKeys: ConnectedKeys = {
  exchange: 'binance',
  key_prefix: 'abcd…',
  is_testnet: false,
  connected_at: AT,
  permissions: { read: true, trade: true, withdraw: false },
  clock_offset_ms: 3,
  is_ip_restricted: null,
};

export const someDeployment = (more: Partial<TradingDeployment> = {}): TradingDeployment => ({
  id: 'd1',
  backtest_session_id: 'c1',
  backtest_folder_name: 'backtest_r1',
  folder_display_name: 'Calm momentum',
  run_id: 'r1',
  mode: 'paper',
  exchange: 'binance',
  is_testnet: false,
  look: 'paper',
  status: 'active',
  status_reason: null,
  stopped_by: null,
  enabled: false,
  timeframe: '24h',
  portfolio: ['USDT', 'BTC', 'ETH'],
  fees: 0.001,
  is_private: false,
  paper_capital_usdt: 10_000,
  created_at: AT,
  mandate: NO_MANDATE,
  share: null,
  ...more,
});

export const someStatus = (more: Partial<DeploymentStatus> = {}): DeploymentStatus => ({
  ...someDeployment(),
  last_rebalance_at: null,
  next_rebalance_at: null,
  last_rebalance_relative: null,
  next_rebalance_relative: null,
  eea_flag: false,
  api_key_prefix: null,
  portfolio_value_usdt: 10_123.45,
  return_percent: 1.2345,
  drawdown_percent: 0.5,
  valued_at: AT,
  drawdown_warning: false,
  turnover_today_usdt: 0,
  rebalance_id: null,
  ...more,
});

export const somePositions = (values: Readonly<Record<string, number>>): RouteOutput<'listPositions'> => {
  const total = Object.values(values).reduce((sum, value) => sum + value, 0);
  return {
    positions: Object.entries(values).map(([asset, value]) => ({
      asset,
      free: '1.5',
      locked: '0',
      value_usdt: value,
      percent: (100 * value) / total,
      price_usdt: value / 1.5,
      priced_at: null,
      average_entry_usdt: null,
      profit_loss_usdt: null,
      profit_loss_percent: null,
    })),
    total_usdt: total,
    managed_usdt: total,
    free_usdt: values.USDT ?? 0,
    free_percent: 100,
    elsewhere_usdt: null,
    return_percent: null,
    mode: 'paper',
    is_testnet: false,
    at: AT,
  };
};

/** A rebalance by hand as the log lists it. */
export const someActivity = (more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: 'a1',
  timestamp: '2026-01-02T03:04:05.000Z',
  action_type: 'manual_rebalance',
  mode: 'live',
  backtest_session_id: 'c1',
  deployment_id: 'd1',
  deployment_name: 'Calm momentum',
  trades_desired_count: 3,
  trades_count: 3,
  trades_executed_count: 2,
  volume_desired_usdt: 1_500,
  volume_usdt: 1_500,
  volume_executed_usdt: 1_234.5,
  vut_cost: 50,
  status: 'completed',
  detail: null,
  hash: null,
  ...more,
});

const order = { coin: 'BTC', side: 'buy', quantity: '0.05', price: '60000', notional: '3000' } as const;
const bins = {
  portfolio_value_usdt: 10_123.45,
  sell_bins: [],
  buy_bins: [{ coin: 'BTC', amount: 3_000 }],
};
const skipped = [{ coin: 'ETH', side: 'buy' as const, notional: '4', reason: 'below-notional-min' }];

export const somePreview: RebalancePreview = {
  positions: { BTC: 0.3 },
  rebalance_bins: bins,
  orders: [order],
  rows: [
    {
      coin: 'BTC',
      now: 0,
      target: 0.3,
      after: 0.3,
      side: 'buy',
      quantity: '0.05',
      wanted_usdt: 3_000,
      ordered_usdt: 3_000,
      state: 'sent',
      reason: null,
    },
    {
      coin: 'ETH',
      now: 0,
      target: 0,
      after: 0,
      side: 'buy',
      quantity: '0',
      wanted_usdt: 4,
      ordered_usdt: 0,
      state: 'not-sent',
      reason: 'below-notional-min',
    },
    {
      coin: 'USDT',
      now: 1,
      target: 0.7,
      after: 0.7,
      side: null,
      quantity: '0',
      wanted_usdt: 0,
      ordered_usdt: 0,
      state: null,
      reason: null,
    },
  ],
  totals: { sold_usdt: 0, bought_usdt: 3_000, fees_usdt: 3, cash_after_usdt: 7_120.45 },
  skipped,
  drift: {
    before: { BTC: { weight: 0, target: 0.3 }, USDT: { weight: 1, target: 0.7 } },
    after: { BTC: { weight: 0.3, target: 0.3 }, USDT: { weight: 0.7, target: 0.7 } },
  },
  cost_at_most_usdt: 3,
  held_up: null,
  held_up_code: null,
  vut_cost: 50,
  data_timestamp: AT,
  decided_at: AT,
  timestamp: AT,
};

export const someRebalance = (more: Partial<TradingRebalance> = {}): TradingRebalance => ({
  rebalance_id: 'b1',
  kind: 'manual',
  status: 'completed',
  detail: null,
  positions: { BTC: 0.3 },
  rebalance_bins: bins,
  execution_result: { remaining_sell_bins: [], remaining_buy_bins: [] },
  orders: [
    {
      ...order,
      client_order_id: 'tr1',
      status: 'filled',
      filled: '0.05',
      quote_filled: '2999.5',
      fill_price: 59_990,
      fees: { BTC: '0.00005' },
      reason: null,
    },
  ],
  skipped,
  data_timestamp: AT,
  decided_at: AT,
  timestamp: AT,
  vut_cost: 50,
  ...more,
});

const reports = new Set<() => void>();
let placedWidth = 0;

/** Every element that is observed is as wide from now on, as after the screen was turned. */
export const turnTo = (width: number): void => {
  placedWidth = width;
  act(() => {
    for (const report of [...reports]) report();
  });
};

/** Nothing is laid out in tests: from now on every element is reported as so wide. Returns the way back. */
export const placeOfWidth = (width: number): (() => void) => {
  placedWidth = width;
  reports.clear();
  const observer = class {
    readonly callback: ResizeObserverCallback;
    constructor(callback: ResizeObserverCallback) {
      this.callback = callback;
    }
    observe() {
      const report = () => {
        const entry = { contentRect: { width: placedWidth, height: 400 } } as ResizeObserverEntry;
        this.callback([entry], this as unknown as ResizeObserver);
      };
      reports.add(report);
      report();
    }
    unobserve() {}
    disconnect() {}
  };
  vi.stubGlobal('ResizeObserver', observer);
  return () => void vi.unstubAllGlobals();
};

/** A user with one deployment on paper and without keys, unless `more` says otherwise. */
export const tradingAnswers = (more: Answers = {}): Answers => ({
  getApiKeys: () => refusal(404, 'No API keys are stored for this exchange', 'API_KEYS_NOT_FOUND'),
  listDeployments: () => [someDeployment()],
  listEndedDeployments: () => [],
  getDeploymentStatus: () => someStatus(),
  listPositions: () => somePositions({ USDT: 7_000, BTC: 3_000 }),
  listActivity: () => [],
  listRebalances: () => [],
  getPerformanceChart: () => ({ success: true, data_points: [], values: [] }),
  getWorkerStatus: () => ({
    celery_worker_running: true,
    checked_at: '2026-03-04T00:00:00.000Z',
    error: null,
  }),
  listChats: () => [],
  listActiveRuns: () => ({ runs: [] }),
  ...more,
});
