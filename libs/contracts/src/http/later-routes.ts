// Routes of agents, live trading and administration: part of the contract, but most answer 501 until they are built.
import { z } from 'zod';
import { id, laterOutput, noInput, route } from './route.ts';

const later = { service: 'later', output: laterOutput } as const;
const chatMessage = z.strictObject({
  message: z.string(),
  agent_type: z.enum(['strategy', 'discovery']),
  backtest_id: id,
});
const page = { limit: z.coerce.number().optional(), offset: z.coerce.number().optional() };
const exchange = z.strictObject({ exchange: id });
const byBacktest = { tag: 'trading', input: z.strictObject({ id }), ...later } as const;

export const AGENT_ROUTES = {
  getConversationHistory: route({
    method: 'GET',
    path: '/conversations/{id}/history',
    tag: 'agents',
    summary: 'Messages of a conversation',
    input: z.strictObject({ id }),
    ...later,
  }),
  chatWithStrategyAgent: route({
    method: 'POST',
    path: '/agents/strategy/chat/stream',
    tag: 'agents',
    summary: 'Talk to the Strategy agent',
    response: 'events',
    input: chatMessage,
    ...later,
  }),
  chatWithDiscoveryAgent: route({
    method: 'POST',
    path: '/agents/discovery/chat/stream',
    tag: 'agents',
    summary: 'Talk to the Discovery agent',
    response: 'events',
    input: chatMessage,
    ...later,
  }),
} as const;

export const TRADING_ROUTES = {
  listDeployments: route({
    method: 'GET',
    path: '/trading/deployments/',
    tag: 'trading',
    summary: 'Live deployments',
    input: noInput,
    ...later,
  }),
  getCurrentDeployment: route({
    method: 'GET',
    path: '/trading/deployments/current',
    tag: 'trading',
    summary: 'The current live deployment',
    input: noInput,
    ...later,
  }),
  saveDeployment: route({
    method: 'POST',
    path: '/trading/deployments/',
    tag: 'trading',
    summary: 'Deploy a result folder live',
    input: z.strictObject({ backtest_session_id: id, backtest_folder_name: z.string() }),
    ...later,
  }),
  getDeploymentStatus: route({
    method: 'GET',
    path: '/trading/deployments/by-backtest/{id}/status',
    summary: 'Status of a deployment',
    ...byBacktest,
  }),
  getAutoRebalanceStatus: route({
    method: 'GET',
    path: '/trading/deployments/by-backtest/{id}/auto-rebalance/status',
    summary: 'Whether a deployment rebalances by itself',
    ...byBacktest,
  }),
  switchAutoRebalanceOn: route({
    method: 'POST',
    path: '/trading/deployments/by-backtest/{id}/on',
    summary: 'Switch auto-rebalance on',
    ...byBacktest,
  }),
  switchAutoRebalanceOff: route({
    method: 'POST',
    path: '/trading/deployments/by-backtest/{id}/off',
    summary: 'Switch auto-rebalance off',
    ...byBacktest,
  }),
  rebalanceNow: route({
    method: 'POST',
    path: '/trading/deployments/by-backtest/{id}/rebalance-now',
    summary: 'Rebalance now',
    ...byBacktest,
  }),
  listRebalances: route({
    method: 'GET',
    path: '/trading/deployments/by-backtest/{id}/runs',
    summary: 'Rebalances of a deployment',
    ...byBacktest,
  }),
  getWorkerStatus: route({
    method: 'GET',
    path: '/trading/celery/status',
    tag: 'trading',
    summary: 'Whether a rebalance worker is running',
    input: noInput,
    ...later,
  }),
  listPositions: route({
    method: 'GET',
    path: '/trading/positions',
    tag: 'trading',
    summary: 'Positions of the connected account',
    input: noInput,
    ...later,
  }),
  listActivity: route({
    method: 'GET',
    path: '/trading/activity',
    tag: 'trading',
    summary: 'Rebalance activity, newest first',
    input: noInput,
    ...later,
  }),
  getPerformanceChart: route({
    method: 'GET',
    path: '/api/chart/data/{deploymentId}',
    tag: 'trading',
    summary: 'Performance of a deployment',
    input: z.strictObject({ deploymentId: id, days: z.coerce.number().optional() }),
    ...later,
  }),
  getApiKeys: route({
    method: 'GET',
    path: '/api-keys/{exchange}',
    tag: 'trading',
    summary: 'Whether exchange keys are stored',
    input: exchange,
    ...later,
  }),
  saveApiKeys: route({
    method: 'POST',
    path: '/api-keys/{exchange}',
    tag: 'trading',
    summary: 'Store exchange keys',
    input: exchange.extend({ api_key: z.string(), api_secret: z.string(), is_testnet: z.boolean() }),
    ...later,
  }),
} as const;

export const ADMIN_ROUTES = {
  checkAdminAccess: route({
    method: 'GET',
    path: '/admin/check-access',
    tag: 'admin',
    service: 'gateway',
    summary: 'Whether the user is an admin',
    input: noInput,
    output: z.object({ has_access: z.boolean() }),
  }),
  getOverview: route({
    method: 'GET',
    path: '/admin/overview',
    tag: 'admin',
    auth: 'admin',
    summary: 'Key figures',
    input: noInput,
    ...later,
  }),
  listUsers: route({
    method: 'GET',
    path: '/admin/users',
    tag: 'admin',
    auth: 'admin',
    summary: 'Users with their usage',
    input: z.strictObject({ ...page, tier_filter: z.string().optional() }),
    ...later,
  }),
  listPayments: route({
    method: 'GET',
    path: '/admin/payments/all',
    tag: 'admin',
    auth: 'admin',
    summary: 'Payments',
    input: z.strictObject({ ...page, status_filter: z.string().optional() }),
    ...later,
  }),
  listTrading: route({
    method: 'GET',
    path: '/admin/trading',
    tag: 'admin',
    auth: 'admin',
    summary: 'Live trading by user',
    input: z.strictObject(page),
    ...later,
  }),
  verifyUserEmail: route({
    method: 'POST',
    path: '/admin/users/{id}/verify-email',
    tag: 'admin',
    auth: 'admin',
    summary: "Verify a user's email",
    input: z.strictObject({ id }),
    ...later,
  }),
  grantCreditsToUser: route({
    method: 'POST',
    path: '/admin/users/{id}/grant-credits',
    tag: 'admin',
    auth: 'admin',
    summary: 'Grant credits to a user',
    input: z.strictObject({ id, user_id: z.string(), amount: z.int(), description: z.string() }),
    ...later,
  }),
} as const;
