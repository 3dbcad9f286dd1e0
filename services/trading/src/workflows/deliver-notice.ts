// Delivers a notice to each of its places, for a day: at least once, with growing pauses.
import { ActivityFailure, proxyActivities } from '@temporalio/workflow';
import type { NoticeActivities, NoticeDelivery, NoticeJob } from './deliver-notice-contract.ts';

const patient = proxyActivities<NoticeActivities>({
  startToCloseTimeout: '40 s',
  scheduleToCloseTimeout: '24 h',
  retry: { initialInterval: '2 s', backoffCoefficient: 3, maximumInterval: '2 h' },
});

const quick = proxyActivities<NoticeActivities>({
  startToCloseTimeout: '20 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
});

const deliver = async (delivery: NoticeDelivery): Promise<void> => {
  try {
    await patient.deliverNotice(delivery);
  } catch (cause) {
    if (!(cause instanceof ActivityFailure)) throw cause;
    await quick.giveUpNotice(delivery);
  }
};

/** A place that does not answer does not hold up the other one. */
export const deliverNotice = async ({ userId, noticeId, channels }: NoticeJob): Promise<void> => {
  await Promise.all(channels.map((channel) => deliver({ userId, noticeId, channel })));
};
