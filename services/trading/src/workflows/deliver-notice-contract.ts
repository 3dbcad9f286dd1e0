// The contract between the workflow that delivers a notice and its activities: ids, never addresses or secrets.
import type { NoticeChannel } from '@tradeium/contracts';
import type { WorkflowContract } from '@tradeium/service-kit/workflow-contract';

export type NoticeJob = {
  readonly userId: string;
  readonly noticeId: string;
  readonly channels: readonly NoticeChannel[];
};

export type NoticeDelivery = {
  readonly userId: string;
  readonly noticeId: string;
  readonly channel: NoticeChannel;
};

export type NoticeActivities = {
  /** One attempt; throws when it is worth another one. */
  deliverNotice(delivery: NoticeDelivery): Promise<void>;
  /** Records that nothing more is tried. */
  giveUpNotice(delivery: NoticeDelivery): Promise<void>;
};

export const DELIVER_NOTICE: WorkflowContract<[job: NoticeJob], [noticeId: string]> = {
  service: 'trading',
  workflowType: 'deliverNotice',
  workflowIdOf: (noticeId) => `notice-${noticeId}`,
};
