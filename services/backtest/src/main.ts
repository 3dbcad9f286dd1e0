// Wires the backtest service: chats and strategy files, runs and their results, and the candles they need.
import { Client } from '@temporalio/client';
import { type AggregateEvents, authEvents, type RunEvent, type WorkspaceEvent } from '@tradeium/contracts';
import { openAggregates, runProjections, runReaction } from '@tradeium/event-store';
import {
  connectMongo,
  connectTemporal,
  keepSchedules,
  operationHandlers,
  serveRequests,
  startService,
  startWorker,
  tellAccountUpdates,
  waitForWritesOf,
} from '@tradeium/service-kit';
import { updatesOf } from './account-updates.ts';
import { creditActivities } from './activities/credits.ts';
import { endActivities } from './activities/end-run.ts';
import { eraseActivities } from './activities/erase-workspace.ts';
import { candleActivities } from './activities/load-candles.ts';
import { reportTo } from './activities/report-progress.ts';
import { resumeActivities } from './activities/resume-lost-runs.ts';
import { sweepActivities } from './activities/sweep-files.ts';
import { syncActivities } from './activities/sync-candles.ts';
import { resultActivities } from './activities/write-results.ts';
import { handlers } from './api/handlers.ts';
import { openCandleStore } from './candles/candle-store.ts';
import { openCandleSource } from './candles/exchange.ts';
import { config as schema } from './config.ts';
import { runAggregate } from './domain/run.ts';
import { workspaceAggregate } from './domain/workspace.ts';
import { openProgressBoard } from './progress-board.ts';
import { blobUsesProjection, isComplete } from './projections/blob-uses.ts';
import { chatsProjection } from './projections/chats.ts';
import { favoritesProjection } from './projections/favorites.ts';
import { runsProjection } from './projections/runs.ts';
import { eraseWorkspace } from './reactions/erase-workspace.ts';
import { settleEndedRun } from './reactions/settle-run.ts';
import { startRunWorkflow } from './reactions/start-run-workflow.ts';
import { regularWork } from './schedules.ts';
import type { EraseActivities } from './workflows/erase-contract.ts';
import type { ResumeActivities } from './workflows/resume-contract.ts';
import { BACKTEST_TASK_QUEUE, type RunActivities } from './workflows/run-contract.ts';
import type { SweepActivities } from './workflows/sweep-contract.ts';
import type { SyncActivities } from './workflows/sync-contract.ts';

const ACTIVITIES_AT_ONCE_MAX = 8;

type Read = AggregateEvents<WorkspaceEvent | RunEvent>;

await startService('backtest', schema, async ({ config, log, nc, blobs, client, metrics, lifetime }) => {
  const now = () => new Date();
  const mongo = await connectMongo(config.MONGODB_URL, `${config.MONGODB_PREFIX}_backtest`, log);
  lifetime.onStop('mongodb', () => mongo.close());
  const workspaces = openAggregates({ nc, log, now }, workspaceAggregate);
  const runs = openAggregates({ nc, log, now }, runAggregate);
  const projections = await runProjections({
    nc,
    mongo,
    log,
    now,
    projections: [chatsProjection, runsProjection, favoritesProjection, blobUsesProjection],
  });
  lifetime.onStop('projections', projections.stop);
  const telling = tellAccountUpdates<WorkspaceEvent | RunEvent>(
    { nc, log, projections },
    {
      reads: [workspaceAggregate as Read, runAggregate as Read],
      updatesOf: (events) => events.flatMap(({ event }) => updatesOf(event)),
    },
  );
  lifetime.onStop('account updates', telling.stop);

  const source = openCandleSource({
    id: config.EXCHANGE_ID,
    url: config.EXCHANGE_URL,
    pauseMs: config.EXCHANGE_PAUSE_MS,
    log,
  });
  const candles = openCandleStore({ source, directory: config.CANDLES_DIRECTORY, log, now: Date.now });
  const progress = openProgressBoard(nc);
  const report = reportTo(progress);
  const temporal = await connectTemporal(config.TEMPORAL_ADDRESS, log);
  lifetime.onStop('temporal', () => temporal.close());
  const { workflow: workflows, schedule: schedules } = new Client({
    connection: temporal,
    namespace: config.TEMPORAL_NAMESPACE,
  });
  const runModel = () => projections.documents(runsProjection);
  const haveSeen = (sequence: number, timeoutMs: number) =>
    projections.waitFor('backtest', sequence, timeoutMs);
  const activities: RunActivities & SyncActivities & SweepActivities & EraseActivities & ResumeActivities = {
    ...eraseActivities({ workspaces, runs, workflows, runModel, haveSeen }),
    ...resumeActivities({ workspaces, runs, workflows, runModel, log, now: Date.now }),
    ...creditActivities(client, report),
    ...candleActivities(candles, blobs, report),
    ...syncActivities(candles),
    ...sweepActivities({
      directory: config.BLOBS_DIRECTORY,
      days: config.WORKING_FILES_DAYS,
      blobUses: () => projections.documents(blobUsesProjection),
      isComplete: () => isComplete(projections),
      log,
      now: Date.now,
    }),
    ...resultActivities(blobs, report),
    ...endActivities(runs, progress, blobs),
  };
  await startWorker({
    address: config.TEMPORAL_ADDRESS,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: BACKTEST_TASK_QUEUE,
    bundlePath: config.WORKFLOW_BUNDLE,
    activities,
    activitiesAtOnceMax: ACTIVITIES_AT_ONCE_MAX,
    log,
    lifetime,
  });

  const regular = keepSchedules({
    schedules,
    regularWork: regularWork({ syncMinutes: config.CANDLE_SYNC_MINUTES }),
    log,
  });
  lifetime.onStop('schedules', regular.stop);
  const starting = runReaction(
    { nc, log, now },
    {
      name: 'start-run-workflow',
      reads: [runAggregate],
      handle: startRunWorkflow({ workspaces, runs, workflows }),
    },
  );
  lifetime.onStop('reactions', starting.stop);
  const erasing = runReaction(
    { nc, log, now },
    {
      name: 'erase-workspace',
      reads: [authEvents.user],
      handle: eraseWorkspace({ workflows }),
    },
  );
  lifetime.onStop('erasures', erasing.stop);
  const settling = runReaction(
    { nc, log, now },
    { name: 'settle-run', reads: [runAggregate], handle: settleEndedRun({ workspaces }) },
  );
  lifetime.onStop('settled runs', settling.stop);

  const waitForWrites = waitForWritesOf('backtest', projections);
  const server = serveRequests({
    nc,
    log,
    metrics,
    blobs,
    waitForWrites,
    handlers: [
      ...handlers({
        workspaces,
        runs,
        chatModel: () => projections.documents(chatsProjection),
        runModel,
        favoritesModel: () => projections.documents(favoritesProjection),
        waitForWrites,
        caughtUp: projections.caughtUp,
        blobs,
        candles,
        progress,
        workflows,
      }),
      ...operationHandlers('backtest', { projections, reactions: [starting, erasing, settling] }),
    ],
  });
  lifetime.onStop('requests', server.stop);
  return {};
});
