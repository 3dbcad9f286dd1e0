// The performance of a deployment over the last days and that of its live twin, deposits and withdrawals taken out.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { loadDeployment } from '../../deployments/find-deployment.ts';
import { withoutNoise } from '../../deployments/without-noise.ts';
import { valuesSince } from '../../projections/values.ts';
import { gapView, twinView } from '../../twin/twin-view.ts';
import type { Dependencies } from '../dependencies.ts';

const DAY_MS = 86_400_000;
const POINTS_MAX = 5_000;

export const getPerformanceChart = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('getPerformanceChart'), async ({ deploymentId, days }, userId) => {
    const deployment = await loadDeployment(dependencies, userId, deploymentId);
    if (isRefusal(deployment)) return deployment;
    const since = new Date(dependencies.now().getTime() - days * DAY_MS).toISOString();
    const [values, twin] = await Promise.all([
      valuesSince(dependencies.valueModel, deploymentId, since, POINTS_MAX),
      dependencies.twinStore.find(userId, deploymentId),
    ]);
    return answer(
      withoutNoise({
        success: true,
        data_points: values.map(({ at, index }) => ({ timestamp: at, chart_value: index - 1 })),
        values: values.map(({ at, valueUsdt }) => ({ timestamp: at, value_usdt: valueUsdt })),
        twin: twinView(twin, Date.parse(since)),
        gap: gapView(twin, deployment.lastRebalanceAt !== null),
      }),
    );
  });
