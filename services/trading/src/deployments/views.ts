// A deployment as the API shows it: made from its events alone, so it is there while MongoDB is down.
import {
  type DeploymentStatus,
  keptPolicy,
  QUOTE_CURRENCY,
  type TradingDeployment,
  type TradingMode,
} from '@tradeium/contracts';
import { nextRebalance } from '../domain/bar-times.ts';
import {
  type CreatedDeployment,
  type Deployment,
  isDrawdownStop,
  turnoverOn,
} from '../domain/deployment-state.ts';
import { drawdownNow, isCloseToStop } from '../domain/drawdown.ts';
import { STOP_REASONS } from '../domain/stop-reasons.ts';
import { relativeTime } from './relative-time.ts';
import { withoutNoise } from './without-noise.ts';

const wordsOf: Readonly<Record<string, string>> = STOP_REASONS;

const reasonOf = ({ status, reason }: Deployment): string | null => {
  if (status === 'active' || reason === null) return null;
  return status === 'paused' ? reason.detail : (wordsOf[reason.code] ?? null);
};

const STOPS_OF_OPERATORS: ReadonlySet<string> = new Set(['by-operator', 'account-locked']);

const stoppedBy = (deployment: Deployment): TradingDeployment['stopped_by'] => {
  if (deployment.status !== 'stopped') return null;
  if (isDrawdownStop(deployment)) return 'drawdown';
  return STOPS_OF_OPERATORS.has(deployment.reason?.code ?? '') ? 'operator' : 'user';
};

/** How it is labelled wherever it is shown. */
export const lookOf = ({ mode, isTestnet }: { mode: TradingMode; isTestnet: boolean }) => {
  if (mode === 'paper') return 'paper' as const;
  return isTestnet ? ('testnet' as const) : ('live' as const);
};

export const deploymentView = (deployment: CreatedDeployment): TradingDeployment => {
  const { created, status, isOn, mandate } = deployment;
  return {
    id: created.deploymentId,
    backtest_session_id: created.chatId,
    backtest_folder_name: created.folderName,
    folder_display_name: created.displayName,
    run_id: created.runId,
    mode: created.mode,
    exchange: created.exchange,
    is_testnet: created.isTestnet,
    look: lookOf(created),
    status,
    status_reason: reasonOf(deployment),
    stopped_by: stoppedBy(deployment),
    enabled: isOn,
    timeframe: created.settings.timeframe,
    portfolio: created.settings.portfolio,
    fees: created.settings.fees,
    ...keptPolicy(created.settings),
    is_private: created.privateStrategyId !== null,
    paper_capital_usdt: created.paperCapital,
    created_at: created.createdAt,
    mandate,
    share: created.share ?? null,
  };
};

/** When it rebalanced last and will next. */
export const rebalanceTimes = (deployment: CreatedDeployment, now: Date) => {
  const { isOn, status, lastRebalanceAt } = deployment;
  const nowMs = now.getTime();
  const nextMs = isOn && status === 'active' ? nextRebalance(deployment, nowMs) : null;
  return {
    last_rebalance_at: lastRebalanceAt,
    next_rebalance_at: nextMs === null ? null : new Date(nextMs).toISOString(),
    last_rebalance_relative:
      lastRebalanceAt === null ? null : relativeTime(Date.parse(lastRebalanceAt), nowMs),
    next_rebalance_relative: nextMs === null ? null : relativeTime(nextMs, nowMs),
  };
};

const firstUsdtOf = ({ created }: CreatedDeployment): number | null =>
  created.books ? Number(created.books[QUOTE_CURRENCY] ?? 0) : created.paperCapital;

/** A deployment with its figures. */
export const statusView = (
  deployment: CreatedDeployment,
  { apiKeyPrefix, now }: { apiKeyPrefix: string | null; now: Date },
): DeploymentStatus => {
  const { value } = deployment;
  return withoutNoise({
    ...deploymentView(deployment),
    ...rebalanceTimes(deployment, now),
    eea_flag: false,
    api_key_prefix: apiKeyPrefix,
    // Before its account is looked at for the first time, what it was given.
    portfolio_value_usdt: value?.usdt ?? firstUsdtOf(deployment),
    return_percent: value ? 100 * (value.index - 1) : null,
    drawdown_percent: value ? drawdownNow(deployment).drawdownPercent : null,
    valued_at: value?.at ?? null,
    drawdown_warning: isCloseToStop(deployment),
    turnover_today_usdt: turnoverOn(deployment, now.toISOString()),
    rebalance_id: deployment.open?.rebalanceId ?? null,
  });
};
