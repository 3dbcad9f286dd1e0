// Removes the panels and weights of runs that are long over, so that the disk does not fill with them.
import { proxyActivities } from '@temporalio/workflow';
import type { SweepActivities, Swept } from './sweep-files-contract.ts';

const { sweepWorkingFiles } = proxyActivities<SweepActivities>({
  startToCloseTimeout: '30 min',
  heartbeatTimeout: '10 s',
  retry: { initialInterval: '2 s', maximumAttempts: 2 },
});

/** Returns what was removed. */
export const sweepFiles = async (): Promise<Swept> => sweepWorkingFiles();
