// The strategy runner for workflows: one queue for all users' runs, and one for rebalances.
import { proxyActivities } from '@temporalio/workflow';
import type { Purpose } from './compute-weights-contract.ts';
import {
  REBALANCE_TASK_QUEUE,
  STRATEGY_TASK_QUEUE,
  type StrategyAnswer,
  type StrategyJob,
} from './run-backtest-contract.ts';
import type { PointsAnswer, PointsJob } from './run-study-contract.ts';

/** The runner's error where it has lost its sandbox; another one may have it. */
export const SANDBOX_UNAVAILABLE = 'SandboxUnavailable';
/** A private strategy's failure is ours and reveals nothing of its source. */
export const PRIVATE_STRATEGY_FAILED = 'PrivateStrategyFailed';

const FAIRNESS_KEY_LENGTH_MAX = 64;
/** The lowest number goes first; users take turns among equals. Everything else has 3, Temporal's default. */
const PRIORITIES: Partial<Record<Purpose, number>> = { live: 1, paper: 2 };

type RunnerActivities = {
  runStrategy(job: StrategyJob): Promise<StrategyAnswer>;
  runPoints(job: PointsJob): Promise<PointsAnswer>;
};

type Turn = { readonly userId: string; readonly place?: number; readonly purpose?: Purpose | undefined };

/**
 * Users take turns, and a run waits its turn, however long. A user's second run at once weighs half as much
 * and the third a third, so that another user's first run goes before them.
 */
export const strategyRunnerFor = ({ userId, place = 1, purpose }: Turn) => {
  const priorityKey = purpose && PRIORITIES[purpose];
  return proxyActivities<RunnerActivities>({
    taskQueue: priorityKey === undefined ? STRATEGY_TASK_QUEUE : REBALANCE_TASK_QUEUE,
    priority: {
      ...(priorityKey !== undefined && { priorityKey }),
      fairnessKey: userId.slice(0, FAIRNESS_KEY_LENGTH_MAX),
      fairnessWeight: 1 / place,
    },
    startToCloseTimeout: '5 min',
    heartbeatTimeout: '6 s',
    retry: {
      initialInterval: '500 ms',
      backoffCoefficient: 2,
      maximumAttempts: 4,
      nonRetryableErrorTypes: [PRIVATE_STRATEGY_FAILED],
    },
  });
};
