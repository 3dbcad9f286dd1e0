// The dependencies of this service's commands and queries.

import type { WorkflowClient } from '@temporalio/client';
import type { Refusal } from '@tradeium/contracts';
import type { MarketRules } from '@tradeium/portfolio';
import type { Blobs, RequestClient, UserFiles, WaitForWrites } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import type { CandleStore } from '../candles/candle-store.ts';
import type { DeclaredParameters } from '../commands/declared-parameters.ts';
import type { ProgressBoard } from '../progress-board.ts';
import type { ChatModel } from '../projections/chats.ts';
import type { FavoritesModel } from '../projections/favorites.ts';
import type { RunModel } from '../projections/runs.ts';
import type { SharedLinksModel } from '../projections/shared-links.ts';
import type { StudyModel } from '../projections/studies.ts';
import type { ResultThreads } from '../results/result-threads.ts';
import type { StudyFiles } from '../results/studies/study-files.ts';

export type Dependencies = {
  readonly workspaces: Stores['workspaces'];
  readonly runs: Stores['runs'];
  readonly studies: Stores['studies'];
  readonly trials: Stores['trials'];
  readonly chatModel: ChatModel;
  readonly runModel: RunModel;
  readonly studyModel: StudyModel;
  readonly favoritesModel: FavoritesModel;
  readonly sharedLinksModel: SharedLinksModel;
  readonly now: () => Date;
  readonly waitForWrites: WaitForWrites;
  /** True if the read models catch up with the streams within the given time. */
  readonly caughtUp: (timeoutMs: number) => Promise<boolean>;
  /** True once the read models include the event with this sequence of the backtest stream; false after the given time. */
  readonly haveSeen: (sequence: number, timeoutMs: number) => Promise<boolean>;
  readonly blobs: Blobs;
  readonly client: RequestClient;
  readonly files: UserFiles;
  readonly studyFiles: StudyFiles;
  readonly declaredParameters: DeclaredParameters;
  readonly candles: CandleStore;
  /** The exchange's rules for orders of each coin, in the same order; a refusal when it does not answer. */
  readonly rulesOf: (coins: readonly string[]) => Promise<readonly MarketRules[] | Refusal>;
  readonly progress: ProgressBoard;
  readonly workflows: WorkflowClient;
  readonly resultThreads: ResultThreads;
};
