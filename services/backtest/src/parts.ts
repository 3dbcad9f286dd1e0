// Opens the dependencies of the backtest service's handlers, reactions and activities.
import { refuse, streamOf } from '@tradeium/contracts';
import { blobAccess, openSharedFiles, openUserFiles, type ServiceKit } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { aggregates } from './aggregates.ts';
import { openCandleStore } from './candles/candle-store.ts';
import { openCandleSource } from './candles/exchange.ts';
import { openDeclaredParameters } from './commands/declared-parameters.ts';
import type { config as schema } from './config.ts';
import { openProgressBoard } from './progress-board.ts';
import { blobUsesProjection, isComplete } from './projections/blob-uses.ts';
import { chatsProjection } from './projections/chats.ts';
import { favoritesProjection } from './projections/favorites.ts';
import { runsProjection } from './projections/runs.ts';
import { sharedLinksProjection } from './projections/shared-links.ts';
import { studiesProjection } from './projections/studies.ts';
import { openResultThreads } from './results/result-threads.ts';
import { openStudyFiles } from './results/studies/study-files.ts';

type Kit = ServiceKit<z.output<typeof schema>, typeof aggregates, true>;

export const openParts = async (kit: Kit) => {
  const { config, nc, log, now, blobs, client, aggregates, projections, lifetime } = kit;
  const source = openCandleSource({
    id: config.EXCHANGE_ID,
    url: config.EXCHANGE_URL,
    pauseMs: config.EXCHANGE_PAUSE_MS,
    log,
    results: kit.outside('exchange'),
  });
  const { workflow: workflows } = await kit.temporal();
  const resultThreads = openResultThreads(log);
  lifetime.onStop('threads', resultThreads.close);
  const files = openUserFiles(blobs, kit.sealing);
  return {
    ...aggregates,
    config,
    log,
    now,
    blobs,
    client,
    userKeys: kit.sealing,
    files,
    studyFiles: openStudyFiles(files),
    declaredParameters: openDeclaredParameters({ workflows, blobs, files }),
    workflows,
    candles: openCandleStore({
      source,
      directory: config.CANDLES_DIRECTORY,
      shared: openSharedFiles(blobAccess()),
      log,
      now: Date.now,
    }),
    rulesOf: async (coins: readonly string[]) => {
      try {
        return await source.rules(coins);
      } catch (err) {
        log.error({ err, coins }, 'the rules of the exchange could not be read');
        return refuse('CANDLES_UNAVAILABLE');
      }
    },
    progress: openProgressBoard(nc),
    resultThreads,
    chatModel: () => projections.documents(chatsProjection),
    runModel: () => projections.documents(runsProjection),
    studyModel: () => projections.documents(studiesProjection),
    favoritesModel: () => projections.documents(favoritesProjection),
    sharedLinksModel: () => projections.documents(sharedLinksProjection),
    blobUses: () => projections.documents(blobUsesProjection),
    isBlobUsesComplete: () => isComplete(projections),
    waitForWrites: kit.waitForWrites,
    caughtUp: projections.caughtUp,
    haveSeen: (sequence: number, timeoutMs: number) =>
      projections.waitFor({ [streamOf('backtest')]: sequence }, timeoutMs),
  };
};
