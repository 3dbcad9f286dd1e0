// Routes of live trading: deployments, rebalances, positions, activity, performance.
import { z } from 'zod';
import { PORTFOLIO_ENTRIES_MAX, TIMEFRAMES, TRADING_ACTIVITY_MAX } from '../constants.ts';
import { TRADING_MODES } from '../events/trading.ts';
import { shareInput } from '../events/trading-share.ts';
import { activityExport } from './activity-export.ts';
import { filename } from './backtest-routes.ts';
import { ENDS, id, namesEachOnce, noInput, route } from './route.ts';
import {
  activityEntry,
  deployment,
  deploymentStatus,
  endedDeployment,
  KEY_PROBLEMS,
  mandateInput,
  paperCapital,
  positions,
  rebalancePreview,
  rebalanceTimes,
  tradingRebalance,
  twinGap,
} from './trading-shapes.ts';

const trading = { tag: 'trading', service: 'trading' } as const;
const instant = z.iso.datetime();

const byBacktest = { ...trading, input: z.strictObject({ id }) } as const;
const KNOWN = ['DEPLOYMENT_NOT_FOUND'] as const;
const MANDATE_ERRORS = ['MANDATE_INVALID', 'MANDATE_COINS_INVALID'] as const;
const NO_PLACE = [
  'API_KEYS_REQUIRED',
  'LIVE_DEPLOYMENT_ACTIVE',
  'SHARE_PERCENT_TAKEN',
  'TOO_MANY_PAPER_DEPLOYMENTS',
] as const;
const NO_SHARE = ['SHARE_INVALID', 'SHARE_NOT_FREE', 'SHARE_TOO_SMALL', 'ACCOUNT_BUSY'] as const;
const NOT_DEPLOYED = ['EXCHANGE_UNKNOWN', 'EXCHANGE_NOT_SUPPORTED', 'TOO_MANY_DEPLOYMENTS'] as const;
/** Without `coins` all that the deployment manages. */
const sellInput = z.strictObject({
  id,
  coins: z
    .array(z.string().min(1).max(20))
    .min(1)
    .max(PORTFOLIO_ENTRIES_MAX)
    .refine(namesEachOnce, 'COIN_REPEATED')
    .optional(),
});
const SELLS = [
  ...KNOWN,
  'DEPLOYMENT_ENDED',
  'SELL_COINS_INVALID',
  'COIN_REPEATED',
  'API_KEYS_REQUIRED',
  'API_KEYS_WRONG',
  'EXCHANGE_UNAVAILABLE',
  'PRICE_UNKNOWN',
] as const;
const TRADES = [
  ...KNOWN,
  'DEPLOYMENT_PAUSED',
  'DEPLOYMENT_STOPPED',
  'DEPLOYMENT_ENDED',
  'MANDATE_EXPIRED',
  'REBALANCE_IN_PROGRESS',
  'TRADING_HALTED',
  'API_KEYS_REQUIRED',
  'API_KEYS_WRONG',
  'EXCHANGE_REFUSED',
  'EXCHANGE_UNAVAILABLE',
  'REBALANCE_FAILED',
  'STRATEGY_FAILED',
  'NO_TARGET_WEIGHTS',
  'STRATEGIES_UNAVAILABLE',
  'CANDLES_UNAVAILABLE',
] as const;

