// Attempts to deliver notices; Temporal repeats what fails.
import { activityInfo } from '@temporalio/activity';
import { attemptDelivery, type Delivering, giveUpDelivery } from '../notices/deliver.ts';
import type { NoticeActivities } from '../workflows/deliver-notice-contract.ts';

export const noticeActivities = (parts: Delivering): NoticeActivities => ({
  deliverNotice: async (delivery) => {
    const { attempt } = activityInfo();
    // Nothing of the address or the answer goes to Temporal.
    if ((await attemptDelivery(parts, delivery, attempt)) === 'retry') throw new Error('not delivered yet');
  },
  giveUpNotice: (delivery) => giveUpDelivery(parts, delivery),
});
