// Makes a plan of the past again, from the same bar and the recorded inputs: nothing is written, sent or charged.
import { randomUUID } from 'node:crypto';
import { isRefusal, MESSAGES, refuse, tradingEvents } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { loadDeployment } from '../../deployments/find-deployment.ts';
import { planOf } from '../../rebalances/make-plan.ts';
import { planFact } from '../../rebalances/plan-fact.ts';
import { saleOf } from '../../rebalances/sale.ts';
import { targetWeights } from '../../rebalances/target-weights.ts';
import type { Dependencies } from '../dependencies.ts';

const PATIENCE_MS = 45_000;

export const recomputePlan = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(MESSAGES.recomputePlan, async ({ deployment_id, plan }, userId) => {
      const deployment = await loadDeployment(dependencies, userId, deployment_id);
      if (isRefusal(deployment)) return deployment;
      const read = tradingEvents.deployment.events.safeParse({ type: 'RebalancePlanned', data: plan });
      if (!read.success || read.data.type !== 'RebalancePlanned')
        return refuse('INVALID_REQUEST', { problem: 'this is not a plan with its inputs' });
      const { rebalanceId, dataTimestamp, decidedAt, prices, inputs: recorded } = read.data.data;
      const { candlesSha256, engineSha256, ...inputs } = recorded;
      const target = inputs.sold
        ? saleOf(inputs.sold, decidedAt)
        : await targetWeights(dependencies, deployment.created, {
            requestId: `verify-${randomUUID()}`,
            barCloseMs: Date.parse(dataTimestamp),
            // The recorded decision, or none.
            decidedAfterMs: Date.parse(decidedAt) - 1,
            onWait: () => undefined,
            patienceMs: PATIENCE_MS,
            purpose: 'preview',
          });
      if (isRefusal(target)) return target;
      const { weights } = target;
      if (weights === null) return refuse('NO_TARGET_WEIGHTS');
      const ids = { userId, deploymentId: deployment_id, rebalanceId };
      const planned = { plan: planOf(inputs, prices, weights), prices, inputs };
      const decided = { ...target, weights, candles: candlesSha256 };
      const again = planFact(ids, planned, decided, dataTimestamp);
      // Today's files of candles reach further, and the engine may be newer: what counts is whether it decides the same.
      return answer({ plan: { ...again, inputs: { ...inputs, candlesSha256, engineSha256 } } });
    }),
  );
