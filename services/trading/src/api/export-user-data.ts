// Exports the user's trading: connected exchanges without the keys, deployments, and everything that happened.
import { exportOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { activitiesOf } from '../projections/activities.ts';
import { deploymentsOf } from '../projections/deployments.ts';
import { activityView, NOWHERE } from './activity/activity-view.ts';
import type { Dependencies } from './dependencies.ts';

const ACTIVITIES_MAX = 5_000;
const DEPLOYMENTS_MAX = 1_000;

type Parts = Dependencies & Pick<Stores, 'notices'>;

export const exportUserData = ({ traders, activityModel, deploymentModel, notices }: Parts): Handler =>
  userHandler(exportOf('trading'), async (_input, userId) => {
    const [{ state: trader }, { state: noticed }, deployments, activities] = await Promise.all([
      traders.load(userId),
      notices.load(userId),
      deploymentsOf(deploymentModel, userId, DEPLOYMENTS_MAX),
      activitiesOf(activityModel, userId, {
        deploymentId: undefined,
        before: undefined,
        limit: ACTIVITIES_MAX + 1,
      }),
    ]);
    return answer({
      exchanges: Object.values(trader.keys).map(({ exchange, isTestnet, permissions }) => ({
        exchange,
        is_testnet: isTestnet,
        permissions,
      })),
      deployments: deployments.map(({ _id: id, seq: _, ...deployment }) => ({ id, ...deployment })),
      activities: activities.slice(0, ACTIVITIES_MAX).map((activity) => activityView(activity, NOWHERE)),
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
      activities_truncated: activities.length > ACTIVITIES_MAX,
    });
  });
