// The contract between a study's workflow, its activities and the strategy runner: numbers of points, never their values.
import type { Refusal, RunSettings } from '@tradeium/contracts';
import type { WorkflowContract } from '@tradeium/service-kit/workflow-contract';

export type StudyReference = {
  readonly studyId: string;
  readonly chatId: string;
  readonly userId: string;
  /** Digest of the strategy's source. */
  readonly code: string;
  /** When the study was started, ISO 8601. */
  readonly startedAt: string;
  /** Its place among its user's work under way when it started, counted from 1. */
  readonly place: number;
  /** True if windows choose points once all are computed. */
  readonly walksForward: boolean;
  /** True if more points are proposed once all known ones are computed. */
  readonly searches: boolean;
};

/** Computations over the same candles. A computation is one execution of the strategy; several points may share it. */
export type StudyGroup = {
  readonly settings: RunSettings;
  /** Those that are left, by their numbers. */
  readonly computations: readonly number[];
  /** How many a batch may have, so that its points are simulated within a moment. */
  readonly batchMax: number;
};

/** A study has one workflow, however often it is started. `left`: all groups, where a long one goes on in a new history. */
export const RUN_STUDY: WorkflowContract<
  [study: StudyReference, left?: readonly StudyGroup[]],
  [studyId: string]
> = {
  service: 'backtest',
  workflowType: 'runStudy',
  workflowIdOf: (studyId) => `backtest-study-${studyId}`,
};

/** The strategy runner's input, in Python's naming. */
export type PointsJob = {
  readonly run_id: string;
  readonly candles: string;
  /** Digest of a message file with the source and the points. */
  readonly source: string;
  readonly settings: RunSettings;
  /** Once it has used so much time and has answered one point, it leaves the rest. */
  readonly budget_ms: number;
};

/**
 * `answers`: digest of a message file; `weights`: of the weights of all points that gave some, or null. `strategy` counts
 * the time of the points alone, without the wait for an interpreter.
 */
export type PointsAnswer = {
  readonly answers: string;
  readonly weights: string | null;
  readonly done: number;
  readonly timing_ms: { readonly strategy: number; readonly total: number };
};

export type StudyBatch = {
  readonly computations: readonly number[];
  readonly candles: string;
  readonly settings: RunSettings;
  readonly source: string;
};

export type ComputedBatch = { readonly batch: StudyBatch; readonly answer: PointsAnswer };

export type ScoredBatch = {
  /** Those of the batch that are written down. */
  readonly computed: readonly number[];
  /** How long failed points of the whole study have run. */
  readonly failedMs: number;
  /** True while an execution of the batch has points that are not simulated: the same batch is scored again. */
  readonly more: boolean;
};

export type StudyOutcome = {
  /** How long batches have computed that a cancellation has ended: it counts as a cancelled run's time does. */
  readonly unusedMs: number;
} & (
  | {
      readonly status: 'completed' | 'cancelled';
      readonly refusal: null;
      readonly walkForward: StoredFile | null;
    }
  | { readonly status: 'failed'; readonly refusal: Refusal; readonly walkForward: null }
);

/** A sealed file of the user. */
export type StoredFile = { readonly digest: string; readonly size: number };

/** The side effects of a study, each safe to repeat; a refusal is an answer, anything thrown is retried. */
export type StudyActivities = {
  reserveStudyCredits(study: StudyReference): Promise<Refusal | null>;
  /** Makes sure that there are candles for each group, and answers with what is not computed yet. */
  loadStudyCandles(study: StudyReference): Promise<StudyGroup[] | Refusal>;
  /** Stores the candles of a group as a file and answers its digest. Later candles don't change it. */
  storeStudyCandles(settings: RunSettings): Promise<string>;
  /** Writes the message file of a batch for the runner. */
  writeStudyBatch(study: StudyReference, computations: readonly number[]): Promise<string>;
  /** Simulates the next points of a batch, as many as at once, keeps their figures, and counts them as trials. */
  scoreStudyBatch(study: StudyReference, batch: StudyBatch, answer: PointsAnswer): Promise<ScoredBatch>;
  /**
   * Proposes the next points of a search once all others are computed; answers with all groups and what is left in each,
   * nothing where the search has ended.
   */
  proposeStudyPoints(study: StudyReference): Promise<StudyGroup[] | Refusal>;
  /** The computations that windows, and the whole range, have chosen. */
  chooseForWindows(study: StudyReference): Promise<readonly number[]>;
  /** The walk-forward test from the weights of what was chosen. */
  walkForward(study: StudyReference, candles: string, batches: readonly ComputedBatch[]): Promise<StoredFile>;
  /** Removes the message file of a batch that was given up. */
  removeStudyBatch(source: string): Promise<void>;
  /** Charges what was computed and writes the end. */
  endStudy(study: StudyReference, outcome: StudyOutcome): Promise<void>;
};
