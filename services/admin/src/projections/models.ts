// The read models that queries use, by name.
import type { Projections } from '@tradeium/event-store';
import { auditProjection } from './audit.ts';
import { chatsProjection } from './chats.ts';
import { deploymentsProjection } from './deployments.ts';
import { ledgerLinesProjection } from './ledger-lines.ts';
import { ledgerSumsProjection } from './ledger-sums.ts';
import { ordersProjection } from './orders.ts';
import { paymentHistoriesProjection } from './payment-histories.ts';
import { peopleProjection } from './people.ts';
import { rebalancesProjection } from './rebalances.ts';
import { runsProjection } from './runs.ts';
import { storageProjection } from './storage.ts';
import { timelineProjection } from './timeline.ts';

export const openModels = (projections: Projections) => ({
  audit: () => projections.documents(auditProjection),
  chats: () => projections.documents(chatsProjection),
  deployments: () => projections.documents(deploymentsProjection),
  ledgerLines: () => projections.documents(ledgerLinesProjection),
  ledgerSums: () => projections.documents(ledgerSumsProjection),
  orders: () => projections.documents(ordersProjection),
  paymentHistories: () => projections.documents(paymentHistoriesProjection),
  people: () => projections.documents(peopleProjection),
  rebalances: () => projections.documents(rebalancesProjection),
  runs: () => projections.documents(runsProjection),
  storage: () => projections.documents(storageProjection),
  timeline: () => projections.documents(timelineProjection),
});

export type Models = ReturnType<typeof openModels>;
