// Exports the user's trading: connected exchanges without the keys, deployments, and everything that happened.
import { exportOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { deploymentsOf } from '../projections/deployments.ts';
import { historyOf } from '../projections/history.ts';
import { activityView, NOWHERE } from './activity/activity-view.ts';
import type { Dependencies } from './dependencies.ts';

const ENTRIES_MAX = 5_000;
const DEPLOYMENTS_MAX = 1_000;

type Parts = Dependencies & Pick<Stores, 'notices'>;

export const exportUserData = ({ traders, historyModel, deploymentModel, notices }: Parts): Handler =>
  userHandler(exportOf('trading'), async (_input, userId) => {
    const [{ state: trader }, { state: noticed }, deployments, entries] = await Promise.all([
      traders.load(userId),
      notices.load(userId),
      deploymentsOf(deploymentModel, userId, DEPLOYMENTS_MAX),
      historyOf(historyModel, userId, {
        deploymentId: undefined,
        before: undefined,
        limit: ENTRIES_MAX + 1,
      }),
    ]);
    return answer({
      exchanges: Object.values(trader.keys).map(({ exchange, isTestnet, permissions }) => ({
        exchange,
        is_testnet: isTestnet,
        permissions,
      })),
      deployments: deployments.map(({ _id: id, seq: _, ...deployment }) => ({ id, ...deployment })),
      activities: entries.slice(0, ENTRIES_MAX).map((entry) => activityView(entry, NOWHERE)),
      notices: {
        mail: noticed.isMailOn,
        webhook_url: noticed.webhookUrl,
        newest: noticed.newest.map(({ noticeId: id, kind, deploymentId, detail, at }) => ({
          id,
          kind,
          deployment_id: deploymentId,
          detail,
          at,
        })),
      },
      // More than fit: only the newest are listed.
      activities_truncated: entries.length > ENTRIES_MAX,
    });
  });
