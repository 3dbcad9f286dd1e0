// The public names of live trading.
export {
  type DeploymentEvent,
  type Mandate,
  mandate,
  NO_MANDATE,
  type PlannedOrderFact,
  type SkippedCoinFact,
  TRADING_MODES,
  type TraderEvent,
  type TradingMode,
  tradingEvents,
} from './events/trading.ts';
export { type ConnectedKeys, connectedKeys } from './http/exchange-key-routes.ts';
export {
  type ActivityEntry,
  activityEntry,
  DEPLOYMENT_STATUSES,
  type DeploymentStatus,
  deployment,
  deploymentStatus,
  type RebalancePreview,
  rebalancePreview,
  TRADING_LABELS,
  type TradingDeployment,
  type TradingRebalance,
  tradingRebalance,
} from './http/trading-shapes.ts';
