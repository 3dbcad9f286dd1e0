// The public names of live trading.
export {
  type DeploymentEvent,
  type Mandate,
  mandate,
  NO_MANDATE,
  type PlanInputsFact,
  type PlannedOrderFact,
  type SkippedCoinFact,
  TRADING_MODES,
  type TraderEvent,
  type TradingMode,
  tradingEvents,
} from './events/trading.ts';
export {
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeEvent,
  type NoticeKind,
} from './events/trading-notices.ts';
export { type ActivityExport, activityExport, EXPORTED_COMMITS_MAX } from './http/activity-export.ts';
export { type ConnectedKeys, connectedKeys } from './http/exchange-key-routes.ts';
export { NOTICES_LISTED_MAX, type NoticeSettings, type TradingNotice } from './http/notice-routes.ts';
export {
  type ActivityEntry,
  activityEntry,
  DEPLOYMENT_STATUSES,
  type DeploymentStatus,
  deployment,
  deploymentStatus,
  type EndedDeployment,
  type RebalancePreview,
  rebalancePreview,
  TRADING_LABELS,
  type TradingDeployment,
  type TradingRebalance,
  type TwinGap,
  tradingRebalance,
} from './http/trading-shapes.ts';
