// The backtest service: chats and strategy files, runs and their results, and the candles they need.
import { startService } from '@tradeium/service-kit';
import { accountUpdates } from './account-updates.ts';
import { activities } from './activities/activities.ts';
import { aggregates } from './aggregates.ts';
import { handlers } from './api/handlers.ts';
import { config } from './config.ts';
import { openParts } from './parts.ts';
import { blobUsesProjection } from './projections/blob-uses.ts';
import { chatsProjection } from './projections/chats.ts';
import { favoritesProjection } from './projections/favorites.ts';
import { runsProjection } from './projections/runs.ts';
import { sharedLinksProjection } from './projections/shared-links.ts';
import { studiesProjection } from './projections/studies.ts';
import { reactions } from './reactions/reactions.ts';
import { schedules } from './schedules.ts';

await startService('backtest', {
  config,
  aggregates,
  seals: true,
  projections: [
    chatsProjection,
    runsProjection,
    studiesProjection,
    favoritesProjection,
    sharedLinksProjection,
    blobUsesProjection,
  ],
  parts: openParts,
  handlers,
  reactions,
  workflows: { activities, activitiesAtOnceMax: 8, schedules },
  accountUpdates,
});
