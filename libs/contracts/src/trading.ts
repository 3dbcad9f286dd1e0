// The public names of live trading.
export {
  DEPLOYMENTS_MAX,
  PAPER_CAPITAL_MAX,
  PAPER_CAPITAL_MIN,
  PAPER_CAPITAL_USDT,
  PAPER_DEPLOYMENTS_MAX,
  REBALANCE_VUT,
  SHARE_USDT_MIN,
  TRADING_ACTIVITY_MAX,
} from './constants.ts';
export {
  type CountedSoFar,
  type DeploymentEvent,
  type Mandate,
  NO_MANDATE,
  type PlanInputsFact,
  type RebalanceKind,
  type TraderEvent,
  type TradingMode,
  tradingEvents,
} from './events/trading.ts';
export type {
  NoticeChannel,
  NoticeEvent,
  NoticeKind,
} from './events/trading-notices.ts';
export type { OutsideUsdt, Share } from './events/trading-share.ts';
export { type ActivityExport, activityExport, EXPORTED_COMMITS_MAX } from './http/activity-export.ts';
export type { ConnectedKeys } from './http/exchange-key-routes.ts';
export { NOTICES_LISTED_MAX, type NoticeSettings, type TradingNotice } from './http/notice-routes.ts';
export type {
  ActivityEntry,
  DeploymentStatus,
  EndedDeployment,
  PreviewRow,
  RebalancePreview,
  TradingDeployment,
  TradingRebalance,
  TwinGap,
} from './http/trading-shapes.ts';
