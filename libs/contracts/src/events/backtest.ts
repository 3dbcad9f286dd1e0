// The facts of backtest chats, their strategy files and their runs.
import { z } from 'zod';
import {
  DRIFT_BAND_ENDS,
  DRIFT_BAND_PERCENT_MAX,
  PARAMETERS_MAX,
  PRIVATE_STRATEGY_ID,
  REBALANCE_CALENDARS,
  STARTING_CAPITAL_MAX,
  STARTING_CAPITAL_MIN,
  STRATEGY_FILES_MAX,
  STUDY_POINTS_MAX,
  TIMEFRAMES,
  TRIALS_AT_ONCE_MAX,
} from '../constants.ts';
import { microVutOrZero } from '../money-schema.ts';
import { parameterName, parameterValues } from '../parameter-schema.ts';
import { eventOf } from './event.ts';
import { refusalWord, refusalWordData } from './refusal-word.ts';
import { studyPlan } from './study-plan.ts';

const chatId = z.string();
const userId = z.string();
/** SHA-256 (hex) of a blob's bytes. */
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** Saved bytes are counted by the day. */
const savedAt = z.iso.datetime();

export const runSettings = z.strictObject({
  portfolio: z.array(z.string()).min(2),
  timeframe: z.enum(TIMEFRAMES),
  /** A fraction: 0.001 is 0.1 %. */
  fees: z.number().min(0).max(0.1),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  /** In USDT; absent where it is the usual amount. */
  starting_capital: z.number().min(STARTING_CAPITAL_MIN).max(STARTING_CAPITAL_MAX).optional(),
  /** How much worse than the open every trade fills, a fraction as `fees`; absent for none. */
  slippage: z.number().min(0).max(0.1).optional(),
  /** In percentage points of the portfolio; absent where every drift is traded. */
  drift_band_percent: z.number().min(0).max(DRIFT_BAND_PERCENT_MAX).optional(),
  drift_band_to: z.enum(DRIFT_BAND_ENDS).optional(),
  /** Absent where every bar may trade. */
  rebalance_every: z.enum(REBALANCE_CALENDARS).optional(),
});
export type RunSettings = z.infer<typeof runSettings>;

export const dataframeInfo = z.object({
  rows: z.int().nonnegative(),
  columns: z.array(z.string()),
  date_range: z.object({ start: z.string(), end: z.string() }),
});
export type DataframeInfo = z.infer<typeof dataframeInfo>;

/** One file of a result folder: its bytes are the blob `digest`. A newer program may write files unknown to this one. */
const folderFileRef = z.object({
  filename: z.string().min(1).max(100),
  size: z.int().nonnegative(),
  digest,
});
export type FolderFileRef = z.infer<typeof folderFileRef>;

/** The figures that distinguish results. */
const runFigures = z.object({
  /** Fractions: 0.5 is 50 %. */
  total_return: z.number(),
  max_drawdown: z.number(),
  sharpe_ratio: z.number().nullable(),
  /** Of a year, and of the coins bought in equal parts at the start and held. */
  cagr: z.number().nullable(),
  benchmark_return: z.number().nullable(),
});
export type RunFigures = z.infer<typeof runFigures>;

/** A favourite: a strategy file by its name, or the result folder of a run. */
const favoriteItem = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('strategy'), filename: z.string() }),
  z.strictObject({ type: z.literal('folder'), runId: z.string() }),
]);
export type FavoriteItem = z.infer<typeof favoriteItem>;

