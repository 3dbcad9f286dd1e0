// The contract between the workflow that computes weights for other services and its activities.
import type { Refusal, RunSettings } from '@tradeium/contracts';
import type { WorkflowContract } from '@tradeium/service-kit/workflow-contract';
import type { Causality, StrategyAnswer } from './run-backtest-contract.ts';

/** Live: a scheduled rebalance of real money. Paper: any other, and the twin. */
export type Purpose = 'try' | 'preview' | 'paper' | 'live';

export type WeightsJob = {
  readonly userId: string;
  readonly requestId: string;
  /** Digest of the source; null when a private strategy is run. */
  readonly code: string | null;
  readonly privateStrategyId: string | null;
  /** Null as the last day: to the newest bar that has closed. */
  readonly settings: Omit<RunSettings, 'end_date'> & { readonly end_date: string | null };
  /** Who waits for it. */
  readonly purpose: Purpose;
  /** Of an agent's try. */
  readonly chatId?: string;
  /** Only the weights are of interest: the strategy is not run again to test for look-ahead. */
  readonly reruns?: false;
};

/** One workflow per job, whatever it is for: `hash` is that of the job without its purpose. */
export const COMPUTE_WEIGHTS: WorkflowContract<[job: WeightsJob], [hash: string]> = {
  service: 'backtest',
  workflowType: 'computeWeights',
  workflowIdOf: (hash) => `compute-weights-${hash}`,
};

type Candles = {
  readonly candles: string;
  readonly end_date: string;
  readonly bars: number;
  readonly first_bar: number;
  readonly newest_open_ms: number;
};

export type ComputedWeights =
  | Refusal
  | { readonly candles: Candles; readonly strategy: StrategyAnswer<Causality | null> };

/** `computeMs`: how long the strategy has run. */
export type WeightsAnswer = ComputedWeights & { readonly computeMs: number };

/** Safe to repeat. */
export type WeightsActivities = {
  loadRange(range: WeightsJob['settings']): Promise<Candles | Refusal>;
  /** Ends it among its user's runs at once. `failedMs`: how long code has run that failed, was stopped, or is free. */
  settleTry(job: WeightsJob, failedMs: number | undefined): Promise<void>;
};
