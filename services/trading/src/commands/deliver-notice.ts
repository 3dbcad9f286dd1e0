// Starts the workflow that delivers a notice, one for each.
import type { Client } from '@temporalio/client';
import { startOnce } from '@tradeium/service-kit';
import { DELIVER_NOTICE, type NoticeJob } from '../workflows/deliver-notice-contract.ts';

/** One that has failed has tried for long enough. */
export const deliverNotice = async (
  { temporal }: { readonly temporal: () => Promise<Client> },
  job: NoticeJob,
): Promise<void> => {
  const { workflow } = await temporal();
  const workflowId = DELIVER_NOTICE.workflowIdOf(job.noticeId);
  await startOnce(workflow, DELIVER_NOTICE, { workflowId, args: [job], again: 'never' });
};