/** A user's workspace: chats, strategy files, and changes to result folders. */
const workspaceEvents = z.discriminatedUnion('type', [
  /** `localId` counts the user's chats from 1. */
  eventOf('ChatCreated', {
    userId,
    chatId,
    localId: z.int().positive(),
    name: z.string(),
    conversationId: z.string(),
    /** A private chat: its built-in strategy can be run, nothing in it can be changed. */
    private: z.boolean(),
  }),
  /** A new chat with copies of another chat's strategy files, each as version 1. */
  eventOf('ChatDuplicated', {
    userId,
    chatId,
    localId: z.int().positive(),
    name: z.string(),
    conversationId: z.string(),
    sourceChatId: z.string(),
    files: z
      .array(z.strictObject({ filename: z.string(), code: digest, size: z.int().nonnegative() }))
      .max(STRATEGY_FILES_MAX),
  }),
  eventOf('ChatRenamed', { userId, chatId, name: z.string() }),
  eventOf('ChatDeleted', { userId, chatId }),
  /** A new version of a strategy file; version 1 creates the file. */
  eventOf('StrategyFileSaved', {
    userId,
    chatId,
    filename: z.string(),
    version: z.int().positive(),
    code: digest,
    size: z.int().nonnegative(),
    at: savedAt,
  }),
  /** The file keeps its place, its versions and its mark. */
  eventOf('StrategyFileRenamed', { userId, chatId, filename: z.string(), newFilename: z.string() }),
  eventOf('StrategyFileDeleted', { userId, chatId, filename: z.string() }),
  /** The result folder of a run was renamed. */
  eventOf('FolderRenamed', { userId, chatId, runId: z.string(), name: z.string() }),
  /** The file `Settings` of a result folder, with the user's notes in it. */
  eventOf('FolderNotesSaved', {
    userId,
    chatId,
    runId: z.string(),
    settings: digest,
    size: z.int().nonnegative(),
    at: savedAt,
  }),
  /** The result is gone; the run stays charged. */
  eventOf('FolderDeleted', { userId, chatId, runId: z.string() }),
  /** The points of an ended study are gone; it stays charged, its trials count, and results that were kept of it stay. */
  eventOf('StudyDeleted', { userId, chatId, studyId: z.string() }),
  /** A link shows the result to anybody who has it until it expires; null: never. `linkId`: SHA-256 of its token. */
  eventOf('ResultShared', {
    userId,
    chatId,
    runId: z.string(),
    linkId: z.string(),
    showsCode: z.boolean(),
    at: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
  }),
  eventOf('SharedLinkRevoked', { userId, chatId, runId: z.string(), linkId: z.string() }),
  eventOf('FavoriteAdded', {
    userId,
    chatId,
    item: favoriteItem,
    /** The item's name at that moment. */
    name: z.string(),
  }),
  eventOf('FavoriteRemoved', { userId, chatId, item: favoriteItem }),
  /** The run counts as one of its user's active runs from now until it is settled. */
  eventOf('RunAdmitted', {
    userId,
    chatId,
    runId: z.string(),
    at: z.iso.datetime(),
    /** It leaves no result: an agent's backtest, or weights for another service, whose `chatId` is empty. */
    isTry: z.literal(true).optional(),
    /** It is a study, whose id is in place of a run's. */
    isStudy: z.literal(true).optional(),
  }),
  /** The run has ended, or never started. `resultBytes`: the size of its result folder; 0 when it left none. */
  eventOf('RunSettled', {
    userId,
    chatId,
    runId: z.string(),
    resultBytes: z.int().nonnegative(),
    /** Of a run without a result: the computing time that counts against its user, and when. */
    failed: z.strictObject({ at: z.iso.datetime(), computeMs: z.int().nonnegative() }).nullable(),
  }),
  /** Its user deleted the account: all these chats are gone, and nothing can be created here any more. */
  eventOf('WorkspaceErased', { userId, chatIds: z.array(z.string()).max(1_000) }),
]);

const runEvents = z.discriminatedUnion('type', [
  eventOf('RunStarted', {
    runId: z.string(),
    chatId,
    userId,
    /** The strategy file's name, or the private strategy's. */
    strategyFilename: z.string(),
    /** Version and digest of the source; null for a private strategy, which only the runner has. */
    strategyVersion: z.int().positive().nullable(),
    code: digest.nullable(),
    /** When its strategy file was first saved, in this chat or in the one that was copied; a private strategy has no file. */
    strategyCreatedAt: savedAt.optional(),
    privateStrategyId: z.literal(PRIVATE_STRATEGY_ID).nullable(),
    settings: runSettings,
    /** The value of every parameter that the strategy declares. */
    parameters: parameterValues,
    /** The names of those that the request gave a value; absent where it was no request of that kind. */
    given: z.array(parameterName).max(PARAMETERS_MAX).optional(),
    /** It repeats a backtest that an agent's reply has paid for, so it costs nothing. */
    isPaid: z.literal(true).optional(),
  }),
  eventOf('RunCompleted', {
    runId: z.string(),
    chatId,
    userId,
    folderName: z.string(),
    summary: z.string(),
    files: z.array(folderFileRef),
    result: dataframeInfo,
    strategyFrame: dataframeInfo,
    charged: microVutOrZero,
    findings: z.array(z.object({ code: refusalWord, severity: z.string(), data: refusalWordData })),
    figures: runFigures,
    /** Digest of the author's prints and the runner's messages; null for a private strategy. */
    report: digest.nullable(),
  }),
  /**
   * `strategyError` describes the author's mistake, with its line in the file; otherwise `refusal`
   * says, from the error catalogue, why the run was impossible.
   */
  eventOf('RunFailed', {
    runId: z.string(),
    chatId,
    userId,
    strategyError: z.string().nullable(),
    line: z.int().nullable(),
    refusal: z
      .object({
        refused: refusalWord,
        data: refusalWordData.optional(),
      })
      .nullable(),
    /** Digest of the author's prints and the failing line; null where no strategy ran. */
    report: digest.nullable(),
    /** How long its strategy ran; 0 where the failure was ours. */
    computeMs: z.int().nonnegative(),
  }),
  /** Its user deleted the account: the run is invisible from now on, and its end is not recorded. */
  eventOf('RunErased', { runId: z.string(), chatId, userId }),
]);

