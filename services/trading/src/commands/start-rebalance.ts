// Starts the workflow of a rebalance or a sell: once for its id, by request or by reaction.
import type { Client } from '@temporalio/client';
import { startOnce } from '@tradeium/service-kit';
import { REBALANCE, type RebalanceJob } from '../workflows/rebalance-contract.ts';

/** The longest wait for a Temporal that is down. */
const START_MS = 5_000;

/** Rejects where it is not known whether it has started: the same job again finds out. */
export const startRebalance = async (
  { temporal }: { readonly temporal: () => Promise<Client> },
  job: RebalanceJob,
): Promise<void> => {
  const { workflow } = await temporal();
  await workflow.connection.withDeadline(Date.now() + START_MS, () =>
    startOnce(workflow, REBALANCE, { workflowId: REBALANCE.workflowIdOf(job.rebalanceId), args: [job] }),
  );
};