export const TRADING_ROUTES = {
  listDeployments: route({
    ...trading,
    method: 'GET',
    path: '/trading/deployments/',
    timeoutMs: 30_000,
    summary: 'Deployments that have not ended, newest first',
    input: noInput,
    output: z.array(deployment).max(100),
  }),
  listEndedDeployments: route({
    ...trading,
    method: 'GET',
    path: '/trading/deployments/ended',
    timeoutMs: 30_000,
    summary: 'Deployments that have ended, the newest end first',
    input: noInput,
    output: z.array(endedDeployment).max(100),
  }),
  getCurrentDeployment: route({
    ...trading,
    method: 'GET',
    path: '/trading/deployments/current',
    summary: 'The newest active deployment, live before paper, or null',
    input: noInput,
    output: deployment.nullable(),
  }),
  saveDeployment: route({
    ...trading,
    method: 'POST',
    path: '/trading/deployments/',
    timeoutMs: 30_000,
    limits: ['requests', 'runs'],
    summary: 'Deploy a result folder, live or on paper',
    input: z.strictObject({
      backtest_session_id: id,
      backtest_folder_name: filename,
      mode: z.enum(TRADING_MODES).default('live'),
      paper_capital_usdt: paperCapital.optional(),
      exchange: id.optional(),
      /** Without one, the limits of the deployment that it replaces. */
      mandate: mandateInput.optional(),
      /** Null: the whole account. Without one, that of the deployment that it replaces in the same account, or else the whole. */
      share: shareInput.nullable().optional(),
    }),
    output: deployment,
    errors: [
      'CHAT_NOT_FOUND',
      'FOLDER_NOT_FOUND',
      'PAPER_CAPITAL_INVALID',
      ...MANDATE_ERRORS,
      'RESULT_RUNNING',
      'RESULT_FAILED',
      'RESULT_ON_MADE_UP_CANDLES',
      'RESULT_HAS_CRITICAL_FINDING',
      ...NOT_DEPLOYED,
      ...NO_PLACE,
      ...NO_SHARE,
      ...KEY_PROBLEMS,
      'REBALANCE_IN_PROGRESS',
      'DRAWDOWN_STOP_REACHED',
    ],
  }),
  getDeploymentStatus: route({
    ...byBacktest,
    method: 'GET',
    path: '/trading/deployments/by-backtest/{id}/status',
    summary: 'Status of the newest deployment of a chat',
    output: deploymentStatus,
    errors: KNOWN,
  }),
  getAutoRebalanceStatus: route({
    ...byBacktest,
    method: 'GET',
    path: '/trading/deployments/by-backtest/{id}/auto-rebalance/status',
    summary: 'Whether a deployment rebalances automatically, and when',
    output: z.object({ enabled: z.boolean(), ...rebalanceTimes, timeframe: z.enum(TIMEFRAMES) }),
    errors: KNOWN,
  }),
  switchAutoRebalanceOn: route({
    ...byBacktest,
    method: 'POST',
    path: '/trading/deployments/by-backtest/{id}/on',
    summary: 'Switch auto-rebalance on',
    output: deploymentStatus,
    errors: [
      ...KNOWN,
      'DEPLOYMENT_PAUSED',
      'DEPLOYMENT_STOPPED',
      'DEPLOYMENT_ENDED',
      'MANDATE_EXPIRED',
      'DRAWDOWN_STOP_REACHED',
      'API_KEYS_REQUIRED',
    ],
  }),
  switchAutoRebalanceOff: route({
    ...byBacktest,
    method: 'POST',
    path: '/trading/deployments/by-backtest/{id}/off',
    budgets: ENDS,
    summary: 'Switch auto-rebalance off',
    output: deploymentStatus,
    errors: KNOWN,
  }),
  resumeDeployment: route({
    ...byBacktest,
    method: 'POST',
    path: '/trading/deployments/by-backtest/{id}/resume',
    summary: 'Let a paused or stopped deployment trade again',
    output: deploymentStatus,
    errors: [...KNOWN, ...NO_PLACE, 'DEPLOYMENT_ENDED', 'DEPLOYMENT_STOPPED'],
  }),
  stopDeployment: route({
    ...byBacktest,
    method: 'POST',
    path: '/trading/deployments/by-backtest/{id}/stop',
    budgets: ENDS,
    summary: 'Kill switch: the deployment sends no order any more',
    output: z.object({ stopped: z.int().nonnegative() }),
    errors: KNOWN,
  }),
  stopAllTrading: route({
    ...trading,
    method: 'POST',
    path: '/trading/stop-all',
    budgets: ENDS,
    summary: 'Kill switch: no deployment of the user sends an order any more',
    input: noInput,
    output: z.object({ stopped: z.int().nonnegative() }),
  }),
  changeMandate: route({
    ...trading,
    method: 'PUT',
    path: '/trading/deployments/by-backtest/{id}/mandate',
    budgets: 2,
    summary: 'Change what a deployment may do',
    input: z.strictObject({ id, ...mandateInput.shape }),
    output: deploymentStatus,
    errors: [...KNOWN, ...MANDATE_ERRORS, 'DEPLOYMENT_ENDED', 'DRAWDOWN_STOP_REACHED'],
  }),
  previewRebalance: route({
    ...byBacktest,
    method: 'POST',
    path: '/trading/deployments/by-backtest/{id}/preview',
    kind: 'query',
    timeoutMs: 60_000,
    limits: ['requests', 'runs'],
    summary: 'What a rebalance would do now; nothing is sent or charged',
    output: rebalancePreview,
    errors: [...TRADES, 'TOO_MANY_RUNS', 'FAILED_RUNS_LIMIT'],
  }),
  rebalanceNow: route({
    ...byBacktest,
    method: 'POST',
    path: '/trading/deployments/by-backtest/{id}/rebalance-now',
    timeoutMs: 40_000,
    limits: ['requests', 'runs'],
    summary: 'Rebalance now; after 25 s it answers although the rebalance goes on',
    output: tradingRebalance,
    errors: [...TRADES, 'INSUFFICIENT_CREDITS', 'CREDITS_OWED'],
  }),
  previewSell: route({
    ...trading,
    method: 'POST',
    path: '/trading/deployments/by-backtest/{id}/sell/preview',
    kind: 'query',
    limits: ['requests', 'runs'],
    timeoutMs: 30_000,
    summary: 'What a sell to USDT would do now; nothing is sent or charged',
    input: sellInput,
    output: rebalancePreview,
    errors: SELLS,
  }),
  sellToUsdt: route({
    ...trading,
    method: 'POST',
    path: '/trading/deployments/by-backtest/{id}/sell',
    budgets: 2,
    timeoutMs: 60_000,
    summary: 'Sell coins to USDT, also while stopped; after 25 s it answers although the sell goes on',
    input: sellInput,
    output: tradingRebalance,
    errors: [
      ...SELLS,
      'REBALANCE_IN_PROGRESS',
      'TRADING_HALTED',
      'REBALANCE_FAILED',
      'LIVE_DEPLOYMENT_ACTIVE',
    ],
  }),
  listRebalances: route({
    ...byBacktest,
    method: 'GET',
    path: '/trading/deployments/by-backtest/{id}/runs',
    summary: 'Rebalances of a deployment, newest first',
    output: z.array(tradingRebalance).max(100),
    errors: KNOWN,
  }),
  getWorkerStatus: route({
    ...trading,
    method: 'GET',
    path: '/trading/celery/status',
    summary: 'Whether a rebalance worker is running',
    input: noInput,
    output: z.object({
      celery_worker_running: z.boolean(),
      /** ISO 8601. */
      checked_at: z.string(),
      /** Why it could not be looked up; null when it was. */
      error: z.string().nullable(),
    }),
  }),
  listPositions: route({
    ...trading,
    method: 'GET',
    path: '/trading/positions',
    timeoutMs: 20_000,
    summary: 'What a chat’s deployment holds, or the account behind the stored keys',
    /** `except_deployment_id`: counts as free what this deployment, which is to be replaced, manages. */
    input: z.strictObject({ backtest_session_id: id.optional(), except_deployment_id: id.optional() }),
    output: positions,
    errors: [...KNOWN, 'API_KEYS_REQUIRED', 'API_KEYS_WRONG', 'EXCHANGE_REFUSED', 'EXCHANGE_UNAVAILABLE'],
  }),
  listActivity: route({
    ...trading,
    method: 'GET',
    path: '/trading/activity',
    summary: 'What happened in trading, newest first',
    input: z.strictObject({
      limit: z.coerce.number().int().min(1).max(TRADING_ACTIVITY_MAX).default(20),
      /** Only what this deployment did; one of somebody else has done nothing. */
      deployment_id: id.optional(),
      /** Older than this. */
      before: instant.optional(),
      /** The entry at `before`: those of the same instant that come after it are listed, too. */
      before_id: z.string().max(200).optional(),
    }),
    output: z.array(activityEntry).max(TRADING_ACTIVITY_MAX),
  }),
  exportActivity: route({
    ...trading,
    method: 'GET',
    path: '/trading/deployments/by-backtest/{id}/export',
    timeoutMs: 30_000,
    limits: ['requests', 'runs'],
    summary: 'Everything that a deployment did, hash-chained, with a run card; `npm run verify` checks it',
    input: z.strictObject({
      id,
      /** One that the chat had before; without it, the newest one. */
      deployment_id: id.optional(),
    }),
    output: activityExport,
    errors: KNOWN,
  }),
  getPerformanceChart: route({
    ...trading,
    method: 'GET',
    path: '/api/chart/data/{deploymentId}',
    summary: 'Performance of a deployment, deposits and withdrawals taken out',
    input: z.strictObject({ deploymentId: id, days: z.coerce.number().int().min(1).max(3_650).default(30) }),
    output: z.object({
      success: z.boolean(),
      /** `chart_value`: return since the start, a fraction. */
      data_points: z.array(z.object({ timestamp: instant, chart_value: z.number() })).max(5_000),
      values: z.array(z.object({ timestamp: instant, value_usdt: z.number() })).max(5_000),
      /** The backtest run again over the same time. */
      twin: z
        .array(z.object({ timestamp: instant, chart_value: z.number() }))
        .max(5_000)
        .optional(),
      gap: twinGap.optional(),
    }),
    errors: KNOWN,
  }),
} as const;
