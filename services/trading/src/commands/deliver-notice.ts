// Starts the workflow that delivers a notice, one for each.
import type { Client } from '@temporalio/client';
import { SERVICES } from '@tradeium/contracts';
import { startOnce } from '@tradeium/service-kit';
import { DELIVER_WORKFLOW, deliveryIdOf, type NoticeJob } from '../workflows/notice-contract.ts';

/** One that has failed has tried for long enough. */
export const deliverNotice = async (
  { temporal }: { readonly temporal: () => Promise<Client> },
  job: NoticeJob,
): Promise<void> => {
  const { workflow } = await temporal();
  await startOnce(workflow, DELIVER_WORKFLOW, {
    workflowId: deliveryIdOf(job.noticeId),
    taskQueue: SERVICES.trading.context,
    args: [job],
    again: 'never',
  });
};
