// Ends every reply whose process is gone.
import { beat } from '@tradeium/service-kit/while-beating';
import { type TurnModel, unfinishedBefore } from '../projections/turns.ts';
import { endLostReply } from '../replies/end-reply.ts';
import { forgetIfGone } from '../replies/forget-if-gone.ts';
import type { SettleActivities } from '../workflows/settle-replies-contract.ts';

const REPLIES_MAX = 1_000;

type Settling = Parameters<typeof endLostReply>[0] &
  Parameters<typeof forgetIfGone>[0] & {
    readonly turnModel: TurnModel;
    readonly now: () => Date;
  };

export const settleActivities = (settling: Settling): SettleActivities => ({
  settleReplies: async () => {
    const before = new Date(settling.now().getTime() - settling.lostAfterMs).toISOString();
    let [settled, failed] = [0, 0];
    const unfinished = await unfinishedBefore(settling.turnModel, before, REPLIES_MAX);
    for (const { _id: replyId, userId, conversationId, chatId, agent } of unfinished) {
      beat();
      try {
        const reference = { userId, conversationId, chatId, agent, replyId };
        if (!(await endLostReply(settling, reference))) continue;
        settled += 1;
        // The process that would have looked for its chat is gone, too.
        await forgetIfGone(settling, reference);
      } catch (err) {
        failed += 1;
        settling.log.error({ err, replyId }, 'a lost reply could not be ended');
      }
    }
    return { looked: unfinished.length, settled, failed };
  },
});
