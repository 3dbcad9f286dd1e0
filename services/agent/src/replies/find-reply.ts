// Finds a reply of a user in the read model, which may not yet know one that has just begun.
import { AGENTS, refuse } from '@tradeium/contracts';
import type { Stores } from '../aggregates.ts';
import { conversationKey } from '../domain/conversation.ts';
import { replyStateOf, type TurnModel } from '../projections/turns.ts';

export type FindingReplies = {
  readonly conversations: Stores['conversations'];
  readonly turnModel: TurnModel;
  /** True if the read models have everything that is stored now, waiting if necessary. */
  readonly caughtUp: (timeoutMs: number) => Promise<boolean>;
};

export type WhichReply = {
  readonly userId: string;
  readonly conversationId: string;
  readonly replyId: string;
};

/** After a crash the read model may be this far behind. */
const BEHIND_MS = 5_000;

/** True if the conversation has this reply by its events. */
const hasReply = async (
  { conversations }: FindingReplies,
  { conversationId, replyId }: WhichReply,
): Promise<boolean> => {
  const keys = AGENTS.map((agent) => conversationKey(conversationId, agent));
  const loaded = await Promise.all(keys.map((key) => conversations.load(key)));
  return loaded.some(({ state }) => !state.isDeleted && state.replyIds.includes(replyId));
};

/**
 * The reply as the read model has it. REPLY_NOT_FOUND when the user has no such reply in this conversation;
 * SERVICE_UNAVAILABLE when there may be one that the read model does not have in time.
 */
export const findReply = async (finding: FindingReplies, which: WhichReply) => {
  const read = () => replyStateOf(finding.turnModel, which.userId, which.replyId);
  let reply = await read();
  if (reply === null && (await hasReply(finding, which))) {
    if (!(await finding.caughtUp(BEHIND_MS))) return refuse('SERVICE_UNAVAILABLE');
    reply = await read();
  }
  return reply?.conversationId === which.conversationId ? reply : refuse('REPLY_NOT_FOUND');
};
