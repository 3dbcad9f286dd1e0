// What a sell to USDT would do now: nothing is locked, sent or charged.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../deployments/find-deployment.ts';
import { type DryRun, dryRun } from '../domain/dry-run.ts';
import { sellRefusal, soldOf } from '../domain/sell.ts';
import { withBooks } from '../rebalances/account-books.ts';
import { withAccount } from '../rebalances/exchange-accounts.ts';
import { outcomeOf, planFor } from '../rebalances/make-plan.ts';
import { planFact } from '../rebalances/plan-fact.ts';
import { saleOf } from '../rebalances/sale.ts';
import type { Dependencies } from './dependencies.ts';
import { heldUpAtOnce } from './held-up.ts';
import { previewView } from './preview-view.ts';

export const previewSell = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('previewSell'), async ({ id, coins }, userId, request) => {
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
        planFor(account, deployment, sale.weights, timestamp, sold),
      );
      if (isRefusal(planned)) return planned;
      const ids = { userId, deploymentId: created.deploymentId, rebalanceId: 'preview' };
      const fact = planFact(ids, planned, sale, timestamp);
      const heldUp = await heldUpAtOnce(dependencies, deployment, request);
      const beginning = { kind: 'sell', coins, seen: planned.seen } as const;
      const run: DryRun = heldUp ? { sent: [], heldUp } : dryRun(deployment, fact, beginning, timestamp);
      const outcome = outcomeOf(planned, sale.weights, run.sent);
      return answer(previewView(fact, { outcome, run, deployment, timestamp }));
    }),
  );
