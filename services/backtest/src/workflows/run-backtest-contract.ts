// The contract between a run's workflow and its activities: references and small figures, never candles or code.
import type {
  DataframeInfo,
  Finding,
  FolderFileRef,
  ParameterValues,
  Refusal,
  RunFigures,
  RunSettings,
} from '@tradeium/contracts';
import type { WorkflowContract } from '@tradeium/service-kit/workflow-contract';

/** The strategy runner's queue for `runStrategy`. */
export const STRATEGY_TASK_QUEUE = 'strategy-runner';
/** Its queue for rebalances, with places that runs never take. */
export const REBALANCE_TASK_QUEUE = 'strategy-rebalances';

/** The strategy runner signals it to a run's workflow when it begins: until then the run waits. */
export const STRATEGY_STARTED_SIGNAL = 'strategyStarted';
/** Queries whether a run's workflow waits for the strategy runner. */
export const IS_WAITING_QUERY = 'isWaiting';

export type RunReference = {
  readonly runId: string;
  readonly chatId: string;
  readonly userId: string;
  readonly strategyVersion: number | null;
  /** Digest of the strategy's source; null when a private strategy is run. */
  readonly code: string | null;
  readonly privateStrategyId: string | null;
  readonly settings: RunSettings;
  /** Its code was charged before: nothing is reserved or captured. */
  readonly isPaid?: true | undefined;
  /** When the run was started, ISO 8601. */
  readonly startedAt: string;
  /** Its place among its user's runs under way when it started, counted from 1. */
  readonly place: number;
};

/** A run has one workflow, however often it is started. */
export const RUN_BACKTEST: WorkflowContract<[run: RunReference], [runId: string]> = {
  service: 'backtest',
  workflowType: 'runBacktest',
  workflowIdOf: (runId) => `backtest-run-${runId}`,
};

/** A run with its user's own words, which go into the result. Temporal, which keeps words in the clear, never gets them. */
export type NamedRun = RunReference & {
  readonly strategyFilename: string;
  readonly parameters: ParameterValues;
  /** When its strategy file was first saved, ISO 8601; null if that is not known, as for a private strategy. */
  readonly strategyCreatedAt: string | null;
};

/** The candles of a run: an Arrow file by its digest. */
export type LoadedCandles = {
  readonly candles: string;
  /** The source as the runner reads it: a message file of this run; null for a private strategy. */
  readonly source: string | null;
};

/** The strategy runner's input, in Python's naming. */
export type StrategyJob = {
  readonly run_id: string;
  readonly candles: string;
  readonly settings: RunSettings;
  /** Not run again to test for look-ahead: it was tested before. */
  readonly reruns?: false;
} & ({ readonly code: string } | { readonly private_strategy_id: string });

/** One weight of a strategy's frame: opening time of the bar; no weight for NaN. */
type WeightAt = { readonly at_ms: number; readonly coin: string; readonly weight: number | null };

export type WeightWithoutFuture = WeightAt & {
  /** Opening time of the last bar left unchanged. */
  readonly known_until_ms: number;
  readonly without_future: number | null;
};

/** How the bars after one were changed: removed, or made up. */
type ChangedFuture = { readonly future: 'cut' | 'noise' };

/** The first line of the author's with a different outcome, if found. */
type DifferingLine = { readonly line: number | null };

/** The outcome of re-running the strategy without knowledge of the future. */
export type Causality = {
  /** Bars after which the future was removed and nothing changed, and how many were planned at least. */
  readonly tested: number;
  readonly planned: number;
  /** Bars at which rounding or the number of candles changed a weight. */
  readonly explained: number;
  /** Tested bars at which made-up later candles changed nothing either. */
  readonly made_up_tested: number;
  /** Bars of the range but the last: each of them is a decision. */
  readonly decisions: number;
  /** False with no difference: a re-run failed or timed out. */
  readonly reproducible: boolean;
  readonly first_difference: (WeightAt & { readonly again: number | null }) | null;
  readonly look_ahead: (WeightWithoutFuture & ChangedFuture & DifferingLine) | null;
  /** A weight that depends on the number of candles but not on their prices. */
  readonly depends_on_length: (WeightWithoutFuture & DifferingLine) | null;
  /** A weight that also changes when calculations are rounded differently. */
  readonly rounding: (WeightWithoutFuture & ChangedFuture) | null;
  /** The weights that change or fail with made-up later candles only. */
  readonly made_up:
    | (WeightWithoutFuture & { readonly fails: false })
    | { readonly fails: true; readonly known_until_ms: number }
    | null;
  readonly failed: (ChangedFuture & { readonly known_until_ms: number }) | null;
};

/**
 * The strategy runner's answer: the digest of the weights, or the author's mistake. The author's texts (prints,
 * messages, lines) are in the blob `report`.
 */
export type StrategyAnswer<Tested = Causality> =
  | {
      readonly ok: true;
      readonly weights: string;
      readonly rows: number;
      readonly columns: number;
      /** Of the source that ran. */
      readonly code_sha256: string;
      readonly report: string;
      readonly causality: Tested;
    }
  | { readonly ok: false; readonly kind: string; readonly line: number | null; readonly report: string };

export type WrittenResults = {
  readonly folderName: string;
  readonly summary: string;
  readonly figures: RunFigures;
  readonly files: FolderFileRef[];
  readonly result: DataframeInfo;
  readonly strategyFrame: DataframeInfo;
  /** Rows × columns of the strategy's frame, for which the run is charged. */
  readonly cells: number;
  readonly findings: Finding[];
  readonly report: string | null;
  /** The runner's own report, in the clear, to be removed. */
  readonly runnerReport: string;
};

/** Results on their way to the end of a run. */
export type SealedResults = { readonly cells: number; readonly sealed: string };

/** How a run ended, before it is written. */
export type RunEnd =
  | { readonly kind: 'completed'; readonly results: SealedResults }
  | {
      readonly kind: 'strategy-error';
      readonly line: number | null;
      readonly report: string;
      /** How long the strategy ran. */
      readonly computeMs: number;
    }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      /** How long the strategy had run, where that counts against its user. */
      readonly computeMs: number;
    };

/** The side effects of a run, each safe to repeat; a refusal is an answer, anything thrown is retried. */
export type RunActivities = {
  reserveCredits(run: RunReference): Promise<Refusal | null>;
  /** Publishes to the run's watchers that its strategy runs now. */
  reportStrategyStarted(run: RunReference): Promise<void>;
  loadCandles(run: RunReference): Promise<LoadedCandles | Refusal>;
  writeResults(
    run: RunReference,
    candles: LoadedCandles,
    strategy: Extract<StrategyAnswer, { ok: true }>,
  ): Promise<SealedResults>;
  /** Refused permanently when the reservation has expired: then nothing was charged. */
  captureCredits(run: RunReference, cells: number): Promise<Refusal | null>;
  releaseCredits(run: RunReference, reason: 'cancelled' | 'failed'): Promise<void>;
  completeRun(run: RunReference, results: SealedResults): Promise<void>;
  failRun(run: RunReference, end: Exclude<RunEnd, { kind: 'completed' }>): Promise<void>;
};
