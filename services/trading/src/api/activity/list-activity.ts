// The history of the user's trading, newest first.
import { messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentNamesOf } from '../../projections/deployments.ts';
import { historyOf } from '../../projections/history.ts';
import type { Dependencies } from '../dependencies.ts';
import { activityView, NOWHERE } from './activity-view.ts';

const DEPLOYMENTS_MAX = 1_000;

export const listActivity = ({ historyModel, deploymentModel }: Dependencies): Handler =>
  userHandler(messageOf('listActivity'), async (input, userId) => {
    const { limit, before: at, before_id: id, deployment_id: deploymentId } = input;
    const before = at === undefined ? undefined : { at, id };
    const [entries, deployments] = await Promise.all([
      historyOf(historyModel, userId, { deploymentId, before, limit }),
      deploymentNamesOf(deploymentModel, userId, DEPLOYMENTS_MAX),
    ]);
    const places = new Map(
      deployments.map(({ _id, mode, chatId, displayName }) => [
        _id,
        { mode, backtest_session_id: chatId, deployment_name: displayName },
      ]),
    );
    return answer(
      entries.map((entry) => activityView(entry, places.get(entry.deploymentId ?? '') ?? NOWHERE)),
    );
  });
