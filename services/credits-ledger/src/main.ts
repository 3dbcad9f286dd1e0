// The credits ledger: accounts, their read models, and purchases.
import { startService } from '@tradeium/service-kit';
import { accountUpdates } from './account-updates.ts';
import { activities } from './activities/activities.ts';
import { aggregates } from './aggregates.ts';
import { handlers } from './api/handlers.ts';
import { config } from './config.ts';
import { openParts } from './parts.ts';
import { accountsProjection } from './projections/accounts.ts';
import { purchasesProjection } from './projections/purchases.ts';
import { reservationsProjection } from './projections/reservations.ts';
import { statementLinesProjection } from './projections/statement-lines.ts';
import { transactionsProjection } from './projections/transactions.ts';
import { reactions } from './reactions/reactions.ts';
import { schedules } from './schedules.ts';

await startService('credits-ledger', {
  config,
  aggregates,
  projections: [
    accountsProjection,
    transactionsProjection,
    statementLinesProjection,
    reservationsProjection,
    purchasesProjection,
  ],
  parts: openParts,
  handlers,
  reactions,
  workflows: { activities, activitiesAtOnceMax: 10, schedules: () => schedules },
  accountUpdates,
});
