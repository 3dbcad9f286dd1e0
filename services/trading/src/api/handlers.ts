// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import {
  changeMandate,
  resumeDeployment,
  switchAutoRebalanceOff,
  switchAutoRebalanceOn,
} from './change-life.ts';
import { deleteApiKeys } from './delete-api-keys.ts';
import type { Dependencies } from './dependencies.ts';
import { exportActivity } from './export-activity.ts';
import { exportUserData } from './export-user-data.ts';
import { findChatDeployment } from './find-chat-deployment.ts';
import { getApiKeys } from './get-api-keys.ts';
import { getAutoRebalanceStatus } from './get-auto-rebalance-status.ts';
import { getCurrentDeployment } from './get-current-deployment.ts';
import { getDeploymentStatus } from './get-deployment-status.ts';
import { getPerformanceChart } from './get-performance-chart.ts';
import { getWorkerStatus } from './get-worker-status.ts';
import { listActivity } from './list-activity.ts';
import { listDeployments } from './list-deployments.ts';
import { listEndedDeployments } from './list-ended-deployments.ts';
import { listPositions } from './list-positions.ts';
import { listRebalances } from './list-rebalances.ts';
import { listTradingExchanges } from './list-trading-exchanges.ts';
import { getNotices, rotateWebhookSecret, saveNoticeChannels, sendTestNotice } from './notices.ts';
import { previewRebalance } from './preview-rebalance.ts';
import { previewSell } from './preview-sell.ts';
import { rebalanceNow } from './rebalance-now.ts';
import { recomputePlan } from './recompute-plan.ts';
import { saveApiKeys } from './save-api-keys.ts';
import { saveDeployment } from './save-deployment.ts';
import { sellToUsdt } from './sell-to-usdt.ts';
import { stopAllTrading, stopDeployment, stopDeployments } from './stop-trading.ts';

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
