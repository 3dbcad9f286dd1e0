// The runs of all users: their settings, how they ended, and the files of their result folders as users left them.
import type {
  AggregateEvents,
  DataframeInfo,
  FolderFileRef,
  ParameterValues,
  RunEvent,
  RunFigures,
  RunSettings,
  WorkspaceEvent,
} from '@tradeium/contracts';
import type { Change, Projection, Stored, StoredEvent } from '@tradeium/event-store';
import { type Model, Schema } from 'mongoose';
import { runAggregate } from '../domain/run.ts';
import { workspaceAggregate } from '../domain/workspace.ts';

type RunFields = {
  userId: string;
  chatId: string;
  /** The name of the strategy file, or private strategy, when the run started. */
  strategy: string;
  isPrivate: boolean;
  status: 'running' | 'completed' | 'failed';
  settings: RunSettings;
  parameters: ParameterValues;
  startedAt: string;
  endedAt: string | null;
  /** Null unless there is a folder: the run has completed and the folder was not deleted. */
  folderName: string | null;
  /** The name that the run gave it. */
  givenName: string | null;
  /** The file `Settings` has the user's notes. */
  hasNotes: boolean;
  /** Null unless completed. */
  summary: string | null;
  figures: RunFigures | null;
  /** How many of its findings are critical. */
  criticalFindings: number;
  files: FolderFileRef[];
  result: DataframeInfo | null;
  /** 10⁻⁶ VUT; null unless completed. */
  charged: number | null;
  /** The text of the author's mistake, or why the run was impossible; null unless failed. */
  failure: string | null;
};

export type RunDocument = Stored<RunFields>;

const schema = new Schema<RunFields>({
  userId: String,
  chatId: String,
  strategy: String,
  isPrivate: Boolean,
  status: String,
  settings: Schema.Types.Mixed,
  parameters: Schema.Types.Mixed,
  startedAt: String,
  endedAt: String,
  folderName: String,
  givenName: String,
  hasNotes: Boolean,
  summary: String,
  figures: Schema.Types.Mixed,
  criticalFindings: Number,
  files: [{ _id: false, filename: String, size: Number, digest: String }],
  result: Schema.Types.Mixed,
  charged: Number,
  failure: String,
});
schema.index({ chatId: 1, status: 1, endedAt: 1 });
schema.index({ chatId: 1, folderName: 1 });
schema.index({ chatId: 1, givenName: 1 });
schema.index({ userId: 1, status: 1 });
schema.index({ status: 1, startedAt: 1 });
schema.index({ userId: 1, startedAt: -1 });

const withNotes = (run: RunFields, digest: string, size: number): RunFields => ({
  ...run,
  hasNotes: true,
  files: run.files.map((file) => (file.filename === 'Settings' ? { ...file, digest, size } : file)),
});

/** The rest of a run after its folder is deleted: that it existed, and its charge. */
const NO_FOLDER = { folderName: null, givenName: null, hasNotes: false } as const;

