// Erases a user's data here: chats and files at once, then every run.
import { proxyActivities } from '@temporalio/workflow';
import type { EraseActivities } from './erase-workspace-contract.ts';

/** Retried until done, however long the database is down. */
const retry = { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '1 min' } as const;

const { eraseChats } = proxyActivities<EraseActivities>({ startToCloseTimeout: '30 s', retry });
/** A user may have thousands of runs. */
const { eraseRuns } = proxyActivities<EraseActivities>({
  startToCloseTimeout: '30 min',
  heartbeatTimeout: '10 s',
  retry,
});

/** New runs are blocked before existing ones are listed, so that no run is missed. */
export const eraseWorkspace = async (userId: string): Promise<void> => {
  await eraseRuns(userId, await eraseChats(userId));
};
