// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { exportActivity } from './activity/export-activity.ts';
import { listActivity } from './activity/list-activity.ts';
import { listRebalances } from './activity/list-rebalances.ts';
import type { Dependencies } from './dependencies.ts';
import {
  changeMandate,
  resumeDeployment,
  switchAutoRebalanceOff,
  switchAutoRebalanceOn,
} from './deployments/change-life.ts';
import { findChatDeployment } from './deployments/find-chat-deployment.ts';
import { getAutoRebalanceStatus } from './deployments/get-auto-rebalance-status.ts';
import { getCurrentDeployment } from './deployments/get-current-deployment.ts';
import { getDeploymentStatus } from './deployments/get-deployment-status.ts';
import { getPerformanceChart } from './deployments/get-performance-chart.ts';
import { getWorkerStatus } from './deployments/get-worker-status.ts';
import { listDeployments } from './deployments/list-deployments.ts';
import { listEndedDeployments } from './deployments/list-ended-deployments.ts';
import { listPositions } from './deployments/list-positions.ts';
import { saveDeployment } from './deployments/save-deployment.ts';
import { stopAllTrading, stopDeployment, stopDeployments } from './deployments/stop-trading.ts';
import { exportUserData } from './export-user-data.ts';
import { deleteApiKeys } from './keys/delete-api-keys.ts';
import { getApiKeys } from './keys/get-api-keys.ts';
import { listTradingExchanges } from './keys/list-trading-exchanges.ts';
import { saveApiKeys } from './keys/save-api-keys.ts';
import { getNotices, rotateWebhookSecret, saveNoticeChannels, sendTestNotice } from './notices.ts';
import { previewRebalance } from './rebalances/preview-rebalance.ts';
import { previewSell } from './rebalances/preview-sell.ts';
import { rebalanceNow } from './rebalances/rebalance-now.ts';
import { recomputePlan } from './rebalances/recompute-plan.ts';
import { sellToUsdt } from './rebalances/sell-to-usdt.ts';

export const handlers = (
  dependencies: Dependencies & Parameters<typeof getNotices>[0] & Parameters<typeof exportActivity>[0],
): Handler[] =>
  [
    listTradingExchanges,
    getApiKeys,
    saveApiKeys,
    deleteApiKeys,
    listDeployments,
    listEndedDeployments,
    saveDeployment,
    getCurrentDeployment,
    getDeploymentStatus,
    getAutoRebalanceStatus,
    switchAutoRebalanceOn,
    switchAutoRebalanceOff,
    changeMandate,
    resumeDeployment,
    stopDeployment,
    stopAllTrading,
    stopDeployments,
    previewRebalance,
    rebalanceNow,
    previewSell,
    sellToUsdt,
    listRebalances,
    listPositions,
    listActivity,
    getPerformanceChart,
    getWorkerStatus,
    getNotices,
    saveNoticeChannels,
    rotateWebhookSecret,
    sendTestNotice,
    exportUserData,
    exportActivity,
    recomputePlan,
    findChatDeployment,
  ].map((open) => open(dependencies));