const changes = ({ event, meta }: StoredEvent<RunEvent | WorkspaceEvent>): Change<RunFields>[] => {
  switch (event.type) {
    case 'RunStarted': {
      const { runId, userId, chatId, strategyFilename, privateStrategyId, settings, parameters } = event.data;
      const started: RunFields = {
        userId,
        chatId,
        strategy: strategyFilename,
        isPrivate: privateStrategyId !== null,
        status: 'running',
        settings,
        parameters,
        startedAt: meta.at,
        endedAt: null,
        ...NO_FOLDER,
        files: [],
        summary: null,
        figures: null,
        criticalFindings: 0,
        result: null,
        charged: null,
        failure: null,
      };
      return [{ id: runId, apply: () => started }];
    }
    case 'RunCompleted': {
      const { runId, folderName, summary, figures, findings, files, result, charged } = event.data;
      const end = {
        status: 'completed',
        endedAt: meta.at,
        folderName,
        givenName: folderName,
        summary,
        figures,
        criticalFindings: findings.filter(({ severity }) => severity === 'critical').length,
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
    case 'FolderRenamed': {
      const { runId, name } = event.data;
      return [{ id: runId, apply: (run) => run && { ...run, folderName: name } }];
    }
    case 'FolderNotesSaved': {
      const { runId, settings, size } = event.data;
      return [{ id: runId, apply: (run) => run && withNotes(run, settings, size) }];
    }
    case 'FolderDeleted':
      return [{ id: event.data.runId, apply: (run) => run && { ...run, ...NO_FOLDER, files: [] } }];
    case 'RunErased':
      return [{ id: event.data.runId, apply: () => null }];
    default:
      return [];
  }
};

type Read = AggregateEvents<RunEvent | WorkspaceEvent>;

export const runsProjection: Projection<RunEvent | WorkspaceEvent, RunFields> = {
  name: 'runs',
  version: 7,
  reads: [runAggregate as Read, workspaceAggregate as Read],
  schema,
  changes,
};

export type RunModel = () => Model<RunDocument>;

/** The fields of each result folder in a list. */
export const FOLDER_FIELDS = {
  folderName: 1,
  givenName: 1,
  strategy: 1,
  settings: 1,
  parameters: 1,
  figures: 1,
  criticalFindings: 1,
  startedAt: 1,
  endedAt: 1,
} as const;
export type Folder = Pick<RunDocument, '_id' | keyof typeof FOLDER_FIELDS>;

/** The newest result folders of a chat, oldest first. */
export const foldersOf = async (model: RunModel, chatId: string, limit: number): Promise<Folder[]> => {
  const newestFirst = await model()
    .find({ chatId, status: 'completed', folderName: { $ne: null } }, FOLDER_FIELDS)
    .sort({ endedAt: -1 })
    .limit(limit)
    .lean();
  return newestFirst.reverse();
};

const RUNNING_FIELDS = {
  chatId: 1,
  strategy: 1,
  isPrivate: 1,
  settings: 1,
  parameters: 1,
  startedAt: 1,
} as const;
export type RunningRun = Pick<RunDocument, '_id' | keyof typeof RUNNING_FIELDS>;

/** A user's runs that have not ended, oldest first. */
export const runningOf = (model: RunModel, userId: string, limit: number): Promise<RunningRun[]> =>
  model().find({ userId, status: 'running' }, RUNNING_FIELDS).sort({ startedAt: 1 }).limit(limit).lean();

/** How many runs of all users began before this one and are still running; undefined for a run that does not. */
export const runsBefore = async (model: RunModel, runId: string): Promise<number | undefined> => {
  const run = await model().findOne({ _id: runId, status: 'running' }, { startedAt: 1 }).lean();
  if (!run) return undefined;
  return model().countDocuments({ status: 'running', startedAt: { $lt: run.startedAt } });
};

/** Which runs: a user's, or those that began before a time (ISO 8601) and are still running. */
type Which = { userId: string } | { runningSince: string };

const filterOf = (which: Which) =>
  'userId' in which ? which : { status: 'running' as const, startedAt: { $lt: which.runningSince } };

/** One page of runs in the order of their ids, after the run `after`. */
export const runsAfter = (
  model: RunModel,
  which: Which,
  after: string,
  limit: number,
): Promise<Pick<RunDocument, '_id' | 'chatId' | 'status' | 'startedAt'>[]> =>
  model()
    .find({ ...filterOf(which), _id: { $gt: after } }, { chatId: 1, status: 1, startedAt: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean();

/** A user's newest runs as they are, newest first. */
export const runsOf = (model: RunModel, userId: string, limit: number): Promise<RunDocument[]> =>
  model().find({ userId }).sort({ startedAt: -1 }).limit(limit).lean();

const NAME_FIELDS = { chatId: 1, strategy: 1, folderName: 1, givenName: 1 } as const;

/** The names of a user's newest runs, newest first. */
export const runNamesOf = (
  model: RunModel,
  userId: string,
  limit: number,
): Promise<Pick<RunDocument, '_id' | keyof typeof NAME_FIELDS>[]> =>
  model().find({ userId }, NAME_FIELDS).sort({ startedAt: -1 }).limit(limit).lean();

/** The result folders of these runs of the user that are there. */
export const foldersOfRuns = (
  model: RunModel,
  userId: string,
  runIds: readonly string[],
): Promise<Folder[]> =>
  model()
    .find({ _id: { $in: runIds }, userId, status: 'completed', folderName: { $ne: null } }, FOLDER_FIELDS)
    .lean();

const SHARED_FIELDS = { strategy: 1, endedAt: 1, files: 1 } as const;

/** The parts of a run's result that a link shows, or null where it is gone. */
export const folderToShow = (
  model: RunModel,
  userId: string,
  runId: string,
): Promise<Pick<RunDocument, '_id' | keyof typeof SHARED_FIELDS> | null> =>
  model()
    .findOne({ _id: runId, userId, status: 'completed', folderName: { $ne: null } }, SHARED_FIELDS)
    .lean();

const CONTENT_FIELDS = { settings: 1, files: 1 } as const;
type FolderContent = Pick<RunDocument, '_id' | keyof typeof CONTENT_FIELDS>;

/** The files behind a result folder and the settings of its run, or null. */
export const folderOf = (
  model: RunModel,
  chatId: string,
  folderName: string,
): Promise<FolderContent | null> =>
  model().findOne({ chatId, folderName }, CONTENT_FIELDS).sort({ endedAt: 1 }).lean();

/**
 * The runs that gave their result folder this name, whatever its current name, oldest first: one, unless runs that
 * started in the same second have ids with the same end.
 */
export const foldersGiven = (
  model: RunModel,
  chatId: string,
  givenName: string,
  limit: number,
): Promise<Pick<RunDocument, '_id'>[]> =>
  model().find({ chatId, givenName }, { _id: 1 }).sort({ endedAt: 1 }).limit(limit).lean();

/** The chat's newest result, or null. */
export const newestResultOf = (
  model: RunModel,
  chatId: string,
): Promise<(FolderContent & Pick<RunDocument, 'summary'>) | null> =>
  model()
    .findOne({ chatId, status: 'completed', folderName: { $ne: null } }, { ...CONTENT_FIELDS, summary: 1 })
    .sort({ endedAt: -1 })
    .lean();
