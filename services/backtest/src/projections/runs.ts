// The runs of all users: their settings, how they ended, and the files of their result folders.
import type { DataframeInfo, FolderFileRef, RunEvent, RunSettings } from '@tradeium/contracts';
import type { Change, Projection, Stored, StoredEvent } from '@tradeium/event-store';
import { type Model, Schema } from 'mongoose';
import { runAggregate } from '../domain/run.ts';

type RunFields = {
  userId: string;
  chatId: string;
  /** The strategy file's name, or the private strategy's. */
  strategy: string;
  status: 'running' | 'completed' | 'failed';
  settings: RunSettings;
  startedAt: string;
  endedAt: string | null;
  /** Null unless completed. */
  folderName: string | null;
  summary: string | null;
  files: FolderFileRef[];
  result: DataframeInfo | null;
  /** 10⁻⁶ VUT; null unless completed. */
  charged: number | null;
  /** The author's mistake in words, or why the run could not be done; null unless failed. */
  failure: string | null;
};

export type RunDocument = Stored<RunFields>;

const schema = new Schema<RunFields>({
  userId: String,
  chatId: String,
  strategy: String,
  status: String,
  settings: Schema.Types.Mixed,
  startedAt: String,
  endedAt: String,
  folderName: String,
  summary: String,
  files: [{ _id: false, filename: String, size: Number, digest: String }],
  result: Schema.Types.Mixed,
  charged: Number,
  failure: String,
});
schema.index({ chatId: 1, status: 1, endedAt: 1 });
schema.index({ chatId: 1, folderName: 1 });
schema.index({ userId: 1, status: 1 });
schema.index({ status: 1, startedAt: 1 });
schema.index({ userId: 1, startedAt: -1 });

const changes = ({ event, meta }: StoredEvent<RunEvent>): Change<RunFields>[] => {
  switch (event.type) {
    case 'RunStarted': {
      const { runId, userId, chatId, strategyFilename, settings } = event.data;
      const started: RunFields = {
        userId,
        chatId,
        strategy: strategyFilename,
        status: 'running',
        settings,
        startedAt: meta.at,
        endedAt: null,
        folderName: null,
        summary: null,
        files: [],
        result: null,
        charged: null,
        failure: null,
      };
      return [{ id: runId, apply: () => started }];
    }
    case 'RunCompleted': {
      const { runId, folderName, summary, files, result, charged } = event.data;
      const end = {
        status: 'completed',
        endedAt: meta.at,
        folderName,
        summary,
        files,
        result,
        charged,
      } as const;
      return [{ id: runId, apply: (run) => run && { ...run, ...end } }];
    }
    case 'RunFailed': {
      const { runId, strategyError, refusal } = event.data;
      const failure = strategyError ?? refusal?.refused ?? null;
      const end = { status: 'failed', endedAt: meta.at, failure } as const;
      return [{ id: runId, apply: (run) => run && { ...run, ...end } }];
    }
    case 'RunErased':
      return [{ id: event.data.runId, apply: () => null }];
    default:
      return [];
  }
};

export const runsProjection: Projection<RunEvent, RunFields> = {
  name: 'runs',
  version: 3,
  reads: [runAggregate],
  schema,
  changes,
};

export type RunModel = () => Model<RunDocument>;

/** The newest result folders of a chat, oldest first. */
export const foldersOf = async (model: RunModel, chatId: string, limit: number): Promise<RunDocument[]> => {
  const newestFirst = await model()
    .find({ chatId, status: 'completed' })
    .sort({ endedAt: -1 })
    .limit(limit)
    .lean();
  return newestFirst.reverse();
};

/** How many runs of a user have not ended, as far as the read model knows. */
export const countRunning = (model: RunModel, userId: string): Promise<number> =>
  model().countDocuments({ userId, status: 'running' });

/** Runs that were started before a moment (ISO 8601) and have not ended, oldest first. */
export const runningSince = (model: RunModel, before: string, limit: number): Promise<RunDocument[]> =>
  model()
    .find({ status: 'running', startedAt: { $lt: before } })
    .sort({ startedAt: 1 })
    .limit(limit)
    .lean();

/** A user's runs in the order of their ids, after the run `after`. */
export const runsAfter = (
  model: RunModel,
  userId: string,
  after: string,
  limit: number,
): Promise<RunDocument[]> =>
  model()
    .find({ userId, _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean();

/** A user's newest runs, newest first. */
export const runsOf = (model: RunModel, userId: string, limit: number): Promise<RunDocument[]> =>
  model().find({ userId }).sort({ startedAt: -1 }).limit(limit).lean();

/** The run behind a result folder, or null. */
export const folderOf = (model: RunModel, chatId: string, folderName: string): Promise<RunDocument | null> =>
  model().findOne({ chatId, folderName }).lean();

/** The chat's newest result, or null. */
export const newestResultOf = (model: RunModel, chatId: string): Promise<RunDocument | null> =>
  model().findOne({ chatId, status: 'completed' }).sort({ endedAt: -1 }).lean();
