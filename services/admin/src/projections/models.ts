// The read models that queries use, by name.
import type { Projections } from '@tradeium/event-store';
import { auditProjection } from './audit.ts';
import { chatsProjection } from './chats.ts';
import { deploymentsProjection } from './deployments.ts';
import { figuresProjection } from './figures.ts';
import { ledgerLinesProjection } from './ledger-lines.ts';
import { ledgerSumsProjection } from './ledger-sums.ts';
import { monthlyTokensProjection } from './monthly-tokens.ts';
import { ordersProjection } from './orders.ts';
import { paymentHistoriesProjection } from './payment-histories.ts';
import { paymentsProjection } from './payments.ts';
import { peopleProjection } from './people.ts';
import { rebalancesProjection } from './rebalances.ts';
import { runsProjection } from './runs.ts';
import { storageProjection } from './storage.ts';
import { timelineProjection } from './timeline.ts';
import { tradersProjection } from './traders.ts';

export const openModels = (projections: Projections) => ({
  audit: () => projections.documents(auditProjection),
  chats: () => projections.documents(chatsProjection),
  deployments: () => projections.documents(deploymentsProjection),
  figures: () => projections.documents(figuresProjection),
  ledgerLines: () => projections.documents(ledgerLinesProjection),
  ledgerSums: () => projections.documents(ledgerSumsProjection),
  monthlyTokens: () => projections.documents(monthlyTokensProjection),
  orders: () => projections.documents(ordersProjection),
  paymentHistories: () => projections.documents(paymentHistoriesProjection),
  payments: () => projections.documents(paymentsProjection),
  people: () => projections.documents(peopleProjection),
  rebalances: () => projections.documents(rebalancesProjection),
  runs: () => projections.documents(runsProjection),
  storage: () => projections.documents(storageProjection),
  timeline: () => projections.documents(timelineProjection),
  traders: () => projections.documents(tradersProjection),
});

export type Models = ReturnType<typeof openModels>;
