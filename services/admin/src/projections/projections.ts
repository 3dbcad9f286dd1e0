// All read models of this service. Each is made from the events of other contexts, and depends on no order between them.
import type { AnyProjection } from '@tradeium/event-store';
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

export const projections: readonly AnyProjection[] = [
  auditProjection,
  chatsProjection,
  deploymentsProjection,
  figuresProjection,
  ledgerLinesProjection,
  ledgerSumsProjection,
  monthlyTokensProjection,
  ordersProjection,
  paymentHistoriesProjection,
  paymentsProjection,
  peopleProjection,
  rebalancesProjection,
  runsProjection,
  storageProjection,
  timelineProjection,
  tradersProjection,
];
