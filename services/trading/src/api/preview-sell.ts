// What a sell to USDT would do now: nothing is locked, sent or charged.
import { isRefusal, messageOf, REBALANCE_VUT } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../deployments/find-deployment.ts';
import { sellRefusal, soldOf } from '../domain/sell.ts';
import { withBooks } from '../rebalances/account-books.ts';
import { withAccount } from '../rebalances/exchange-accounts.ts';
import { planFor } from '../rebalances/make-plan.ts';
import { planFact } from '../rebalances/plan-fact.ts';
import { saleOf } from '../rebalances/sale.ts';
import { previewView } from './activity-view.ts';
import type { Dependencies } from './dependencies.ts';

export const previewSell = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('previewSell'), async ({ id, coins }, userId) => {
      const found = await deploymentOf(dependencies, userId, id);
      if (isRefusal(found)) return found;
      const deployment = await withBooks(dependencies, found);
      const refusal = sellRefusal(deployment, coins);
      if (refusal) return refusal;
      const { created } = deployment;
      const timestamp = dependencies.now().toISOString();
      const sold = soldOf(created, coins);
      const sale = saleOf(sold, timestamp);
      const planned = await withAccount(dependencies, created, (account) =>
        planFor(account, deployment, sale.weights, sold),
      );
      if (isRefusal(planned)) return planned;
      const ids = { userId, deploymentId: created.deploymentId, rebalanceId: 'preview' };
      const fact = planFact(ids, planned, sale, timestamp);
      const vutCost = created.mode === 'paper' ? 0 : REBALANCE_VUT;
      return answer(previewView(fact, { timestamp, vutCost, heldUp: null }));
    }),
  );
