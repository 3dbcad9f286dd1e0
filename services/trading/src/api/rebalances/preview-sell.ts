// Previews a sell to USDT: nothing is locked, sent or charged.
import { isRefusal, messageOf, type Refusal, refuse } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../../deployments/find-deployment.ts';
import { sellPlaceRefusal } from '../../deployments/sell-place.ts';
import type { CreatedDeployment } from '../../domain/deployment-state.ts';
import { type DryRun, dryRun } from '../../domain/dry-run.ts';
import { sellRefusal, soldOf } from '../../domain/sell.ts';
import { withAccount } from '../../rebalances/exchange-accounts.ts';
import { booksNow } from '../../rebalances/look-at-share.ts';
import { outcomeOf, planFor } from '../../rebalances/make-plan.ts';
import { planFact } from '../../rebalances/plan-fact.ts';
import { saleOf } from '../../rebalances/sale.ts';
import type { Dependencies } from '../dependencies.ts';
import { previewView } from './preview-view.ts';

/** Credits hold up no sell. */
const notBeginning = async (
  dependencies: Dependencies,
  deployment: CreatedDeployment,
): Promise<Refusal | undefined> =>
  dependencies.config.TRADING_HALTED ? refuse('TRADING_HALTED') : sellPlaceRefusal(dependencies, deployment);

export const previewSell = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('previewSell'), async ({ id, coins }, userId) => {
      const deployment = await deploymentOf(dependencies, userId, id);
      if (isRefusal(deployment)) return deployment;
      const refusal = sellRefusal(deployment, coins);
      if (refusal) return refusal;
      const { created } = deployment;
      const timestamp = dependencies.now().toISOString();
      const sold = soldOf(created, coins);
      const sale = saleOf(sold, timestamp);
      const planned = await withAccount(dependencies, created, async (account) => {
        const current = await booksNow(dependencies, account, deployment);
        return planFor(account, current, sale.weights, timestamp, sold);
      });
      if (isRefusal(planned)) return planned;
      const ids = { userId, deploymentId: created.deploymentId, rebalanceId: 'preview' };
      const fact = planFact(ids, planned, sale, timestamp);
      const heldUp = await notBeginning(dependencies, deployment);
      const beginning = { kind: 'sell', coins, seen: planned.seen } as const;
      const run: DryRun = heldUp ? { sent: [], heldUp } : dryRun(deployment, fact, beginning, timestamp);
      const outcome = outcomeOf(planned, sale.weights, run.sent);
      return answer(previewView(fact, { outcome, run, deployment, timestamp }));
    }),
  );
