// What a rebalance would do now: nothing is locked, sent or charged.
import { isRefusal, messageOf, REBALANCE_VUT, refusalText } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../deployments/find-deployment.ts';
import { newestClose } from '../domain/bar-times.ts';
import { turnoverOn } from '../domain/deployment-state.ts';
import { planRefusal } from '../domain/mandate.ts';
import { notTrading } from '../domain/trading-refusal.ts';
import { withBooks } from '../rebalances/account-books.ts';
import { withAccount } from '../rebalances/exchange-accounts.ts';
import { planFor } from '../rebalances/make-plan.ts';
import { rebalanceIdOf } from '../rebalances/order-ids.ts';
import { planFact } from '../rebalances/plan-fact.ts';
import { targetWeights } from '../rebalances/target-weights.ts';
import { previewView } from './activity-view.ts';
import type { Dependencies } from './dependencies.ts';

/** The page waits for it. */
const PATIENCE_MS = 45_000;

export const previewRebalance = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('previewRebalance'), async ({ id }, userId) => {
      const found = await deploymentOf(dependencies, userId, id);
      if (isRefusal(found)) return found;
      const deployment = await withBooks(dependencies, found);
      const refusal = notTrading(deployment);
      if (refusal) return refusal;
      const { created } = deployment;
      const nowMs = dependencies.now().getTime();
      const barCloseMs = newestClose(created.settings.timeframe, nowMs);
      const barClose = new Date(barCloseMs).toISOString();
      // One computation for all previews on a bar.
      const requestId = `preview-${rebalanceIdOf(created.deploymentId, { barClose })}`;
      const target = await targetWeights(dependencies, created, {
        requestId,
        barCloseMs,
        decisionOf: 'newest',
        onWait: () => undefined,
        patienceMs: PATIENCE_MS,
        purpose: 'preview',
      });
      if (isRefusal(target)) return target;
      const { weights } = target;
      if (weights === null) return { refused: 'NO_TARGET_WEIGHTS' };
      const planned = await withAccount(dependencies, created, (account) =>
        planFor(account, deployment, weights),
      );
      if (isRefusal(planned)) return planned;
      const ids = { userId, deploymentId: created.deploymentId, rebalanceId: requestId };
      const fact = planFact(ids, planned, { ...target, weights }, barClose);
      const timestamp = new Date(nowMs).toISOString();
      const turnoverToday = turnoverOn(deployment, timestamp);
      const held = planRefusal(deployment.mandate, [...fact.sells, ...fact.buys], {
        turnoverToday,
        now: timestamp,
      });
      const heldUp = held ? refusalText(held) : null;
      return answer(
        previewView(fact, { timestamp, vutCost: created.mode === 'paper' ? 0 : REBALANCE_VUT, heldUp }),
      );
    }),
  );
