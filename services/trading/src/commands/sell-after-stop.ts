// Starts the sell of everything that follows a drawdown stop: once for each stop, whatever is repeated.
import type { Client } from '@temporalio/client';
import type { Stores } from '../aggregates.ts';
import { newestClose } from '../domain/bar-times.ts';
import type { DataOf } from '../domain/deployment-state.ts';
import { isStoppedFor } from '../domain/sell.ts';
import type { RebalanceJob } from '../workflows/rebalance-contract.ts';
import { startRebalance } from './start-rebalance.ts';

export type Selling = {
  readonly deployments: Stores['deployments'];
  readonly temporal: () => Promise<Client>;
};

/** `at`: of the stop. A deployment that its user has resumed since is left alone, also if it has been stopped again. */
export const sellAfterStop = async (
  { deployments, temporal }: Selling,
  { userId, deploymentId, stop }: DataOf<'DeploymentStopped'>,
  at: string,
): Promise<void> => {
  const { state } = await deployments.load(deploymentId);
  if (!state.created || !isStoppedFor(state, stop)) return;
  const barClose = newestClose(state.created.settings.timeframe, Date.parse(at));
  const job: RebalanceJob = {
    userId,
    deploymentId,
    kind: 'sell',
    isByDrawdown: true,
    stop: state.stops,
    rebalanceId: `drawdown-${deploymentId}-${state.stops}`,
    barClose: new Date(barClose).toISOString(),
  };
  await startRebalance({ temporal }, job);
};
