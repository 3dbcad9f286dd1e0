// Summarises, or leaves out, the turns that no longer fit into the prompt of the next reply.

import type { Stores } from '../aggregates.ts';
import { changeConversation } from '../commands/change-conversation.ts';
import type { LiveReply } from './live-reply.ts';
import type { PlannedReply } from './plan-reply.ts';
import type { ReplyReference } from './reply-draft.ts';
import { summedUp } from './summary.ts';
import type { ReplyJob } from './write-reply.ts';

const LEFT_OUT = 'Older messages of this conversation were left out, because it has grown too long.';
const SUMMED_UP =
  'This conversation has grown long: the agent goes on with a summary of its older messages. You still see them all.';

/** The job, with the turns that no longer fit summarised, or left out if that fails; either is reported. */
export const shortened = async (
  dependencies: Pick<Stores, 'conversations'>,
  reference: ReplyReference,
  { leftOut, toSumUp, earlier }: PlannedReply,
  job: ReplyJob,
  live: LiveReply,
): Promise<ReplyJob> => {
  const throughReplyId = toSumUp.at(-1)?.replyId;
  const { replyId, ...conversation } = reference;
  const keep = async (text: string) => {
    const data = { ...conversation, throughReplyId: throughReplyId ?? replyId, text: text.toWellFormed() };
    const ids = { commandId: `sum-up:${replyId}`, correlationId: replyId };
    await changeConversation(dependencies, reference, { type: 'SumUp', data }, ids, { replyId });
  };
  const messages = throughReplyId ? await summedUp(job, live, { turns: toSumUp, earlier }, keep) : null;
  if (leftOut > 0) live.tell({ type: 'notice', text: messages ? SUMMED_UP : LEFT_OUT });
  return messages ? { ...job, messages } : job;
};
