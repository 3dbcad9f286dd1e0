// Wires the backtest service: chats and strategy files, runs and their results, and the candles they need.
import { Client } from '@temporalio/client';
import { assertStream, openAggregates, runProjections, runReaction } from '@tradeium/event-store';
import {
  connectMongo,
  connectTemporal,
  serveRequests,
  startService,
  startWorker,
} from '@tradeium/service-kit';
import { creditActivities } from './activities/credits.ts';
import { endActivities } from './activities/end-run.ts';
import { candleActivities } from './activities/load-candles.ts';
import { reportTo } from './activities/report-progress.ts';
import { resultActivities } from './activities/write-results.ts';
import type { Dependencies } from './api/dependencies.ts';
import { handlers } from './api/handlers.ts';
import { openCandleStore } from './candles/candle-store.ts';
import { openCandleSource } from './candles/exchange.ts';
import { config } from './config.ts';
import { runDefinition } from './domain/run.ts';
import { workspaceDefinition } from './domain/workspace.ts';
import { openProgressBoard } from './progress-board.ts';
import { chatsProjection } from './projections/chats.ts';
import { runsProjection } from './projections/runs.ts';
import { startRunWorkflow } from './reactions/start-run-workflow.ts';
import { BACKTEST_TASK_QUEUE, type RunActivities } from './workflows/run-reference.ts';

await startService('backtest', config, async ({ config, log, nc, blobs, client, metrics, lifetime }) => {});
