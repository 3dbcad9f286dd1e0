// Previews a rebalance with its mandate and everything that would hold it up: nothing is locked, sent or charged.
import { isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../../deployments/find-deployment.ts';
import { newestClose } from '../../domain/bar-times.ts';
import { type DryRun, dryRun } from '../../domain/dry-run.ts';
import { withAccount } from '../../rebalances/exchange-accounts.ts';
import { booksNow } from '../../rebalances/look-at-share.ts';
import { outcomeOf, planFor } from '../../rebalances/make-plan.ts';
import { rebalanceIdOf } from '../../rebalances/order-ids.ts';
import { planFact } from '../../rebalances/plan-fact.ts';
import { targetWeights } from '../../rebalances/target-weights.ts';
import type { Dependencies } from '../dependencies.ts';
import { creditShortage } from './credit-shortage.ts';
import { previewView } from './preview-view.ts';

/** The page waits for it. */
const PATIENCE_MS = 45_000;

export const previewRebalance = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('previewRebalance'), async ({ id }, userId, request) => {
      const deployment = await deploymentOf(dependencies, userId, id);
      if (isRefusal(deployment)) return deployment;
      const { created } = deployment;
      if (deployment.status === 'ended') return refuse('DEPLOYMENT_ENDED');
      const nowMs = dependencies.now().getTime();
      const barCloseMs = newestClose(created.settings.timeframe, nowMs);
      const barClose = new Date(barCloseMs).toISOString();
      // One computation for all previews on a bar.
      const requestId = `preview-${rebalanceIdOf(created.deploymentId, { barClose })}`;
      const target = await targetWeights(dependencies, created, {
        requestId,
        barCloseMs,
        decidedAfterMs: null,
        onWait: () => undefined,
        patienceMs: PATIENCE_MS,
        purpose: 'preview',
      });
      if (isRefusal(target)) return target;
      const { weights } = target;
      if (weights === null) return { refused: 'NO_TARGET_WEIGHTS' };
      const timestamp = new Date(nowMs).toISOString();
      const planned = await withAccount(dependencies, created, async (account) => {
        const current = await booksNow(dependencies, account, deployment);
        return planFor(account, current, weights, timestamp);
      });
      if (isRefusal(planned)) return planned;
      const ids = { userId, deploymentId: created.deploymentId, rebalanceId: requestId };
      const fact = planFact(ids, planned, { ...target, weights }, barClose);
      const shortage = await creditShortage(dependencies, deployment, request);
      const run: DryRun = dependencies.config.TRADING_HALTED
        ? { sent: [], heldUp: refuse('TRADING_HALTED') }
        : dryRun(deployment, fact, { kind: 'manual', seen: planned.seen, shortage }, timestamp);
      const outcome = outcomeOf(planned, weights, run.sent);
      return answer(previewView(fact, { outcome, run, deployment, timestamp }));
    }),
  );