/** The contents that a user has tried, whatever became of their results. */
const trialsEvents = z.discriminatedUnion('type', [
  /** None of them was counted in this chat before, or it had no Sharpe ratio then and has one now. */
  eventOf('TrialsCounted', {
    userId,
    chatId,
    /** The range that all of them were tried on, both days included. */
    startDate: z.iso.date(),
    endDate: z.iso.date(),
    trials: z
      .array(
        z.strictObject({
          /** The first 16 bytes of a SHA-256 of what was tried (base64url). */
          content: z.string().max(22),
          /** Of a day, not annualised; null where it failed or has none. */
          sharpePerDay: z.number().nullable(),
          /** The first trial with this content in all of the user's chats. */
          isNew: z.boolean(),
        }),
      )
      .min(1)
      .max(TRIALS_AT_ONCE_MAX),
  }),
]);

export type TrialsEvent = z.infer<typeof trialsEvents>;
const studyIds = { studyId: z.string(), chatId, userId };

/** A study: one strategy at many points. */
const studyEvents = z.discriminatedUnion('type', [
  eventOf('StudyStarted', {
    ...studyIds,
    strategyFilename: z.string(),
    strategyVersion: z.int().positive(),
    code: digest,
    settings: runSettings,
    plan: studyPlan,
    /** The values that the request gave to parameters that are not varied. */
    fixed: parameterValues.optional(),
    /** A search has so many at most. */
    points: z.int().positive().max(STUDY_POINTS_MAX),
    /** Digest of the list of points, or of those that a search begins with. */
    list: digest,
    /** The most that it can cost. */
    reserved: microVutOrZero,
    at: z.iso.datetime(),
  }),
  /** A search has chosen its next points, whose list has the digest `list`. `round`: counted from 1. */
  eventOf('StudyPointsProposed', { ...studyIds, round: z.int().positive(), list: digest }),
  /** Some points are computed: the blob `file` has their figures. */
  eventOf('StudyPointsComputed', {
    ...studyIds,
    /** The strategy's executions among the study's; points that differ only in how they are traded share one. */
    computations: z.array(z.int().nonnegative()).min(1).max(STUDY_POINTS_MAX),
    /** The points are those of its one execution from `from` on, which has `of`; absent: all points of its executions. */
    part: z.object({ from: z.int().nonnegative(), of: z.int().positive() }).optional(),
    done: z.int().positive(),
    failed: z.int().nonnegative(),
    /** An execution is charged with its first points. */
    cells: z.int().nonnegative(),
    /** How long the failed points have run. */
    failedMs: z.int().nonnegative(),
    doubt: z.enum(['state', 'random']).nullable(),
    file: digest,
    size: z.int().nonnegative(),
  }),
  eventOf('StudyEnded', {
    ...studyIds,
    status: z.enum(['completed', 'cancelled', 'failed']),
    refusal: z.object({ refused: refusalWord, data: refusalWordData.optional() }).nullable(),
    charged: microVutOrZero,
    probabilityOfOverfitting: z.number().nullable(),
    /** Digest of the walk-forward test; null without one. */
    walkForward: digest.nullable(),
    size: z.int().nonnegative(),
    at: z.iso.datetime(),
  }),
  /** Its user deleted the account. */
  eventOf('StudyErased', studyIds),
]);

export type WorkspaceEvent = z.infer<typeof workspaceEvents>;
export type RunEvent = z.infer<typeof runEvents>;
export type StudyEvent = z.infer<typeof studyEvents>;

/** Names that a user gives to chats, files and folders. */
const WORKSPACE_WORDS = {
  ChatCreated: { name: '' },
  ChatDuplicated: { name: '', files: [] },
  ChatRenamed: { name: '' },
  StrategyFileSaved: { filename: '' },
  StrategyFileRenamed: { filename: '', newFilename: '' },
  StrategyFileDeleted: { filename: '' },
  FolderRenamed: { name: '' },
  FavoriteAdded: { item: { type: 'strategy', filename: '' }, name: '' },
  FavoriteRemoved: { item: { type: 'strategy', filename: '' } },
};

/** The file that is run, by its name and its parameters, in whatever is made of it, and what the strategy says. */
const RUN_WORDS = {
  RunStarted: { strategyFilename: '', parameters: {}, given: [] },
  RunCompleted: { folderName: '', summary: '', findings: [] },
  RunFailed: { strategyError: '' },
};

/** The studied file, and the names and values of its parameters. */
const STUDY_WORDS = {
  StudyStarted: {
    strategyFilename: '',
    plan: { method: 'grid', parameters: {}, settings: {}, seed: 0 },
    fixed: {},
  },
};

/** The events of the backtest context, by aggregate. */
export const backtestEvents = {
  workspace: {
    context: 'backtest',
    name: 'workspace',
    events: workspaceEvents,
    personal: WORKSPACE_WORDS,
  },
  run: { context: 'backtest', name: 'run', events: runEvents, personal: RUN_WORDS },
  trials: { context: 'backtest', name: 'trials', events: trialsEvents },
  study: { context: 'backtest', name: 'study', events: studyEvents, personal: STUDY_WORDS },
} as const;
