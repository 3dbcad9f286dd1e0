// Exports the user's trading: connected exchanges without the keys, deployments, and everything that happened.
import { exportOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { activitiesOf } from '../projections/activities.ts';
import { deploymentsOf } from '../projections/deployments.ts';
import { activityView } from './activity-view.ts';
import type { Dependencies } from './dependencies.ts';

const ACTIVITIES_MAX = 5_000;
const DEPLOYMENTS_MAX = 1_000;

export const exportUserData = ({ traders, activityModel, deploymentModel }: Dependencies): Handler =>
  userHandler(exportOf('trading'), async (_input, userId) => {
    const [{ state: trader }, deployments, activities] = await Promise.all([
      traders.load(userId),
      deploymentsOf(deploymentModel, userId, DEPLOYMENTS_MAX),
      activitiesOf(activityModel, userId, { before: undefined, limit: ACTIVITIES_MAX + 1 }),
    ]);
    const nowhere = { mode: null, backtest_session_id: null };
    return answer({
      exchanges: Object.values(trader.keys).map(({ exchange, isTestnet, permissions }) => ({
        exchange,
        is_testnet: isTestnet,
        permissions,
      })),
      deployments: deployments.map(({ _id: id, seq: _, ...deployment }) => ({ id, ...deployment })),
      activities: activities.slice(0, ACTIVITIES_MAX).map((activity) => ({
        deployment_id: activity.deploymentId,
        ...activityView(activity, nowhere),
      })),
      // More than fit: only the newest are listed.
      activities_truncated: activities.length > ACTIVITIES_MAX,
    });
  });
