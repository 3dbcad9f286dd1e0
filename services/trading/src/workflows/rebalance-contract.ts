// The contract between the workflow of a rebalance and its activities: ids and legs, never keys or code.
import type { RebalanceKind, Refusal, RefusalData } from '@tradeium/contracts';
import type { WorkflowContract } from '@tradeium/service-kit/workflow-contract';

export type DueDeployment = { readonly userId: string; readonly deploymentId: string };

export type RebalanceJob = DueDeployment & {
  readonly rebalanceId: string;
  readonly kind: RebalanceKind;
  /** The coins that a sell sells; all if absent. */
  readonly coins?: readonly string[];
  /** A sell that the drawdown stop began: nobody waits for it, and its user hears of its failure. */
  readonly isByDrawdown?: true;
  /** The number of that stop: a sell that begins after a resumption is too late. */
  readonly stop?: number;
  /** The bar that it decides on, ISO 8601. */
  readonly barClose: string;
};

/** One order of a plan: sells are numbered as planned, buys as they fit the cash. */
export type Leg = {
  /** `sell-0`, `buy-1`; unique in the rebalance. */
  readonly name: string;
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly price: string;
  readonly notional: string;
  readonly limitPrice: string;
};

/** Why a rebalance failed: a code of the catalogue, and a text for its user; without one, `data` fills that of the code. */
export type Failure = { readonly code: string; readonly detail: string; readonly data?: RefusalData };

export type LegOutcome =
  | { readonly kind: 'done' }
  /** It must be looked up. */
  | { readonly kind: 'unknown' }
  /** Nothing more may be sent. */
  | { readonly kind: 'refused'; readonly failure: Failure };

export type RebalanceEnd =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'ended' };

/** The side effects of a rebalance, each safe to repeat. A failure is an answer; anything thrown is retried. */
export type RebalanceActivities = {
  /** The rebalance of the bar that has closed; null when none is due on it, or it is too late for it. */
  dueRebalance(due: DueDeployment, scheduledAtMs: number): Promise<RebalanceJob | null>;
  /** Takes the lock. */
  beginRebalance(job: RebalanceJob): Promise<Refusal | null>;
  /** Raises a notice that a sell could not begin. */
  noticeUnsold(job: RebalanceJob, refusal: Refusal): Promise<void>;
  /** Nothing on paper; a sell goes on without. */
  reserveCredits(job: RebalanceJob): Promise<Refusal | null>;
  /** Looks up orders whose outcome is unknown, and takes over what others did in the account. */
  reconcileAccount(job: RebalanceJob): Promise<Failure | null>;
  /** Null when the strategy gave no weights: nothing is to be traded. */
  planRebalance(job: RebalanceJob): Promise<{ readonly sells: readonly Leg[] } | { failure: Failure } | null>;
  /** Fits the planned buys to the available cash after the sells. */
  planBuys(job: RebalanceJob): Promise<{ readonly buys: readonly Leg[] } | { failure: Failure }>;
  /** Sends the order of a leg at most once, ever. */
  sendOrder(job: RebalanceJob, leg: Leg): Promise<LegOutcome>;
  /** True if it is known now what happened to the leg's order. */
  lookUpOrder(job: RebalanceJob, leg: Leg): Promise<boolean>;
  /** Charges when an order was sent, releases the rest, values the account and frees the lock. */
  endRebalance(job: RebalanceJob, failure: Failure | null): Promise<void>;
};

/** One workflow per rebalance, so that a repeated request finds it. */
export const REBALANCE: WorkflowContract<[job: RebalanceJob], [rebalanceId: string]> = {
  service: 'trading',
  workflowType: 'rebalance',
  workflowIdOf: (rebalanceId) => `rebalance-${rebalanceId}`,
};

/** The workflow that a deployment's schedule starts; Temporal adds the time to the id. */
export const REBALANCE_WHEN_DUE: WorkflowContract<[deployment: DueDeployment], [deploymentId: string]> = {
  service: 'trading',
  workflowType: 'rebalanceWhenDue',
  workflowIdOf: (deploymentId) => `rebalance-${deploymentId}`,
};
